/** Bytes of a stranger as text: whole, or not at all. A fifth of what a strict `TextDecoder` takes. */
import { isAscii, isUtf8 } from 'node:buffer'
import { OutboundError } from './outboundError.js'

export function readUtf8(bytes: Buffer): string {
  // Nearly everything is, and one byte a character is quicker to read, to keep and to search.
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!isUtf8(bytes)) throw new OutboundError('not-text')
  const text = bytes.toString()
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
}

/** Some servers begin with it; it is no part of the text. */
const byteOrderMark = 0xfeff
