/**
 * The frames that clients of the relay send nearly always: whole texts, unfragmented, one or a few in a chunk. Reading
 * them here costs a fraction of what a general reader of WebSocket frames needs (RFC 6455, section 5.2). Everything else,
 * and everything broken, is left to the general reader as it came.
 */
import { isUtf8 } from 'node:buffer'
import { endianness } from 'node:os'
import type { Duplex } from 'node:stream'

/** `whole`: something else, but the next chunk begins with a frame again. `partial`: nobody knows. */
export type Chunk = readonly Buffer[] | 'whole' | 'partial'

interface Frame {
  readonly isText: boolean
  /** Where the key stands; the content is behind it. */
  readonly key: number
  readonly end: number
}

const isFinal = 0x80
const isMasked = 0x80
/** Kinds of frames that stand alone: text and bytes, and close, ping and pong. */
const text = 1
const alone: ReadonlySet<number> = new Set([text, 2, 8, 9, 10])
/** A length that says: the next two bytes tell it. */
const twoBytes = 126
const keyBytes = 4
/** From so many bytes on a view of words is worth its making: receipts are below, messages above. */
const worthWords = 128
const isLittleEndian = endianness() === 'LE'

export interface QuickReader {
  onText(text: Buffer): void
  /** So many bytes go to the general reader, who keeps them until their message is whole. */
  onPart(bytes: number): void
  isOver(): boolean
}

/**
 * Takes the place of the reader that ws has put on a connection: reads texts as long as it knows where frames begin, and
 * hands the rest on.
 */
export function readQuickly(wire: Duplex, { onText, onPart, isOver }: QuickReader): void {
  const [general] = wire.listeners('data')
  if (!general) return
  let isQuick = true
  function hear(chunk: Buffer): void {
    if (isOver()) return
    const read = isQuick ? quickTexts(chunk) : 'partial'
    if (typeof read !== 'string') return read.forEach(onText)
    isQuick = read === 'whole'
    if (!isQuick) onPart(chunk.length)
    general?.call(wire, chunk)
  }
  wire.removeAllListeners('data')
  wire.on('data', hear)
  // A socket pushes what came. Where nothing waits and nobody holds it up, its queue would only hand it on, at a price.
  const { push } = wire
  wire.push = (chunk: unknown, encoding?: BufferEncoding) => {
    const isDirect = Buffer.isBuffer(chunk) && wire.readableFlowing === true && wire.readableLength === 0
    if (!isDirect) return push.call(wire, chunk, encoding)
    hear(chunk)
    return true
  }
}

/** The text of a chunk that is one frame, as nearly all are. It is unmasked in place where it is returned, and only there. */
function onlyText(chunk: Buffer): Buffer | undefined {
  const { length } = chunk
  const said = (chunk[1] ?? 0) - isMasked
  const key = said === twoBytes ? 4 : 2
  if (chunk[0] !== isFinal + text || said < 0 || said > twoBytes || length < key + keyBytes) return undefined
  const bytes = said === twoBytes ? chunk.readUInt16BE(2) : said
  if (key + keyBytes + bytes !== length) return undefined
  const frame = { key, end: length }
  const only = unmask(chunk, frame)
  if (isUtf8(only)) return only
  unmask(chunk, frame)
  return undefined
}

/** The texts of a chunk that begins where a frame does. It is unmasked in place where texts are returned, and only there. */
export function quickTexts(chunk: Buffer): Chunk {
  const only = onlyText(chunk)
  return only ? [only] : severalTexts(chunk)
}

function severalTexts(chunk: Buffer): Chunk {
  const frames: Frame[] = []
  let isText = true
  for (let at = 0; at < chunk.length; ) {
    const frame = frameAt(chunk, at)
    if (!frame) return 'partial'
    isText &&= frame.isText
    frames.push(frame)
    at = frame.end
  }
  if (!isText) return 'whole'
  const texts = frames.map((frame) => unmask(chunk, frame))
  if (texts.every((bytes) => isUtf8(bytes))) return texts
  // The general reader knows what to say of them; unmasking twice gives back what came.
  for (const frame of frames) unmask(chunk, frame)
  return 'whole'
}

/** The whole frame that begins here and does not belong to others, if it is below 64 KiB. */
function frameAt(chunk: Buffer, at: number): Frame | undefined {
  const first = chunk[at] ?? 0
  const second = chunk[at + 1] ?? 0
  const kind = first - isFinal
  const length = second - isMasked
  if (!alone.has(kind) || length < 0 || length > twoBytes) return undefined
  const isLong = length === twoBytes
  const key = at + (isLong ? 4 : 2)
  if (key + keyBytes > chunk.length) return undefined
  const end = key + keyBytes + (isLong ? chunk.readUInt16BE(at + 2) : length)
  return end > chunk.length ? undefined : { isText: kind === text, key, end }
}

/** Word by word where that pays, since every byte of every message passes here; the rest byte by byte. */
function unmask(chunk: Buffer, { key, end }: Pick<Frame, 'key' | 'end'>): Buffer {
  const start = key + keyBytes
  if (end - start < worthWords) {
    unmaskBytes(chunk, { key, from: start, to: end })
    return chunk.subarray(start, end)
  }
  const first = start + (-(chunk.byteOffset + start) & 3)
  const count = (end - first) >> 2
  const words = new Int32Array(chunk.buffer, chunk.byteOffset + first, count)
  const word = keyWord(chunk, key, first)
  // A list has a number at each of its places.
  for (let at = 0; at < count; at++) words[at] = (words[at] as number) ^ word
  unmaskBytes(chunk, { key, from: start, to: first })
  unmaskBytes(chunk, { key, from: first + count * 4, to: end })
  return chunk.subarray(start, end)
}

function unmaskBytes(chunk: Buffer, { key, from, to }: { key: number; from: number; to: number }): void {
  // Both lie inside the chunk.
  for (let at = from; at < to; at++) chunk[at] = (chunk[at] as number) ^ keyAt(chunk, key, at)
}

/** The key as it falls on a word that begins there, in the order in which this machine keeps bytes. */
function keyWord(chunk: Buffer, key: number, at: number): number {
  let word = 0
  for (let byte = 0; byte < 4; byte++) {
    const place = isLittleEndian ? byte : 3 - byte
    word |= keyAt(chunk, key, at + byte) << (place * 8)
  }
  return word
}

/** The key comes round every four bytes, from the first of the content on. */
function keyAt(chunk: Buffer, key: number, at: number): number {
  return chunk[key + ((at - key) & 3)] as number // four bytes before the content
}
