/**
 * Lines of work: each sends one message and hears when it has arrived. An echo is two frames on one connection; a
 * delivery is four on two: publish and its answer, push and its receipt. Where there are few connections, several lines
 * share each: a server that waits for its clients, or for its disk, is not at its limit.
 */
import { randomBytes } from 'node:crypto'
import { openEcho, openMany, openRelay } from './sockets.mjs'

/**
 * @typedef {import('ws').WebSocket} WebSocket
 * @typedef {object} Line
 * @property {() => void} send sends the next message; the one before must be done
 * @property {() => void} onDone called when the message has arrived and everything about it is said
 * @property {readonly WebSocket[]} sockets
 */

/** Bytes of a message: what an envelope of the sign protocol weighs. */
const messageBytes = 750
const nothing = () => {}

let counter = 0
/** Base64 that no message before had: the same text would be kept as one. */
const filler = randomBytes(messageBytes)
  .toString('base64')
  .slice(0, messageBytes - 16)
const nextMessage = () => filler + String(counter++).padStart(16, '0')

/**
 * @param {number} port
 * @param {number} sockets
 * @param {number} underWay lines in all at least
 * @returns {Promise<Line[]>}
 */
export async function echoLines(port, sockets, underWay) {
  const opened = await openMany(sockets, () => openEcho(port))
  const each = Math.ceil(underWay / opened.length)
  return opened.flatMap((socket) => {
    /** What was sent and did not come back yet: it comes in the order in which it went. @type {Line[]} */
    const waiting = []
    socket.on('message', () => waiting.shift()?.onDone())
    return Array.from({ length: each }, () => {
      /** @type {Line} */
      const line = {
        sockets: [socket],
        onDone: nothing,
        send() {
          waiting.push(line)
          socket.send(nextMessage())
        },
      }
      return line
    })
  })
}

/**
 * @param {number} port
 * @param {number} sockets two for each topic
 * @param {number} underWay lines in all at least
 * @returns {Promise<Line[]>}
 */
export async function relayLines(port, sockets, underWay) {
  const opened = await openMany(sockets, () => openRelay(port))
  const half = sockets / 2
  const each = Math.ceil(underWay / half)
  const pairs = opened.slice(0, half).map((sender, index) => [sender, opened[half + index]])
  return (await Promise.all(pairs.map(([sender, receiver]) => topicLines(sender, receiver, each)))).flat()
}

/**
 * @param {WebSocket | undefined} sender
 * @param {WebSocket | undefined} receiver
 * @param {number} count
 * @returns {Promise<Line[]>}
 */
async function topicLines(sender, receiver, count) {
  if (!sender || !receiver) throw new Error('a line has two ends')
  const topic = randomBytes(32).toString('hex')
  await new Promise((resolve) => {
    receiver.once('message', resolve)
    receiver.send(request('irn_subscribe', { topic }))
  })
  /** Lines whose publication is not answered, and those whose message is not there; both come in order. */
  const unanswered = /** @type {(() => void)[]} */ ([])
  const undelivered = /** @type {(() => void)[]} */ ([])
  sender.on('message', () => unanswered.shift()?.())
  receiver.on('message', (/** @type {Buffer} */ data) => {
    const text = data.toString('latin1')
    const id = text.slice('{"id":'.length, text.indexOf(','))
    receiver.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    undelivered.shift()?.()
  })
  return Array.from({ length: count }, () => {
    let missing = 0
    const step = () => {
      missing -= 1
      if (missing === 0) line.onDone()
    }
    /** @type {Line} */
    const line = {
      sockets: [sender, receiver],
      onDone: nothing,
      send() {
        missing = 2
        unanswered.push(step)
        undelivered.push(step)
        sender.send(request('irn_publish', { topic, message: nextMessage(), ttl: 300, tag: 1108 }))
      },
    }
    return line
  })
}

/**
 * @param {string} method
 * @param {object} params
 */
function request(method, params) {
  const id = `${Date.now()}${String(counter++ % 1_000_000).padStart(6, '0')}`
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}
