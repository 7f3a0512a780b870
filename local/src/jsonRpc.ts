/** JSON-RPC as servers speak it: parses what arrives, single or batch, asks, and wraps the answer. */

/** Requests in one batch; more is refused whole, as public nodes do. */
export const batchLimit = 1000

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}
export type RpcOutcome = { result: unknown } | { error: RpcError }

type Id = string | number | null
export interface RpcRequest {
  readonly id?: Id
  readonly method: string
  readonly params: unknown
}
export type RpcAnswer = { jsonrpc: '2.0'; id: Id } & RpcOutcome

export const rpcError = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid Request' },
  batchEmpty: { code: -32600, message: 'Invalid Request: empty batch' },
  batchSize: { code: -32600, message: `Invalid Request: more than ${batchLimit} requests in a batch` },
  tooLarge: { code: -32600, message: 'Invalid Request: body too large' },
  internal: { code: -32603, message: 'Internal error' },
} as const satisfies Record<string, RpcError>

export const failure = (error: RpcError, id: Id = null): RpcAnswer => ({ jsonrpc: '2.0', id, error })

/** Answers one parsed request; a transport may answer some methods (subscriptions) itself. */
export type Respond = (request: RpcRequest) => Promise<RpcOutcome>

/** Answers one message, single or batch; undefined where only notifications came and nothing is due. */
export async function answer(respond: Respond, text: string): Promise<RpcAnswer | RpcAnswer[] | undefined> {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return failure(rpcError.parse)
  }
  if (!Array.isArray(message)) return answerOne(respond, message)
  if (message.length === 0) return failure(rpcError.batchEmpty)
  if (message.length > batchLimit) return failure(rpcError.batchSize)
  const answers = await Promise.all(message.map((item) => answerOne(respond, item)))
  const due = answers.filter((item) => item !== undefined)
  return due.length > 0 ? due : undefined
}

async function answerOne(respond: Respond, message: unknown): Promise<RpcAnswer | undefined> {
  const request = readRequest(message)
  if (!request) return failure(rpcError.request)
  let outcome: RpcOutcome
  try {
    outcome = await respond(request)
  } catch (error) {
    // The client is told that it failed, the log why.
    console.error(error)
    outcome = { error: rpcError.internal }
  }
  if (request.id === undefined) return undefined
  if ('error' in outcome) return failure(outcome.error, request.id)
  return { jsonrpc: '2.0', id: request.id, result: outcome.result }
}

function readRequest(message: unknown): RpcRequest | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message)) return undefined
  const { method } = message
  if (typeof method !== 'string') return undefined
  // viem leaves `params` out where there are none; EDR demands the member.
  const params = 'params' in message && message.params !== undefined ? message.params : []
  if (typeof params !== 'object' || params === null) return undefined
  if (!('id' in message) || message.id === undefined) return { method, params }
  const { id } = message
  if (typeof id !== 'string' && typeof id !== 'number' && id !== null) return undefined
  return { id, method, params }
}
