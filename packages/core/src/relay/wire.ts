/** Sealed JSON-RPC between two peers: questions and answers by id, on topics whose keys we hold. */
import { relayTags, type SignMethod } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import { messageId, type Opener, seal, unseal } from './crypto.js'
import { createIds } from './ids.js'
import { parseJson } from './parseJson.js'
import { RelayPeerError } from './peerError.js'
import { type Payload, payload as readPayload } from './schemas.js'
import type { Push, RelayTransport } from './transport.js'

export interface Question {
  readonly topic: string
  readonly id: number
  readonly method: string
  readonly params: unknown
}

export interface AskInput {
  readonly topic: string
  readonly key: string
  readonly method: SignMethod
  readonly params: unknown
  readonly id?: number
  /** Seconds, where the method's own is too short. */
  readonly ttl?: number
}

export interface Wire {
  nextId(): number
  /** Sends a question; resolves once the relay keeps it. */
  send(input: AskInput & { readonly id: number }): Promise<void>
  /** Resolves with the answer to `id` on `topic`, rejects with the peer's refusal; `stop` ends the wait. */
  expect(topic: string, id: number): { readonly answer: Promise<unknown>; stop(): void }
  /** Answers a question of the peer. Nobody waits for it: the peer asks again if it must. */
  answer(input: {
    readonly topic: string
    readonly key: string
    readonly id: number
    readonly method: SignMethod
    readonly outcome: { readonly result: unknown } | { readonly error: RelayPeerError }
  }): Promise<void>
  /** Opens what arrives on a topic until the returned function is called. */
  open(topic: string, opener: Opener): () => void
  hear(push: Push): void
  /** Hears what came for topics that nobody here knew then. */
  hearAgain(): void
}

export interface WireInput {
  readonly transport: () => RelayTransport
  readonly clock: Clock
  /** How to open messages of topics that outlive this page. */
  readonly openerOf: (topic: string) => Opener | undefined
  readonly onQuestion: (question: Question) => void
}

interface Waiting {
  readonly topic: string
  settle(payload: Exclude<Payload, { method: string }>): void
}

/** How many messages are remembered to be told apart from their copies. */
const rememberedMessages = 1024
/** How many wait for a session that another tab is just about to tell of. */
const earlyMessages = 32

export function createWire({ transport, clock, openerOf, onQuestion }: WireInput): Wire {
  const openers = new Map<string, Opener>()
  const waiting = new Map<number, Waiting>()
  const heard = new Set<string>()
  let early: readonly Push[] = []

  /** True the first time; the relay delivers at least once. */
  function isNew(push: Push): boolean {
    const name = `${push.topic}${messageId(push.message)}`
    if (heard.has(name)) return false
    heard.add(name)
    const [oldest] = heard
    if (heard.size > rememberedMessages && oldest) heard.delete(oldest)
    return true
  }

  function publish(
    topic: string,
    key: string,
    payload: object,
    how: { ttl: number; tag: number; prompt?: boolean },
  ) {
    const message = seal(JSON.stringify({ jsonrpc: '2.0', ...payload }), key)
    return transport().publish({ topic, message, prompt: false, ...how })
  }

  function hear(push: Push) {
    const opener = openers.get(push.topic) ?? openerOf(push.topic)
    if (!opener) {
      early = [...early, push].slice(-earlyMessages)
      return
    }
    const opened = isNew(push) ? unseal(push.message, opener) : undefined
    const payload = opened === undefined ? undefined : readPayload(parseJson(opened))
    if (!payload) return
    if ('method' in payload) return onQuestion({ ...payload, topic: push.topic })
    const asked = waiting.get(payload.id)
    if (asked?.topic === push.topic) asked.settle(payload)
  }

  return {
    nextId: createIds(clock),
    send({ topic, key, method, params, id, ttl }) {
      const { request } = relayTags[method]
      return publish(topic, key, { id, method, params }, { ...request, ttl: ttl ?? request.ttl })
    },
    expect(topic, id) {
      const stop = () => void waiting.delete(id)
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, {
          topic,
          settle(payload) {
            stop()
            if ('error' in payload) reject(new RelayPeerError(payload.error))
            else resolve(payload.result)
          },
        })
      })
      return { answer, stop }
    },
    answer({ topic, key, id, method, outcome }) {
      const payload =
        'error' in outcome
          ? { id, error: { code: outcome.error.peerCode, message: outcome.error.message } }
          : { id, result: outcome.result }
      return publish(topic, key, payload, relayTags[method].response)
    },
    open(topic, opener) {
      openers.set(topic, opener)
      return () => void openers.delete(topic)
    },
    hear,
    hearAgain() {
      const pushes = early
      early = []
      for (const push of pushes) hear(push)
    },
  }
}
