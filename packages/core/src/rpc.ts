/** A JSON-RPC client for one URL: requests of one moment travel as one batch, passing failures are tried again. */
import { bounds, type RpcRequest } from '@latchkey/spec/endpoints'
import { isLatchkeyError, isRetryableRpcCode, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { type HttpContext, pause, requestJson } from './http.js'
import { unlessAborted } from './unlessAborted.js'

export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
  readonly retries?: number
}

/** Anything that answers JSON-RPC: one URL, or several behind each other. */
export interface RpcTransport {
  request(call: RpcCall): Promise<unknown>
}

/** The node's own refusal; it is the cause of the kit's error, with the code where libraries look for it. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface CreateRpcInput extends HttpContext {
  readonly url: string
  /** Nodes that refuse batches get one request at a time. */
  readonly batch?: boolean
}

interface Waiting {
  readonly call: RpcCall
  resolve(result: unknown): void
  reject(cause: unknown): void
}

/** One JSON-RPC node over HTTP: calls of the same moment travel together, and every call ends. */
export function createRpc({ url, batch = true, ...context }: CreateRpcInput): RpcTransport {
  let queue: Waiting[] = []
  let lastId = 0

  function enqueue(call: RpcCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      queue.push({ call, resolve, reject })
      if (queue.length === 1) queueMicrotask(flush)
    })
  }

  function flush() {
    const waiting = queue.filter(({ call, reject }) => !call.signal?.aborted || void reject(aborted(call)))
    queue = []
    const size = batch ? bounds.rpcBatch : 1
    for (let start = 0; start < waiting.length; start += size) void send(waiting.slice(start, start + size))
  }

  async function send(calls: readonly Waiting[]) {
    const requests = calls.map(({ call }): RpcRequest => {
      lastId += 1
      const { method, params = [] } = call
      return { jsonrpc: '2.0', id: lastId, method, params: params as RpcRequest['params'] } // readonly in, same on the wire
    })
    const [only] = calls
    try {
      const { json } = await requestJson(context, {
        url,
        method: 'POST',
        retry: 'always',
        body: requests.length === 1 ? requests[0] : requests,
        // A batch serves several callers; one of them leaving must not end it for the others.
        signal: calls.length === 1 ? only?.call.signal : undefined,
        timeout: Math.max(...calls.map(({ call }) => call.timeout ?? limits.httpTimeout)),
        retries: Math.min(...calls.map(({ call }) => call.retries ?? limits.httpRetries)),
      })
      deliver(calls, requests, Array.isArray(json) ? json : [json], url)
    } catch (cause) {
      for (const { reject } of calls) reject(cause)
    }
  }

  return {
    async request(call) {
      const { retries = limits.httpRetries, signal } = call
      for (let tried = 0; ; tried += 1) {
        try {
          return await unlessAborted(enqueue(call), signal)
        } catch (cause) {
          const code = isLatchkeyError(cause, 'rpc.failed') ? cause.context['code'] : undefined
          if (tried >= retries || typeof code !== 'number' || !isRetryableRpcCode(code)) throw cause
          await pause(context.clock, limits.httpRetryDelay * 2 ** tried, signal)
        }
      }
    },
  }
}

/** Answers may come in any order; a request without one is told so. */
function deliver(
  calls: readonly Waiting[],
  requests: readonly RpcRequest[],
  answers: unknown[],
  url: string,
) {
  calls.forEach(({ call, resolve, reject }, i) => {
    const answer = answers.find((each) => isAnswer(each) && each.id === requests[i]?.id)
    // A node that refuses the batch as a whole answers once, without an id.
    const found = isAnswer(answer)
      ? answer
      : answers.length === 1 && isRefusal(answers[0])
        ? answers[0]
        : undefined
    if (!found) reject(new LatchkeyError('http.answer-malformed', { url }))
    else if (isRefusal(found)) reject(failure(call.method, found.error))
    else resolve(found.result)
  })
}

function failure(
  method: string,
  { code, message = '', data }: Refusal['error'],
): LatchkeyError<'rpc.failed'> {
  const cause = new RpcError({ code, message, data })
  return new LatchkeyError('rpc.failed', { method, reason: message, code }, { cause })
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
}
interface Refusal extends Answer {
  readonly error: { readonly code: number; readonly message?: string; readonly data?: unknown }
}

const isAnswer = (value: unknown): value is Answer =>
  value instanceof Object && ('result' in value || isRefusal(value))

const isRefusal = (value: unknown): value is Refusal =>
  value instanceof Object &&
  'error' in value &&
  value.error instanceof Object &&
  'code' in value.error &&
  typeof value.error.code === 'number'

const aborted = ({ method, signal }: RpcCall) =>
  new LatchkeyError('request.aborted', { method }, { cause: signal?.reason })
