/** Names and envelopes of the frame channel, derived from the table; reading one is all or nothing. */
import * as v from 'valibot'
import {
  type FrameEventName,
  type FrameEventPayload,
  type FrameMethod,
  type FrameRequest,
  type FrameResult,
  frameEvents,
  frameMessages,
} from './messages.js'
import { frameBounds, isFramePayload } from './payload.js'

export type AppType<method extends FrameMethod = FrameMethod> = `APP_${method}`
export type SuccessType<method extends FrameMethod = FrameMethod> = `FRAME_${method}_SUCCESS`
export type ErrorType<method extends FrameMethod = FrameMethod> = `FRAME_${method}_ERROR`
export type EventType<event extends FrameEventName = FrameEventName> = `FRAME_${event}`

export function appType<method extends FrameMethod>(method: method): AppType<method> {
  return `APP_${method}`
}
export function successType<method extends FrameMethod>(method: method): SuccessType<method> {
  return `FRAME_${method}_SUCCESS`
}
export function errorType<method extends FrameMethod>(method: method): ErrorType<method> {
  return `FRAME_${method}_ERROR`
}
export function eventType<event extends FrameEventName>(event: event): EventType<event> {
  return `FRAME_${event}`
}

/** S3-21: the id is optional text; nothing else may stand beside type, id and payload. */
export const frameEnvelope = v.strictObject({
  type: v.pipe(v.string(), v.regex(/^(?:APP|FRAME)_[A-Z_]{1,60}$/, 'Expected a message type')),
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(frameBounds.id))),
  payload: v.optional(v.unknown()),
})

/** S3-21, and what a program needs to know of an error beside its text. */
export const frameErrorPayload = v.strictObject({
  message: v.pipe(v.string(), v.maxLength(1024)),
  /** A number of JSON-RPC or EIP-1193 (S8-32), or a word of the wallet's server. */
  code: v.optional(
    v.union([
      v.pipe(v.number(), v.safeInteger()),
      v.pipe(v.string(), v.regex(/^[A-Z][A-Z_]{0,63}$/, 'Expected a code')),
    ]),
  ),
  /** Seconds after which asking again makes sense. */
  retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))),
})
export type FrameErrorPayload = v.InferOutput<typeof frameErrorPayload>

/**
 * What the host says once by a window message, with one MessagePort, to a frame that told it is ready. From then on both sides use the
 * port alone: no other window can take part.
 */
export const frameChannelOffer = 'APP_CHANNEL'

type Identified = { readonly id: string | undefined }

export type AppMessage = {
  [method in FrameMethod]: Identified & {
    readonly kind: 'request'
    readonly method: method
    readonly payload: FrameRequest<method>
  }
}[FrameMethod]

export type FrameMessage =
  | {
      [method in FrameMethod]: Identified & {
        readonly kind: 'success'
        readonly method: method
        readonly payload: FrameResult<method>
      }
    }[FrameMethod]
  | (Identified & {
      readonly kind: 'error'
      readonly method: FrameMethod
      readonly message: string
      readonly code: number | string | undefined
      readonly retryAfter: number | undefined
      /** D-12: not refused, only undecided; ask again with the same id. */
      readonly isPending: boolean
    })
  | {
      [event in FrameEventName]: Identified & {
        readonly kind: 'event'
        readonly event: event
        readonly payload: FrameEventPayload<event>
      }
    }[FrameEventName]

/** What the frame hears. Undefined for anything that is not exactly a message of the table. */
export function readAppMessage(data: unknown): AppMessage | undefined {
  const envelope = readEnvelope(data)
  const method = envelope && methodOf(envelope.type, 'APP_', '')
  if (!method) return undefined
  const request = v.safeParse(frameMessages[method].request, envelope.payload)
  if (!request.success) return undefined
  // The schema of this very method produced the payload, which the compiler cannot follow through the lookup.
  return { kind: 'request', method, id: envelope.id, payload: request.output } as AppMessage
}

/** What the host hears. Undefined for anything that is not exactly a message of the table. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const envelope = readEnvelope(data, frameBounds.resultCharacters, frameBounds.resultValues)
  if (!envelope) return undefined
  const { type, id, payload } = envelope
  for (const event of Object.keys(frameEvents) as FrameEventName[]) {
    if (type !== eventType(event)) continue
    const told = v.safeParse(frameEvents[event].payload, payload)
    // As above: the payload is of this event.
    return told.success ? ({ kind: 'event', event, id, payload: told.output } as FrameMessage) : undefined
  }
  const succeeded = methodOf(type, 'FRAME_', '_SUCCESS')
  if (succeeded) {
    const result = v.safeParse(frameMessages[succeeded].result, payload)
    // As above: the payload is of this method.
    return result.success
      ? ({ kind: 'success', method: succeeded, id, payload: result.output } as FrameMessage)
      : undefined
  }
  const failed = methodOf(type, 'FRAME_', '_ERROR')
  const error = failed && v.safeParse(frameErrorPayload, payload)
  if (!failed || !error || !error.success) return undefined
  const { message, code, retryAfter } = error.output
  const isPending = message === pendingMessage(failed)
  return { kind: 'error', method: failed, id, message, code, retryAfter, isPending }
}

/** The text that stands for "not yet" in an error of this method; undefined where no person is waited for (D-12). */
export function pendingMessage(method: FrameMethod): string | undefined {
  const entry = frameMessages[method]
  return 'waits' in entry ? entry.waits.pending : undefined
}

function readEnvelope(data: unknown, maxCharacters?: number, maxValues?: number) {
  if (!isFramePayload(data, maxCharacters, maxValues)) return undefined
  const envelope = v.safeParse(frameEnvelope, data)
  return envelope.success ? envelope.output : undefined
}

/** The method between a prefix and a suffix, compared whole. */
function methodOf(type: string, prefix: string, suffix: string): FrameMethod | undefined {
  if (!type.startsWith(prefix) || !type.endsWith(suffix)) return undefined
  const name = type.slice(prefix.length, type.length - suffix.length)
  return isFrameMethod(name) ? name : undefined
}

export function isFrameMethod(name: string): name is FrameMethod {
  return Object.hasOwn(frameMessages, name)
}
