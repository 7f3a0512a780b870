/** Reads an answer and counts while reading: an announced length may be missing, or a lie. */
import type { Readable } from 'node:stream'
import { OutboundError } from './outboundError.js'

/** By its events: every answer passes here, and the iterator of a stream costs more than the rest. */
export function readBytes(
  stream: Readable,
  announced: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    function giveUp(): void {
      stream.destroy()
      reject(new OutboundError('too-large'))
    }
    stream.on('error', reject)
    if (Number(announced ?? 0) > maxBytes) return giveUp()
    // No encoding is set, so chunks are buffers.
    stream.on('data', (bytes: Buffer) => {
      length += bytes.byteLength
      if (length > maxBytes) return giveUp()
      chunks.push(bytes)
    })
    stream.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)),
    )
    // Whoever hears of no end was cut off; after one this says nothing.
    stream.on('close', () => reject(new OutboundError('unreachable')))
  })
}
