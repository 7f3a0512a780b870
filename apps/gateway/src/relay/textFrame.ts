/**
 * A WebSocket text frame in one piece (RFC 6455, section 5.2). `ws` hands head and content to the system separately,
 * which costs more than anything else the relay does with a message; between its own frames, which it writes whole, it
 * does not mind others.
 */

/** Final frame of a text. */
const text = 0x81
const shortest = 126
const longer = 65_536

export function textFrame(content: string): Buffer {
  const length = Buffer.byteLength(content)
  const head = length < shortest ? 2 : length < longer ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = text
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(content, head)
  return frame
}

/** The same for ASCII, as a text to be written as latin1 where it is not long: that needs no buffer in between. */
export function plainFrame(content: string): string | Buffer {
  const { length } = content
  if (length < shortest) return String.fromCharCode(text, length) + content
  if (length < longer) return String.fromCharCode(text, 126, length >> 8, length & 0xff) + content
  return textFrame(content)
}
