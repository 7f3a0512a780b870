/** A client of the relay for tests: says what it is told to, and remembers what it hears. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { createIdentity, type Identity, signToken, type TokenOptions } from './token.js'

export interface Push {
  readonly id: number
  readonly subscription: string
  readonly data: { topic: string; message: string; publishedAt: number; tag: number; attestation?: string }
}

export interface Answer {
  readonly result?: unknown
  readonly error?: { code: number; message: string; data: string }
}

export interface RelayClient {
  readonly socket: WebSocket
  readonly identity: Identity
  readonly pushes: Push[]
  /** Every frame as it came. */
  readonly frames: string[]
  /** Sends a request and waits for its answer. */
  ask(method: string, params: unknown): Promise<Answer>
  publish(topic: string, message: string, more?: Record<string, unknown>): Promise<Answer>
  /** Sends a text and waits for the next frame that is no push. */
  say(text: string): Promise<string>
  /** Resolves with the pushes once there are so many. */
  heard(count: number): Promise<Push[]>
  /** Code and reason of the close. */
  readonly closed: Promise<{ code: number; reason: string }>
  leave(): Promise<void>
}

export interface ConnectOptions {
  readonly port: number
  /** For the times of the token. */
  readonly now?: number
  readonly identity?: Identity
  readonly token?: TokenOptions | string | false
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  /** False: pushes stay without a receipt. */
  readonly acknowledges?: boolean
}

export function relayUrl({ port, now = Date.now(), identity, token, query = {} }: ConnectOptions): string {
  const auth =
    token === false
      ? {}
      : { auth: typeof token === 'string' ? token : signToken(identity ?? createIdentity(), now, token) }
  return `ws://127.0.0.1:${port}/relay?${new URLSearchParams({ ...auth, projectId: 'test', ...query })}`
}

/** Resolves once it is open. */
export async function connectClient(options: ConnectOptions): Promise<RelayClient> {
  const client = createClient(options)
  await once(client.socket, 'open')
  return client
}

let counter = 0n

/** Nineteen digits, as clients number their requests. */
export function nextId(): string {
  counter += 1n
  return String(BigInt(Date.now()) * 1_000_000n + counter)
}

export const randomTopic = () => randomBytes(32).toString('hex')

export function createClient(options: ConnectOptions): RelayClient {
  const { identity = createIdentity(), acknowledges = true, headers = {} } = options
  const socket = new WebSocket(relayUrl({ ...options, identity }), { headers })
  const pushes: Push[] = []
  const frames: string[] = []
  const waiting = new Map<string, (answer: Answer) => void>()
  let onFrame: ((text: string) => void) | undefined
  let onPush = () => {}

  function hearPush({ id, params }: { id: number; params: { id: string; data: Push['data'] } }): void {
    pushes.push({ id, subscription: params.id, data: params.data })
    if (acknowledges) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    onPush()
  }

  socket.on('error', () => {})
  socket.on('message', (data) => {
    const text = String(data)
    frames.push(text)
    const frame = JSON.parse(text)
    if (frame.method === 'irn_subscription') return hearPush(frame)
    waiting.get(String(frame.id))?.(frame)
    waiting.delete(String(frame.id))
    onFrame?.(text)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })

  const ask = (method: string, params: unknown) => {
    const id = nextId()
    socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    const lost = closed.then(({ code }) =>
      Promise.reject(new Error(`closed with ${code} before ${method} was answered`)),
    )
    return Promise.race([new Promise<Answer>((resolve) => waiting.set(id, resolve)), lost])
  }

  return {
    socket,
    identity,
    pushes,
    frames,
    closed,
    ask,
    publish: (topic, message, more = {}) =>
      ask('irn_publish', { topic, message, ttl: 300, tag: 1108, ...more }),
    say(text) {
      socket.send(text)
      return new Promise((resolve) => {
        onFrame = resolve
      })
    },
    heard: (count) =>
      new Promise((resolve) => {
        onPush = () => {
          if (pushes.length >= count) resolve(pushes)
        }
        onPush()
      }),
    async leave() {
      socket.close()
      await closed
    },
  }
}
