/** Requests and receipts as clients write them: one JSON object in each frame, with an id that is echoed as it stands. */
import { idTokens, isRequestIdToken, type RelayErrorTag } from '@latchkey/spec/relay'

/** Topics or messages of a batch that cost as much as one request, about what they cost us: most have fewer. */
const itemsPerRequest = 4
const isDigits = /^\d+$/

/** Undefined where it is not one object. */
export function parse(text: string): Record<string, unknown> | undefined {
  try {
    const frame: unknown = JSON.parse(text)
    const isObject = typeof frame === 'object' && frame !== null && !Array.isArray(frame)
    return isObject ? (frame as Record<string, unknown>) : undefined // any object has such keys
  } catch {
    return undefined
  }
}

/** The id as it stands in the text. Most are texts of digits, which need not be looked for: they stand as they are read. */
export function tokenOf(id: unknown, text: string): string | undefined {
  if (typeof id === 'string' && isDigits.test(id)) return `"${id}"`
  return idTokens(text)[0]
}

/** What is wrong with a request as a whole; the rest is for its method to say. */
export function faultOf(
  frame: Record<string, unknown>,
  token: string | undefined,
): RelayErrorTag | undefined {
  if (frame.jsonrpc !== '2.0') return 'InvalidJsonRpcVersion'
  if (!isRequestIdToken(token)) return 'InvalidRequestId'
  return typeof frame.method === 'string' ? undefined : 'InvalidMethod'
}

/** What batches hold, by its name in their params; other lists cost us nothing. */
const batches = ['topics', 'subscriptions', 'messages', 'receipts']

/** How many requests it counts as. */
export function costOf(params: unknown): number {
  if (typeof params !== 'object' || params === null) return 1
  let items = 0
  for (const name of batches) {
    const list: unknown = Reflect.get(params, name)
    if (Array.isArray(list)) items += list.length
  }
  return 1 + Math.floor(items / itemsPerRequest)
}
