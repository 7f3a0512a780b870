/** Reads an answer and counts while reading: an announced length may be missing, or a lie. */
import type { Readable } from 'node:stream'
import { OutboundError } from './outboundError.js'

export async function readBytes(
  stream: Readable,
  announced: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  if (Number(announced ?? 0) > maxBytes) {
    stream.destroy()
    throw new OutboundError('too-large')
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = chunk as Buffer // no encoding is set, so chunks are buffers
    length += bytes.byteLength
    // Leaving the loop destroys the stream.
    if (length > maxBytes) throw new OutboundError('too-large')
    chunks.push(bytes)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)
}
