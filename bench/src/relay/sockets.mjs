/** Connections of relay clients, and who they say that they are. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const options = { perMessageDeflate: false, skipUTF8Validation: true }
const openAtOnce = 40
const tries = 60
const pauseTime = 500

/** @param {number} port */
export async function openRelay(port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/relay?${tokenQuery()}`, options)
  await once(socket, 'open')
  return socket
}

/** The relay that tokens are for; one that runs as in production takes no others. */
export const audience = 'ws://bench'

/** @typedef {{ aud?: string, iat?: number, exp?: number }} Claims seconds since 1970 */

/** What a client of its own says of itself when it comes. @param {Claims} [claims] other ones than are right */
export const tokenQuery = (claims) => `auth=${createToken(claims)}&projectId=bench`

/** With a new key. @param {Claims} [changed] */
function createToken(changed = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  let number = BigInt(`0xed01${raw.toString('hex')}`)
  let did = ''
  for (; number > 0n; number /= 58n) did = alphabet[Number(number % 58n)] + did
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `did:key:z${did}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + 86_400,
    ...changed,
  }
  /** @param {unknown} value */
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(undefined, Buffer.from(signed), privateKey).toString('base64url')}`
}

/**
 * @template item
 * @param {number} count
 * @param {() => Promise<item>} open
 * @returns {Promise<item[]>} so many, some at a time
 */
export async function openMany(count, open) {
  /** @type {item[]} */
  const all = []
  let left = count
  const lanes = Array.from({ length: openAtOnce }, async () => {
    while (left-- > 0) all.push(await openPatiently(open))
  })
  await Promise.all(lanes)
  return all
}

/**
 * A relay on a busy machine turns newcomers away for a while.
 *
 * @template item
 * @param {() => Promise<item>} open
 */
async function openPatiently(open) {
  for (let left = tries; left > 1; left--) {
    try {
      return await open()
    } catch {
      await pause(pauseTime)
    }
  }
  return open()
}

/** @param {Iterable<WebSocket>} sockets */
export async function closeAll(sockets) {
  const closed = Array.from(sockets, (socket) => once(socket, 'close'))
  for (const socket of sockets) socket.terminate()
  await Promise.all(closed)
}
