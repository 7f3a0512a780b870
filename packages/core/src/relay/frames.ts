/** What the relay sends down the line: answers to our calls, and pushes. Anything else is dropped. */
import { relayBounds } from '@latchkey/spec/relay'
import { fields } from '../shape.js'
import { parseJson } from './parseJson.js'
import { hex32, isRecord, message } from './schemas.js'
import type { Push } from './transport.js'

export type RelayFrame =
  | { readonly id: number | string; readonly push: Push }
  | { readonly id: string; readonly error: { readonly code: unknown; readonly message: string } }
  | { readonly id: string; readonly result: unknown }

const push = fields({ topic: hex32, message })

export function readFrame(data: unknown): RelayFrame | undefined {
  if (typeof data !== 'string' || data.length > relayBounds.payloadBytes * 2) return undefined
  const frame = parseJson(data)
  if (!isRecord(frame)) return undefined
  const { id, method, params, error, result } = frame
  if (typeof id !== 'number' && typeof id !== 'string') return undefined
  if (method === 'irn_subscription') {
    const pushed = isRecord(params) ? push(params.data) : undefined
    return pushed && { id, push: pushed }
  }
  if (method !== undefined) return undefined
  if (isRecord(error)) {
    // Not made a text by force: what is no text may say how, and throw.
    const reason = typeof error.message === 'string' ? error.message : ''
    return { id: String(id), error: { code: error.code, message: reason } }
  }
  return { id: String(id), result }
}
