/**
 * Pairs of relay clients, as a page and a wallet are: one publishes, the other acknowledges. Both come back wherever a
 * gateway is, as clients of the protocol do, and what was not acknowledged is published again.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { openMany, tokenQuery } from '../relay/sockets.mjs'
import { visitorAddress } from './requests.mjs'

/**
 * @typedef {import('./worlds.mjs').Gateway} Gateway
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {{ publish: (message: string) => void, close: () => void, opened: () => number }} Client
 * @typedef {{ from: Client, to: Client }} Pair
 */

/** As clients of the protocol do, in milliseconds. */
const reconnectAfter = 100
const giveUpAfter = 30_000
/** Connections of one network address: a household. */
const clientsPerAddress = 5
const messageBytes = 750
const filler = randomBytes(messageBytes).toString('base64').slice(0, messageBytes)
let counter = 0

const request = (/** @type {string} */ method, /** @type {object} */ params) =>
  JSON.stringify({
    id: `${Date.now()}${String(counter++ % 1e6).padStart(6, '0')}`,
    jsonrpc: '2.0',
    method,
    params,
  })

/**
 * @param {{ gateways: readonly Gateway[], topic: string, listens: boolean, onMessage: (message: string) => void }} input
 * @returns {Promise<Client>}
 */
async function openClient({ gateways, topic, listens, onMessage }) {
  const query = tokenQuery()
  const headers = { 'x-forwarded-for': visitorAddress(Math.floor(counter++ / clientsPerAddress)) }
  /** Requests without an answer, by id. @type {Map<string, string>} */
  const waiting = new Map()
  /** @type {WebSocket | undefined} */
  let socket
  const ending = new AbortController()
  let opened = 0

  function connect() {
    return new Promise((/** @type {(isOpen: boolean) => void} */ resolve) => {
      const able = gateways.filter(({ isIn }) => isIn)
      const { port } = able[counter++ % able.length] ?? { port: 0 }
      const url = `ws://127.0.0.1:${port}/relay?${query}`
      const next = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
      next.on('error', () => {})
      next.once('open', () => {
        opened++
        socket = next
        if (listens) next.send(request('irn_subscribe', { topic }))
        for (const text of waiting.values()) next.send(text)
        resolve(true)
      })
      next.on('message', (/** @type {Buffer} */ data) => hear(next, data.toString()))
      next.once('close', () => {
        resolve(false)
        if (socket === next) void comeBack()
      })
    })
  }

  async function comeBack() {
    socket = undefined
    do await pause(reconnectAfter)
    while (!ending.signal.aborted && !(await connect()))
  }

  /** @param {WebSocket} on @param {string} text */
  function hear(on, text) {
    const frame = JSON.parse(text)
    if (frame.method !== 'irn_subscription') return void waiting.delete(String(frame.id))
    on.send(`{"id":${frame.id},"jsonrpc":"2.0","result":true}`)
    onMessage(frame.params.data.message)
  }

  if (!(await connect())) throw new Error('the relay does not take this client')
  return {
    publish(message) {
      const text = request('irn_publish', { topic, message, ttl: 300, tag: 1108 })
      waiting.set(JSON.parse(text).id, text)
      socket?.send(text)
    },
    close() {
      ending.abort()
      const closing = socket
      socket = undefined
      closing?.terminate()
    },
    opened: () => opened,
  }
}

/** @param {{ gateways: readonly Gateway[], sockets: number, figures: Figures }} input */
export async function openPairs({ gateways, sockets, figures }) {
  /** When each message was published that has not arrived yet. @type {Map<string, number>} */
  const onTheirWay = new Map()
  const onMessage = (/** @type {string} */ message) => {
    const since = onTheirWay.get(message)
    if (since === undefined) return
    onTheirWay.delete(message)
    figures.done(performance.now() - since)
  }
  /** @type {Pair[]} */
  const pairs = await openMany(Math.floor(sockets / 2), async () => {
    const topic = randomBytes(32).toString('hex')
    const to = await openClient({ gateways, topic, listens: true, onMessage })
    const from = await openClient({ gateways, topic, listens: false, onMessage: () => {} })
    return { from, to }
  })
  let turn = 0
  return {
    async publishOnce() {
      const pair = pairs[turn++ % pairs.length]
      if (!pair) return
      const message = filler + String(turn).padStart(12, '0')
      onTheirWay.set(message, performance.now())
      pair.from.publish(message)
    },
    /** Waits for what is on its way; what does not come has failed. */
    async settle() {
      const deadline = performance.now() + giveUpAfter
      while (onTheirWay.size > 0 && performance.now() < deadline) await pause(50)
      for (const _ of onTheirWay) figures.failed('a message of the relay did not arrive')
    },
    /** How often clients had to come back. */
    returns: () => pairs.reduce((sum, { from, to }) => sum + from.opened() + to.opened() - 2, 0),
    close() {
      for (const { from, to } of pairs) for (const client of [from, to]) client.close()
    },
  }
}
