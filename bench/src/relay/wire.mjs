/**
 * A client's end of a WebSocket that costs next to nothing, because the load shares a machine with what it measures: one
 * buffer for all that is read, and frames that are masked once and written again and again (RFC 6455, section 5).
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * @typedef {object} Wire
 * @property {Buffer} key of this connection's frames
 * @property {(content: Buffer) => void} onText a whole text, to be read before this returns
 * @property {(frame: Buffer) => void} write
 * @property {() => Promise<void>} close
 */

const [text, ping, pong] = [1, 9, 10]
const isFinal = 0x80
const isMasked = 0x80
/** Lengths up to here stand in the second byte; longer ones in the two behind it. */
const shortest = 125
const longest = 65_535
const keyBytes = 4
const zero = 48
/** Connections are read one after the other, each to the end. */
const shared = Buffer.allocUnsafeSlow(256 * 1024)
const none = Buffer.alloc(0)

/**
 * @param {number} port
 * @param {string} [path]
 * @returns {Promise<Wire>}
 */
export async function openWire(port, path = '/') {
  /** What came of a frame that is not whole yet. */
  let rest = none
  let isOpen = false
  /** @type {(error?: Error) => void} */
  let settle = () => {}
  const opened = new Promise((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve(undefined))
  })
  const onread = {
    buffer: shared,
    /** @param {number} size @param {Uint8Array} buffer */
    callback(size, buffer) {
      const came = /** @type {Buffer} */ (buffer).subarray(0, size)
      hear(rest.length > 0 ? Buffer.concat([rest, came]) : came)
      return true
    },
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  /** @type {Wire} */
  const wire = {
    key: randomBytes(keyBytes),
    onText: () => {},
    write: (frame) => void socket.write(frame),
    async close() {
      if (socket.destroyed) return
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    },
  }

  /** @param {Buffer} bytes */
  function hear(bytes) {
    const read = isOpen ? readFrames(bytes) : readHead(bytes)
    rest = read < bytes.length ? Buffer.from(bytes.subarray(read)) : none
  }

  /** @param {Buffer} bytes */
  function readHead(bytes) {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return 0
    isOpen = bytes.toString('latin1', 0, 12) === 'HTTP/1.1 101'
    settle(isOpen ? undefined : new Error(`refused: ${bytes.toString('latin1', 0, end)}`))
    return isOpen ? end + 4 + readFrames(bytes.subarray(end + 4)) : bytes.length
  }

  /** @param {Buffer} bytes @returns {number} how many were read */
  function readFrames(bytes) {
    let at = 0
    while (bytes.length - at >= 2) {
      const isLong = bytes[at + 1] === shortest + 1
      const start = at + (isLong ? 4 : 2)
      if (start > bytes.length) break
      const end = start + (isLong ? bytes.readUInt16BE(at + 2) : /** @type {number} */ (bytes[at + 1]))
      if (end > bytes.length) break
      const kind = /** @type {number} */ (bytes[at]) - isFinal
      if (kind === text) wire.onText(bytes.subarray(start, end))
      else if (kind === ping) wire.write(frameOf(bytes.toString('latin1', start, end), wire.key, pong))
      at = end
    }
    return at
  }

  socket.on('error', settle)
  socket.on('close', () => settle(new Error('closed')))
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await opened
  return wire
}

/**
 * Of ASCII below 64 KiB.
 *
 * @param {string} content
 * @param {Buffer} key
 */
export function frameOf(content, key, kind = text) {
  const { length } = content
  if (length > longest) throw new RangeError('too long for a frame of the load')
  const head = length <= shortest ? 2 : 4
  const start = head + keyBytes
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = isFinal + kind
  frame[1] = isMasked + Math.min(length, shortest + 1)
  if (head === 4) frame.writeUInt16BE(length, 2)
  key.copy(frame, head)
  frame.write(content, start, 'latin1')
  for (let at = 0; at < length; at++)
    frame[start + at] = maskedAt(/** @type {number} */ (frame[start + at]), key, at)
  return frame
}

/**
 * Writes a number with so many digits over what stands there in the content of a frame.
 *
 * @param {Buffer} frame
 * @param {{ at: number, digits: number, number: number, key: Buffer }} what
 */
export function writeNumber(frame, { at, digits, number, key }) {
  const start = /** @type {number} */ (frame[1] === isMasked + shortest + 1 ? 4 : 2) + keyBytes
  let left = number
  for (let place = at + digits - 1; place >= at; place--) {
    frame[start + place] = maskedAt(zero + (left % 10), key, place)
    left = Math.floor(left / 10)
  }
}

/**
 * @param {number} byte
 * @param {Buffer} key
 * @param {number} place in the content
 */
const maskedAt = (byte, key, place) => byte ^ /** @type {number} */ (key[place & 3])
