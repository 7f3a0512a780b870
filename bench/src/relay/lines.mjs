/**
 * Lines of work: each sends one message and hears when it has arrived. An echo is two frames on one connection; a
 * delivery is four on two: publish and its answer, push and its receipt. Where there are few connections, several lines
 * share each: a server that waits for its clients, or for its disk, is not at its limit.
 *
 * Each line has one frame, which it changes and sends again: the one before is out when its message has arrived.
 */
import { randomBytes } from 'node:crypto'
import { openMany, tokenQuery } from './sockets.mjs'
import { frameOf, openWire, writeNumber } from './wire.mjs'

/**
 * @typedef {import('./wire.mjs').Wire} Wire
 * @typedef {object} Line
 * @property {() => void} send sends the next message; the one before must be done
 * @property {() => void} onDone called when the message has arrived and everything about it is said
 * @property {readonly Wire[]} wires
 */

/** Bytes of a message: what an envelope of the sign protocol weighs. */
const messageBytes = 750
const numberDigits = 16
const nothing = () => {}

let counter = 0
/** Base64 that no message before had: the same text would be kept as one. Its number stands at the end. */
const filler = randomBytes(messageBytes)
  .toString('base64')
  .slice(0, messageBytes - numberDigits)
const message = filler + '0'.repeat(numberDigits)

/**
 * @param {number} port
 * @param {number} sockets
 * @param {number} underWay lines in all at least
 * @returns {Promise<Line[]>}
 */
export async function echoLines(port, sockets, underWay) {
  const opened = await openMany(sockets, () => openWire(port))
  const each = Math.ceil(underWay / opened.length)
  return opened.flatMap((wire) => {
    const { key } = wire
    /** What was sent and did not come back yet: it comes in the order in which it went. @type {Line[]} */
    const waiting = []
    wire.onText = () => waiting.shift()?.onDone()
    return Array.from({ length: each }, () => {
      const frame = frameOf(message, key)
      /** @type {Line} */
      const line = {
        wires: [wire],
        onDone: nothing,
        send() {
          waiting.push(line)
          writeNumber(frame, { at: filler.length, digits: numberDigits, number: counter++, key })
          wire.write(frame)
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
  const opened = await openMany(sockets, () => openWire(port, `/relay?${tokenQuery()}`))
  const half = sockets / 2
  const each = Math.ceil(underWay / half)
  const pairs = opened.slice(0, half).map((sender, index) => [sender, opened[half + index]])
  return (await Promise.all(pairs.map(([sender, receiver]) => topicLines(sender, receiver, each)))).flat()
}

/** A request begins with its id: thirteen digits of the time, six of a counter. */
const [idAt, timeDigits, countDigits] = ['{"id":"'.length, 13, 6]
const idMost = 10 ** countDigits

/**
 * @param {Wire | undefined} sender
 * @param {Wire | undefined} receiver
 * @param {number} count
 * @returns {Promise<Line[]>}
 */
async function topicLines(sender, receiver, count) {
  if (!sender || !receiver) throw new Error('a line has two ends')
  const topic = randomBytes(32).toString('hex')
  await new Promise((resolve) => {
    receiver.onText = resolve
    const { frame } = requestFrame(receiver, 'irn_subscribe', { topic })
    receiver.write(frame)
  })
  /** Lines whose publication is not answered, and those whose message is not there; both come in order. */
  const unanswered = /** @type {(() => void)[]} */ ([])
  const undelivered = /** @type {(() => void)[]} */ ([])
  sender.onText = (answer) => {
    if (!isYes(answer)) throw new Error(`a publication was refused: ${answer.toString('latin1')}`)
    unanswered.shift()?.()
  }
  receiver.onText = (push) => {
    const id = push.toString('latin1', '{"id":'.length, push.indexOf(','))
    receiver.write(frameOf(`{"id":${id},"jsonrpc":"2.0","result":true}`, receiver.key))
    undelivered.shift()?.()
  }
  return Array.from({ length: count }, () => {
    const { key } = sender
    const { frame, content } = requestFrame(sender, 'irn_publish', { topic, message, ttl: 300, tag: 1108 })
    const numberAt = content.indexOf(message) + filler.length
    let missing = 0
    const step = () => {
      missing -= 1
      if (missing === 0) line.onDone()
    }
    /** @type {Line} */
    const line = {
      wires: [sender, receiver],
      onDone: nothing,
      send() {
        missing = 2
        unanswered.push(step)
        undelivered.push(step)
        const number = counter++
        writeNumber(frame, { at: idAt, digits: timeDigits, number: Date.now(), key })
        writeNumber(frame, { at: idAt + timeDigits, digits: countDigits, number: number % idMost, key })
        writeNumber(frame, { at: numberAt, digits: numberDigits, number, key })
        sender.write(frame)
      },
    }
    return line
  })
}

const yes = Buffer.from('"result":true}')
/** @param {Buffer} answer */
const isYes = (answer) => answer.subarray(-yes.length).equals(yes)

/**
 * @param {Wire} wire
 * @param {string} method
 * @param {object} params
 */
function requestFrame(wire, method, params) {
  const id = `${Date.now()}${String(counter++ % idMost).padStart(countDigits, '0')}`
  const content = JSON.stringify({ id, jsonrpc: '2.0', method, params })
  return { content, frame: frameOf(content, wire.key) }
}
