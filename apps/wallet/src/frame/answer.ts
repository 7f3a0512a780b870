/** Turns one message of the embedder into exactly one answer; what cannot be served is told, never left in silence. */
import { isLatchkeyError } from '@latchkey/spec/errors'
import {
  type AppMessage,
  appType,
  errorType,
  type FrameMethod,
  frameEnvelope,
  frameMessages,
  isFrameMethod,
  readAppMessage,
  successType,
} from '@latchkey/spec/frame'
import { errorText, LatchkeyError } from '@latchkey/spec/laterErrors'
import * as v from 'valibot'
import type { FrameContext } from './context.js'
import { type FrameHandler, handlers } from './handlers/index.js'

/** As it goes over the wire (S3-21): an absent id or payload is left out. */
export interface Answer {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** Undefined only for what is no request at all, and so has no counterpart to answer with. */
export async function answer(data: unknown, context: FrameContext): Promise<Answer | undefined> {
  const message = readAppMessage(data)
  if (!message) return refuseMalformed(data)
  try {
    const payload = await serve(message, context)
    return envelope(successType(message.method), message.id, payload)
  } catch (error) {
    return failed(message.method, message.id, textOf(error))
  }
}

/** The answer to a request that may not be served now, whatever is in it. */
export function refuseBusy(data: unknown): Answer | undefined {
  const asked = readAddressee(data)
  return asked && failed(asked.method, asked.id, errorText('frame.busy'))
}

async function serve({ method, payload }: AppMessage, context: FrameContext): Promise<unknown> {
  if (frameMessages[method].needs !== 'nothing' && !context.isSignedIn)
    throw new LatchkeyError('frame.not-signed-in')
  // The payload was read with the schema of this very method, which the compiler cannot follow through the lookup.
  const handler = handlers[method] as FrameHandler<FrameMethod> | undefined
  if (!handler) throw new LatchkeyError('frame.not-served', { type: appType(method) })
  return handler(payload, context)
}

function refuseMalformed(data: unknown): Answer | undefined {
  const asked = readAddressee(data)
  if (!asked) return undefined
  return failed(asked.method, asked.id, errorText('frame.message-malformed', { type: appType(asked.method) }))
}

/** Whom an answer would go to: the envelope alone, without a look at the payload. */
function readAddressee(data: unknown): { method: FrameMethod; id: string | undefined } | undefined {
  const outside = v.safeParse(frameEnvelope, data)
  if (!outside.success || !outside.output.type.startsWith('APP_')) return undefined
  const method = outside.output.type.slice('APP_'.length)
  return isFrameMethod(method) ? { method, id: outside.output.id } : undefined
}

const failed = (method: FrameMethod, id: string | undefined, message: string) =>
  envelope(errorType(method), id, { message })

function envelope(type: string, id: string | undefined, payload: unknown): Answer {
  return {
    type,
    ...(id === undefined ? {} : { id }),
    ...(payload === undefined ? {} : { payload }),
  }
}

/** Only our own texts leave the frame: a foreign error may carry what the embedder must not see. */
function textOf(error: unknown): string {
  return isLatchkeyError(error) ? error.message : errorText('request.failed')
}
