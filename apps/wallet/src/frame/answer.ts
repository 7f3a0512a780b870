/** Turns one message of the embedder into exactly one answer; what cannot be served is told, never left in silence. */
import { isLatchkeyError } from '@latchkey/spec/errors'
import {
  type AppMessage,
  appType,
  errorType,
  type FrameErrorPayload,
  type FrameMethod,
  frameEnvelope,
  frameMessages,
  isFrameMethod,
  pendingMessage,
  readAppMessage,
  successType,
} from '@latchkey/spec/frame'
import { errorText, LatchkeyError } from '@latchkey/spec/laterErrors'
import * as v from 'valibot'
import { WalletRefusal } from '../api/walletRefusal.js'
import type { FrameContext } from './context.js'
import { type FrameHandler, handlers } from './handlers/index.js'
import { NotYet } from './longWork.js'
import { RpcFailure } from './rpc/rpcFailure.js'

/** As it goes over the wire (S3-21): an absent id or payload is left out. */
export interface Answer {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** Undefined for what is no request at all, and for an id that was heard before: neither has an answer. */
export async function answer(data: unknown, context: FrameContext): Promise<Answer | undefined> {
  const message = readAppMessage(data)
  if (!message) return refuseMalformed(data)
  const { id, method } = message
  // What is said again must be the same to the letter; a message has passed its schema, so it is plain data.
  if (id !== undefined && !context.ledger.admits(id, JSON.stringify([method, message.payload])))
    return undefined
  try {
    const payload = await serve(message, context)
    return envelope(successType(method), id, payload)
  } catch (error) {
    const isPending = error instanceof NotYet
    if (id !== undefined) context.ledger.settle(id, isPending)
    return failed(method, id, isPending ? { message: pendingMessage(method) ?? '' } : tellable(error))
  }
}

/** The answer to a request that may not be served now, whatever is in it. */
export function refuseBusy(data: unknown): Answer | undefined {
  const asked = readAddressee(data)
  return asked && failed(asked.method, asked.id, { message: errorText('frame.busy') })
}

async function serve({ method, payload, id }: AppMessage, context: FrameContext): Promise<unknown> {
  const entry = frameMessages[method]
  if (entry.needs !== 'nothing' && !context.session.isSignedIn())
    throw new LatchkeyError('frame.not-signed-in')
  // The payload was read with the schema of this very method, which the compiler cannot follow through the lookup.
  const handler = handlers[method] as FrameHandler<FrameMethod>
  const run = () => handler(payload, context)
  if (!('waits' in entry)) return run()
  return context.longWork.join(id ?? context.createId(), entry.waits.answerWithin, run)
}

function refuseMalformed(data: unknown): Answer | undefined {
  const asked = readAddressee(data)
  if (!asked) return undefined
  const message = errorText('frame.message-malformed', { type: appType(asked.method) })
  return failed(asked.method, asked.id, { message })
}

/** Whom an answer would go to: the envelope alone, without a look at the payload. */
function readAddressee(data: unknown): { method: FrameMethod; id: string | undefined } | undefined {
  const outside = v.safeParse(frameEnvelope, data)
  if (!outside.success || !outside.output.type.startsWith('APP_')) return undefined
  const method = outside.output.type.slice('APP_'.length)
  return isFrameMethod(method) ? { method, id: outside.output.id } : undefined
}

const failed = (method: FrameMethod, id: string | undefined, payload: FrameErrorPayload) =>
  envelope(errorType(method), id, payload)

function envelope(type: string, id: string | undefined, payload: unknown): Answer {
  return {
    type,
    ...(id === undefined ? {} : { id }),
    ...(payload === undefined ? {} : { payload }),
  }
}

/** Only our own texts leave the frame: a foreign error may carry what the embedder must not see. */
function tellable(error: unknown): FrameErrorPayload {
  if (error instanceof RpcFailure) return { message: error.message.slice(0, 1024), code: error.code }
  if (error instanceof WalletRefusal) {
    const { code, message, retryAfter } = error
    return { message, code, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  return { message: isLatchkeyError(error) ? error.message : errorText('request.failed') }
}
