/** What tabs of one page say to each other. Any script of the origin may post here, so it is read like any input. */
import { topic } from '@latchkey/spec/relay'
import * as v from 'valibot'

const onTopic = v.object({ topic })
const push = v.object({ topic, message: v.string() })
const to = v.string()
const id = v.number()

const call = v.variant('method', [
  v.object({
    type: v.literal('call'),
    from: to,
    id,
    method: v.literal('publish'),
    params: v.object({ topic, message: v.string(), ttl: id, tag: id, prompt: v.boolean() }),
  }),
  v.object({ type: v.literal('call'), from: to, id, method: v.literal('subscribe'), params: onTopic }),
  v.object({ type: v.literal('call'), from: to, id, method: v.literal('unsubscribe'), params: onTopic }),
  v.object({ type: v.literal('call'), from: to, id, method: v.literal('retry'), params: v.object({}) }),
])

const event = v.variant('type', [
  v.object({ type: v.literal('settled'), topic }),
  v.object({ type: v.literal('updated'), topic }),
  v.object({ type: v.literal('emitted'), topic, chainId: v.string(), name: v.string(), data: v.unknown() }),
  v.object({ type: v.literal('deleted'), topic, reason: v.optional(v.string()) }),
])

const message = v.variant('type', [
  v.object({ type: v.literal('push'), push }),
  v.object({
    type: v.literal('status'),
    status: v.object({
      status: v.picklist(['idle', 'connecting', 'connected', 'lost', 'refused']),
      retryAt: v.optional(v.number()),
      reason: v.optional(v.string()),
    }),
  }),
  v.object({ type: v.literal('news'), news: v.object({ sessions: v.string(), event: v.optional(event) }) }),
  v.object({ type: v.literal('taken'), to, id }),
  v.object({
    type: v.literal('done'),
    to,
    id,
    error: v.optional(
      v.object({
        message: v.string(),
        code: v.exactOptional(v.string()),
        reason: v.exactOptional(v.string()),
      }),
    ),
  }),
  v.object({ type: v.literal('leads') }),
  call,
])

export type TabMessage = v.InferOutput<typeof message>
export type TabCall = v.InferOutput<typeof call>
/** A call before somebody makes it. */
export type TabWork = TabCall extends infer C
  ? C extends TabCall
    ? Pick<C, 'method' | 'params'>
    : never
  : never

export function readTabMessage(data: unknown): TabMessage | undefined {
  const parsed = v.safeParse(message, data)
  return parsed.success ? parsed.output : undefined
}
