import { Duplex, type Writable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { quickTexts, readQuickly } from './quickTexts.js'

/** Its parts, which the types of ws do not tell of. */
const { Receiver, Sender } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => Writable
  Sender: { frame(data: Buffer, options: Record<string, unknown>): Buffer[] }
}

interface Written {
  readonly kind: 'text' | 'binary' | 'ping' | 'pong' | 'close' | 'part'
  readonly content: string
}

const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10, part: 1 }

/** What a client would send, by the library's own writer. */
function frame({ kind, content }: Written): Buffer {
  const data = Buffer.from(
    kind === 'text' || kind === 'binary' || kind === 'part' ? content : content.slice(0, 30),
  )
  const options = { fin: kind !== 'part', rsv1: false, opcode: opcodes[kind], mask: true, readOnly: true }
  return Buffer.concat(Sender.frame(data, options))
}

const written = fc.record({
  kind: fc.constantFrom<Written['kind']>(
    'text',
    'text',
    'text',
    'text',
    'binary',
    'ping',
    'pong',
    'close',
    'part',
  ),
  content: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('x'.repeat(65_535), 'x'.repeat(65_536)),
  ),
})

/** What the library reads in a chunk: its texts, as far as they go. */
function readGenerally(chunk: Buffer): string[] {
  const receiver = new Receiver({ isServer: true })
  const texts: string[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => !isBinary && texts.push(data.toString()))
  receiver.on('error', () => {})
  receiver.write(Buffer.from(chunk))
  return texts
}

test('what is read here is what the general reader reads', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), fc.nat(40), (frames, cut) => {
      const whole = Buffer.concat(frames.map(frame))
      for (const chunk of [whole, whole.subarray(0, Math.max(0, whole.length - cut))]) {
        const before = Buffer.from(chunk)
        const read = quickTexts(chunk)
        if (typeof read === 'string') expect(chunk.equals(before)).toBe(true)
        else expect(read.map(String)).toEqual(readGenerally(before))
      }
    }),
    { numRuns: 300 },
  )
})

test('texts are read, other whole frames and parts are told apart', () => {
  const text = { kind: 'text', content: 'x'.repeat(500) } as const
  expect(quickTexts(Buffer.concat([frame(text), frame({ kind: 'text', content: 'ü' })]))).toEqual([
    Buffer.from(text.content),
    Buffer.from('ü'),
  ])
  expect(quickTexts(Buffer.concat([frame(text), frame({ kind: 'pong', content: '' })]))).toBe('whole')
  expect(quickTexts(frame(text).subarray(0, 100))).toBe('partial')
  expect(quickTexts(frame(text).subarray(0, 3))).toBe('partial')
  expect(quickTexts(frame({ kind: 'part', content: 'a' }))).toBe('partial')
  expect(quickTexts(frame({ kind: 'text', content: 'x'.repeat(65_536) }))).toBe('partial')
})

test('what is not masked, or has bits of extensions, or is not UTF-8, is left as it came', () => {
  const plain = Buffer.from([0x81, 0x01, 0x61])
  expect(quickTexts(plain)).toBe('partial')
  // Eight bytes of length follow, whatever the first of them say.
  expect(quickTexts(Buffer.concat([Buffer.from([0x81, 0xff]), Buffer.alloc(4 + 127)]))).toBe('partial')
  const extended = frame({ kind: 'text', content: 'abc' })
  extended[0] = 0xc1
  expect(quickTexts(extended)).toBe('partial')
  const options = { fin: true, rsv1: false, opcode: 1, mask: true, readOnly: true }
  const broken = Buffer.concat(Sender.frame(Buffer.from([0xff, 0xfe]), options))
  const before = Buffer.from(broken)
  expect(quickTexts(broken)).toBe('whole')
  expect(broken.equals(before)).toBe(true)
})

/** A connection whose general reader notes what it is given. */
function openWire() {
  const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const heard: string[] = []
  wire.on('data', (chunk: Buffer) => heard.push(`general ${chunk.length}`))
  const how = { isOver: false }
  readQuickly(wire, {
    onText: (text) => heard.push(String(text)),
    onPart: (bytes) => heard.push(`part ${bytes}`),
    isOver: () => how.isOver,
  })
  const send = (kind: Written['kind'], content: string) => wire.push(frame({ kind, content }))
  return { wire, heard, how, send }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a text is heard as it comes, and what comes while nobody reads waits for its turn', async () => {
  const { wire, heard, send } = openWire()
  await nextTurn()
  send('text', 'one')
  expect(heard).toEqual(['one'])
  wire.pause()
  send('text', 'two')
  wire.resume()
  // It must not overtake what still waits.
  send('text', 'three')
  expect(heard).toEqual(['one'])
  await nextTurn()
  send('text', 'four')
  expect(heard).toEqual(['one', 'two', 'three', 'four'])
})

test('who holds the connection up within a text is not given the next one', async () => {
  const { wire, heard, send } = openWire()
  await nextTurn()
  wire.once('pause', () => heard.push('held up'))
  wire.pause()
  for (let n = 0; n < 40; n++) send('text', `${n} ${'x'.repeat(1_000)}`)
  // The queue is full: the system is not read either.
  expect(send('text', 'last')).toBe(false)
  expect(heard).toEqual(['held up'])
  wire.resume()
  await nextTurn()
  expect(heard).toHaveLength(42)
  expect(heard.at(-1)).toBe('last')
})

test('the end is told, and after it, or after a part, everything is left to the general reader', async () => {
  const { wire, heard, how, send } = openWire()
  await nextTurn()
  send('ping', 'a')
  expect(heard).toEqual(['general 7'])
  send('part', 'a')
  send('text', 'b')
  expect(heard).toEqual(['general 7', 'part 7', 'general 7', 'part 7', 'general 7'])
  how.isOver = true
  send('text', 'nobody hears it')
  expect(heard).toHaveLength(5)
  const ended = new Promise((resolve) => wire.once('end', resolve))
  wire.push(null)
  await ended
})
