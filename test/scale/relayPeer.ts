/** One end of a relay session as a program lives through it: publishes, acknowledges, and comes back wherever a gateway is up. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

export interface PeerInput {
  readonly topic: string
  /** Where gateways may be; it tries them in turn. */
  readonly origins: readonly string[]
  /** Called once for each message, in the order of arrival. */
  readonly onMessage: (message: string) => void
}

export interface Peer {
  /** Resolves once the peer hears its topic. */
  start(): Promise<void>
  /** Resolves once the relay has acknowledged it, however often it must be sent. */
  publish(message: string): Promise<void>
  /** Pushes of messages that had come before. */
  repeats(): number
  /** Those of them that had come on the same connection, where no receipt can have been lost. */
  needlessRepeats(): number
  connects(): number
  stop(): void
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** As clients of the protocol do. */
const reconnectAfter = 100
const answerWithin = 15_000

let counter = 0n
const nextId = () => String(BigInt(Date.now()) * 1_000_000n + counter++)

export function createPeer({ topic, origins, onMessage }: PeerInput): Peer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const client = `did:key:z${base58(publicKey)}`
  const seen = new Set<string>()
  const waiting = new Map<string, (frame: { result?: unknown; error?: unknown }) => void>()
  let socket: WebSocket | undefined
  const ending = new AbortController()
  let connects = 0
  let repeats = 0
  let needlessRepeats = 0
  let attempt = Math.floor(Math.random() * origins.length)
  let ready: Promise<WebSocket> | undefined

  function ask(on: WebSocket, method: string, params: unknown): Promise<boolean> {
    return new Promise((resolve) => {
      const id = nextId()
      const end = (isDone: boolean) => {
        clearTimeout(timer)
        waiting.delete(id)
        on.off('close', lost)
        resolve(isDone)
      }
      const lost = () => end(false)
      const timer = setTimeout(lost, answerWithin)
      on.on('close', lost)
      waiting.set(id, ({ error }) => end(error === undefined))
      on.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  }

  function hear(on: WebSocket, text: string, cameHere: Set<string>): void {
    const frame = JSON.parse(text)
    if (frame.method !== 'irn_subscription') return waiting.get(String(frame.id))?.(frame)
    const { message } = frame.params.data
    on.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    const digest = createHash('sha256').update(message).digest('base64')
    if (cameHere.has(digest)) needlessRepeats++
    cameHere.add(digest)
    if (seen.has(digest)) return void repeats++
    seen.add(digest)
    onMessage(message)
  }

  /** Tries until it is connected and subscribed. */
  async function connect(): Promise<WebSocket> {
    while (!ending.signal.aborted) {
      const origin = origins[attempt++ % origins.length] ?? ''
      const token = signToken(client, privateKey)
      const next = new WebSocket(`${origin.replace('http', 'ws')}/relay?auth=${token}&projectId=scale`)
      socket = next
      const isOpen = await new Promise<boolean>((resolve) => {
        next.once('open', () => resolve(true))
        next.once('close', () => resolve(false))
        next.on('error', () => {})
      })
      if (isOpen) {
        const cameHere = new Set<string>()
        next.on('message', (data) => hear(next, String(data), cameHere))
        next.once('close', comeBack)
        connects++
        if (await ask(next, 'irn_subscribe', { topic })) return next
        next.terminate()
      }
      await pause(reconnectAfter)
    }
    throw new Error('the peer was stopped')
  }

  function comeBack(): void {
    if (ending.signal.aborted) return
    ready = pause(reconnectAfter).then(connect)
    ready.catch(() => undefined)
  }

  return {
    async start() {
      ready = connect()
      await ready
    },
    async publish(message) {
      for (;;) {
        const on = await ready
        if (on && (await ask(on, 'irn_publish', { topic, message, ttl: 300, tag: 1108 }))) return
        await pause(reconnectAfter)
      }
    },
    repeats: () => repeats,
    needlessRepeats: () => needlessRepeats,
    connects: () => connects,
    stop() {
      ending.abort()
      socket?.terminate()
    },
  }
}

function signToken(iss: string, key: KeyObject): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss, sub: randomBytes(32).toString('hex'), aud: 'ws://relay', iat, exp: iat + 86_400 }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign(undefined, Buffer.from(signed), key).toString('base64url')}`
}

function base58(key: KeyObject): string {
  const raw = key.export({ type: 'spki', format: 'der' }).subarray(-32)
  let number = BigInt(`0xed01${raw.toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = (alphabet[Number(number % 58n)] ?? '') + text
  return text
}
