import { relayMethods } from '@latchkey/spec/relay'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { digestOf } from './mailbox/mailbox.js'
import { quickPublication, quickReceipt, textOfFrame } from './quickFrames.js'
import { faultOf, parse, tokenOf } from './requests.js'

const topic = 'ab'.repeat(32)
const plain = { topic, message: 'AAEC/w+=', ttl: 300, prompt: true, tag: 1108 }

/** What the general reader makes of a publication; undefined where it refuses it. */
function readGenerally(text: string) {
  const frame = parse(text)
  if (!frame) return undefined
  const token = tokenOf(frame.id, text)
  if (faultOf(frame, token) || frame.method !== 'irn_publish') return undefined
  const read = v.safeParse(relayMethods.irn_publish.params, frame.params)
  if (!read.success) return undefined
  const { prompt: _, ...params } = read.output
  return { token, params }
}

function readQuickly(text: string) {
  const bytes = Buffer.from(text)
  const read = quickPublication(textOfFrame(bytes), bytes)
  if (!read) return undefined
  const { digest, isPlain, ...params } = read.draft
  expect(digest).toBe(digestOf(params.message))
  expect(isPlain).toBe(true)
  return { token: read.token, params }
}

const write = (params: object, id: unknown = '1731765000000000001') =>
  JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_publish', params })

test('a publication as clients write it is read at a glance', () => {
  expect(readQuickly(write(plain))).toEqual(readGenerally(write(plain)))
  expect(readQuickly(write(plain))?.token).toBe('"1731765000000000001"')
})

test('an id that no number of JavaScript can hold is echoed as it stands', () => {
  const text = write(plain).replace('"1731765000000000001"', '1731765000000000001')
  expect(readQuickly(text)?.token).toBe('1731765000000000001')
  expect(readQuickly(text)).toEqual(readGenerally(text))
})

/** Values that are right, nearly right, and nothing of the kind. */
const value = (right: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 30, arbitrary: right },
    fc.constantFrom(undefined, null, '', 0, -1, 1.5, 2 ** 60, 'é', '"', '\\', '\n', {}, []),
  )
const rarely = (text: string) => fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constant(text))
const params = fc
  .tuple(
    fc.record({ topic: value(fc.constant(topic)), message: value(fc.base64String({ minLength: 4 })) }),
    fc.record(
      {
        ttl: value(fc.nat(5_000)),
        prompt: value(fc.boolean()),
        tag: value(fc.nat(5_000)),
        attestation: value(fc.string({ unit: 'grapheme' })),
        tvf: fc.anything(),
        message: rarely('again'),
        topic: rarely('cd'.repeat(32)),
      },
      { requiredKeys: ['ttl', 'tag'] },
    ),
  )
  .map(([first, { message, topic: other, ...rest }]) => {
    // Twice in one object, which no object of JavaScript can say.
    const again = `${message ? `,"message":"${message}"` : ''}${other ? `,"topic":"${other}"` : ''}`
    return `${JSON.stringify({ ...first, ...rest }).slice(0, -1)}${again}}`
  })
const id = value(fc.constantFrom('1731765000000000001', '1000000000', '999999999', '0123456789', 2 ** 52))
const tail = fc.constantFrom(
  '',
  '',
  '',
  '',
  ' ',
  '}',
  ',"id":"1731765000000000002"',
  ',"method":"irn_subscribe"',
)

test('what is read at a glance is what the general reader reads', () => {
  let quick = 0
  fc.assert(
    fc.property(params, id, tail, (written, name, behind) => {
      const text = `{"id":${JSON.stringify(name)},"jsonrpc":"2.0","method":"irn_publish","params":${written}${behind}}`
      const read = readQuickly(text)
      if (!read) return
      quick++
      expect(read).toEqual(readGenerally(text))
    }),
    { numRuns: 2_000 },
  )
  // Or nothing would have been compared.
  expect(quick).toBeGreaterThan(100)
})

test('a receipt is read at a glance where it is nothing but one', () => {
  expect(quickReceipt('{"id":1731765000000001,"jsonrpc":"2.0","result":true}')).toBe(1_731_765_000_000_001)
  for (const text of [
    '{"id":1731765000000001,"jsonrpc":"2.0","result":false}',
    '{"id":"1731765000000001","jsonrpc":"2.0","result":true}',
    '{"id":1.5,"jsonrpc":"2.0","result":true}',
    '{"id":1731765000000001,"jsonrpc":"2.0","result":true,"error":{}}',
    '{"id":17317650000000010000,"jsonrpc":"2.0","result":true}',
  ])
    expect(quickReceipt(text)).toBeUndefined()
})
