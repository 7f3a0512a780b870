/** What tabs of one page say to each other. Any script of the origin may post here, so it is read like any input. */
import { fields, optionalFields, type Shape, text } from '../shape.js'
import { hex32, isRecord, message, whole } from './schemas.js'
import type { News } from './signClient.js'
import type { SignEvent } from './signEvent.js'
import type { Publication, Push, RelayStatus } from './transport.js'

/** A call before somebody makes it. */
export type TabWork =
  | { readonly method: 'publish'; readonly params: Publication }
  | { readonly method: 'subscribe' | 'unsubscribe'; readonly params: { readonly topic: string } }
  | { readonly method: 'retry' }

export type TabCall = TabWork & { readonly type: 'call'; readonly from: string; readonly id: number }

export interface TabFailure {
  readonly message: string
  readonly code?: string
  readonly reason?: string
}

export type TabMessage =
  | TabCall
  | { readonly type: 'push'; readonly push: Push }
  | { readonly type: 'status'; readonly status: RelayStatus }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'taken'; readonly to: string; readonly id: number }
  | {
      readonly type: 'done'
      readonly to: string
      readonly id: number
      readonly error?: TabFailure | undefined
    }
  | { readonly type: 'leads' }

const word = text(4096)
const onTopic = fields({ topic: hex32 })
const addressed = fields({ to: word, id: whole })
const caller = fields({ from: word, id: whole })
const push = fields({ topic: hex32, message })
const sending = fields({ topic: hex32, message, ttl: whole, tag: whole })
const failure = optionalFields({ message: word, code: word, reason: word })
const statuses = ['idle', 'connecting', 'connected', 'lost', 'refused'] as const

/** A value read by `shape`, put under `key`; `undefined` where it does not have the shape. */
const under = <key extends string, T>(key: key, value: T | undefined) =>
  value === undefined ? undefined : ({ [key]: value } as { readonly [name in key]: T }) // one key, this one

const readers: { readonly [type in TabMessage['type']]: Shape<Extract<TabMessage, { type: type }>> } = {
  leads: () => ({ type: 'leads' }),
  push: (value) => typed('push', under('push', push(part(value, 'push')))),
  taken: (value) => typed('taken', addressed(value)),
  done(value) {
    const read = addressed(value)
    const failed = failure(part(value, 'error'))
    return read && { type: 'done', ...read, ...(failed ? { error: { message: '', ...failed } } : {}) }
  },
  status: (value) => typed('status', under('status', status(part(value, 'status')))),
  news: (value) => typed('news', under('news', news(part(value, 'news')))),
  call(value) {
    const read = caller(value)
    const asked = work(value)
    return read && asked && { type: 'call', ...read, ...asked }
  },
}

export function readTabMessage(data: unknown): TabMessage | undefined {
  const type = part(data, 'type')
  return typeof type === 'string' && Object.hasOwn(readers, type)
    ? readers[type as TabMessage['type']](data) // its own key, as seen
    : undefined
}

const work: Shape<TabWork> = (value) => {
  const method = part(value, 'method')
  const params = part(value, 'params')
  if (method === 'retry') return { method }
  if (method === 'publish') {
    const publication = sending(params)
    return publication && { method, params: { ...publication, prompt: part(params, 'prompt') === true } }
  }
  if (method !== 'subscribe' && method !== 'unsubscribe') return undefined
  const read = onTopic(params)
  return read && { method, params: read }
}

const status: Shape<RelayStatus> = (value) => {
  const found = statuses.find((each) => each === part(value, 'status'))
  return (
    found && { status: found, retryAt: whole(part(value, 'retryAt')), reason: word(part(value, 'reason')) }
  )
}

const news: Shape<News> = (value) => {
  const sessions = part(value, 'sessions')
  return typeof sessions === 'string' ? { sessions, event: event(part(value, 'event')) } : undefined
}

const event: Shape<SignEvent> = (value) => {
  const topic = hex32(part(value, 'topic'))
  const type = part(value, 'type')
  if (topic === undefined) return undefined
  if (type === 'settled' || type === 'updated') return { type, topic }
  if (type === 'deleted') return { type, topic, reason: word(part(value, 'reason')) }
  const told = fields({ chainId: word, name: word })(value)
  return type === 'emitted' && told ? { type, topic, ...told, data: part(value, 'data') } : undefined
}

const part = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined)

const typed = <type extends string, T extends object>(type: type, value: T | undefined) =>
  value && { type, ...value }
