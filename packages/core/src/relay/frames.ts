/** What the relay sends down the line: answers to our calls, and pushes. Anything else is dropped. */
import { relayBounds, topic } from '@latchkey/spec/relay'
import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(relayBounds.payloadBytes))

const push = v.object({
  id: v.union([v.number(), v.string()]),
  method: v.literal('irn_subscription'),
  params: v.object({ data: v.object({ topic, message: text }) }),
})

const answer = v.object({
  id: v.union([v.number(), v.string()]),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: text })),
})

const frame = v.union([push, answer])
export type RelayFrame = v.InferOutput<typeof frame>

export function readFrame(data: unknown): RelayFrame | undefined {
  if (typeof data !== 'string' || data.length > relayBounds.payloadBytes * 2) return undefined
  try {
    const parsed = v.safeParse(frame, JSON.parse(data))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
