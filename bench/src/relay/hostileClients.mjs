/**
 * Clients that mean harm, in a process of their own: floods, garbage, huge frames, readers that do not read, guessers of
 * topics, and newcomers without a token or with one that is not good here. Each kind comes from an address of its own, as
 * strangers do; `PORT` names the relay.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { tokenQuery } from './sockets.mjs'

const port = Number(process.env.PORT)
const each = 10
/** So often each tries something, in milliseconds: far more than it may, and not so often that it takes the machine. */
const pace = 50
const topic = 'ab'.repeat(32)

/** @param {string} method @param {object} params */
const request = (method, params) =>
  JSON.stringify({ id: `${Date.now()}000001`, jsonrpc: '2.0', method, params })
const publication = () => request('irn_publish', { topic, message: String(Math.random()), ttl: 300, tag: 0 })
const huge = 'x'.repeat(2 * 1024 * 1024)
/** As many topics as a batch may have. */
function guesses() {
  const digits = randomBytes(32 * 500).toString('hex')
  return Array.from({ length: 500 }, (_, at) => digits.slice(64 * at, 64 * (at + 1)))
}

const day = 86_400
/** Signed as they should be, and made for another relay, over, or not yet begun. @type {readonly (() => string)[]} */
const badTokens = [
  () => tokenQuery({ aud: 'ws://elsewhere' }),
  () => tokenQuery({ iat: seconds() - 2 * day, exp: seconds() - day }),
  () => tokenQuery({ iat: seconds() + day, exp: seconds() + 2 * day }),
]
const seconds = () => Math.floor(Date.now() / 1000)
let dialled = 0

/**
 * What each kind does on its connection, again and again.
 *
 * @type {readonly { query: () => string, act: (socket: WebSocket) => void }[]}
 */
const kinds = [
  { query: tokenQuery, act: (socket) => Array.from({ length: 20 }, () => socket.send(publication())) },
  { query: tokenQuery, act: (socket) => Array.from({ length: 20 }, () => socket.send('{"garbage')) },
  { query: tokenQuery, act: (socket) => socket.bufferedAmount === 0 && socket.send(huge) },
  {
    query: tokenQuery,
    act(socket) {
      socket.pause()
      socket.send(request('irn_subscribe', { topic }))
    },
  },
  {
    query: tokenQuery,
    act: (socket) =>
      socket.bufferedAmount === 0 && socket.send(request('irn_batchSubscribe', { topics: guesses() })),
  },
  { query: () => 'projectId=bench', act: () => {} },
  { query: () => badTokens[dialled++ % badTokens.length]?.() ?? '', act: () => {} },
]

/** @param {typeof kinds[number]} kind @param {number} place */
async function trouble({ query, act }, place) {
  for (;;) {
    const localAddress = `127.0.0.${2 + place}`
    const socket = new WebSocket(`ws://127.0.0.1:${port}/relay?${query()}`, { localAddress })
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
    while (socket.readyState === WebSocket.OPEN) {
      act(socket)
      await pause(pace)
    }
    await closed
    await pause(pace)
  }
}

process.send?.('ready')
for (const [place, kind] of kinds.entries())
  for (let count = 0; count < each; count++) void trouble(kind, place)
