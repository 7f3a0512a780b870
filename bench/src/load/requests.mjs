/** Requests over HTTP as visitors of many sites make them: several kinds at a steady rate, and whole sign-ins. */
import { Agent, request as open } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/**
 * @typedef {import('./worlds.mjs').Gateway} Gateway
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {object} Ask
 * @property {'GET' | 'POST'} [method]
 * @property {string} path
 * @property {Record<string, string>} [headers]
 * @property {unknown} [body]
 */

/** Milliseconds after which a request counts as failed. */
const answerWithin = 10_000
const visitors = 2_000
const project = 'projectId=local'
const network = 'eip155:31337'
const domain = 'app.example'

/** Comes round, for each use on its own. */
function createTurns() {
  let turn = 0
  return (/** @type {number} */ most) => turn++ % most
}
const turns = { kind: createTurns(), visitor: createTurns(), gateway: createTurns(), page: createTurns() }
/** A network address of a visitor, of the block that is kept for such measurements. @param {number} number */
export const visitorAddress = (number) => `198.18.${(number >> 8) & 255}.${number & 255}`
const account = (/** @type {number} */ number) => `0x${(number + 1).toString(16).padStart(40, '0')}`
const rpc = (/** @type {string} */ method, /** @type {unknown[]} */ params = []) => ({
  method: /** @type {const} */ ('POST'),
  path: `/v1?${project}&chainId=${network}`,
  body: { jsonrpc: '2.0', id: 1, method, params },
})

/** What a visitor asks for, as often as it stands here. @type {readonly (() => Ask)[]} */
const mix = [
  () => rpc('eth_blockNumber'),
  () => rpc('eth_getBalance', [account(turns.page(visitors)), 'latest']),
  () => rpc('eth_gasPrice'),
  () => ({ path: `/getWallets?${project}&page=${1 + turns.page(4)}&entries=40` }),
  () => ({
    path: `/getWallets?${project}&page=1&entries=100&search=${['meta', 'rain', 'trust', 'ze'][turns.page(4)]}`,
  }),
  () => ({ path: `/v1/supported-chains?${project}` }),
  () => ({ path: `/appkit/v1/config?${project}&st=appkit&sv=html-core-1` }),
  () => ({ path: `/projects/v1/origins?${project}` }),
  () => ({ path: `/v1/profile/suggestions/name${turns.page(500)}?${project}` }),
  () => ({ path: `/v1/profile/nonce?${project}` }),
]

const agents = new Map()

/**
 * @param {readonly Gateway[]} gateways
 * @param {Ask} ask
 * @param {number} visitor
 * @returns {Promise<unknown>} the answer; rejects where it is none
 */
async function send(gateways, { method = 'GET', path, headers = {}, body }, visitor) {
  const able = gateways.filter(({ isIn }) => isIn)
  const gateway = able[turns.gateway(able.length)]
  if (!gateway) throw new Error('no gateway')
  const agent = agents.get(gateway.port) ?? new Agent({ keepAlive: true, maxSockets: 128 })
  agents.set(gateway.port, agent)
  gateway.asked++
  try {
    return await new Promise((resolve, reject) => {
      const sent = open(
        {
          host: '127.0.0.1',
          port: gateway.port,
          method,
          path,
          agent,
          timeout: answerWithin,
          headers: {
            'x-forwarded-for': visitorAddress(visitor),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          answer.once('error', reject)
          answer.once('end', () => {
            const { statusCode = 0 } = answer
            if (statusCode >= 300) reject(new Error(`status ${statusCode} of ${path.split('?')[0]}`))
            else resolve(JSON.parse(text))
          })
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  } finally {
    gateway.asked--
  }
}

/**
 * @param {Figures} figures
 * @param {() => Promise<unknown>} run
 */
async function timed(figures, run) {
  const start = performance.now()
  try {
    await run()
    figures.done(performance.now() - start)
  } catch (cause) {
    figures.failed(cause instanceof Error ? cause.message : String(cause))
  }
}

/** @param {readonly Gateway[]} gateways @param {Figures} figures */
export function askOnce(gateways, figures) {
  const ask = mix[turns.kind(mix.length)]
  return ask ? timed(figures, () => send(gateways, ask(), turns.visitor(visitors))) : Promise.resolve()
}

/** From the nonce to the first request in its name. @param {readonly Gateway[]} gateways @param {Figures} figures */
export function signInOnce(gateways, figures) {
  const visitor = turns.visitor(visitors)
  return timed(figures, async () => {
    const { nonce, token } = await read(gateways, { path: `/auth/v1/nonce?${project}` }, visitor)
    const signer = privateKeyToAccount(generatePrivateKey())
    const message = [
      `${domain} wants you to sign in with your Ethereum account:`,
      signer.address,
      '',
      '',
      `URI: https://${domain}`,
      'Version: 1',
      'Chain ID: 31337',
      `Nonce: ${nonce}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
    const signature = await signer.signMessage({ message })
    const session = await read(
      gateways,
      {
        method: 'POST',
        path: `/auth/v1/authenticate?${project}`,
        headers: { 'x-nonce-jwt': `Bearer ${token}` },
        body: { message, signature },
      },
      visitor,
    )
    const headers = { authorization: `Bearer ${session.token}` }
    await read(gateways, { path: `/auth/v1/me?${project}`, headers }, visitor)
  })
}

/**
 * @param {readonly Gateway[]} gateways
 * @param {Ask} ask
 * @param {number} visitor
 * @returns {Promise<Record<string, string>>}
 */
async function read(gateways, ask, visitor) {
  const answer = await send(gateways, ask, visitor)
  if (typeof answer !== 'object' || answer === null) throw new Error('no object was answered')
  return /** @type {Record<string, string>} */ (answer) // what is read of it are texts
}

/**
 * Runs so often a second, whether or not it keeps up, and waits for the last.
 *
 * @param {number} perSecond
 * @param {{ readonly isOver: boolean }} state
 * @param {() => Promise<unknown>} run
 */
export async function steadily(perSecond, state, run) {
  const start = performance.now()
  /** @type {Set<Promise<unknown>>} */
  const running = new Set()
  for (let made = 0; !state.isOver; ) {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1000)
    for (; made < due; made++) {
      const one = run().finally(() => running.delete(one))
      running.add(one)
    }
    await pause(5)
  }
  await Promise.all(running)
}

export function closeRequests() {
  for (const agent of agents.values()) agent.destroy()
  agents.clear()
}
