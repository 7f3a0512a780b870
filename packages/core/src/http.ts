/** One HTTP request that cannot hang, cannot flood memory, and is tried again where that may help (S8-33). */
import { isLatchkeyError, isRetryableStatus, LatchkeyError, parseRetryAfter } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Clock } from './clock.js'
import { anySignal } from './within.js'

export interface HttpContext {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
}

export interface HttpRequest {
  readonly url: string
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
  readonly maxBytes?: number
  /** How often a failure may be repeated. */
  readonly retries?: number
  /**
   * `always` for requests that may be made twice. Others are repeated only when the server said that it did not take
   * them: a payment must not be made twice because an answer was lost.
   */
  readonly retry?: 'always' | 'refused'
  /** How the browser's own cache takes part. */
  readonly cache?: RequestCache
}

export interface HttpAnswer {
  readonly status: number
  /** The parsed body; `undefined` when it is empty or not JSON. */
  readonly json: unknown
}

/** Too many requests, and not now: both say that nothing was done. */
const refusedStatuses: readonly number[] = [429, 503]

/** The answer of a successful request; everything else is an error of the catalogue. */
export async function requestJson(context: HttpContext, request: HttpRequest): Promise<HttpAnswer> {
  const { retries = limits.httpRetries, signal } = request
  for (let tried = 0; ; tried += 1) {
    try {
      return await tryOnce(context, request)
    } catch (cause) {
      if (signal?.aborted) throw new LatchkeyError('request.aborted', {}, { cause })
      const wait = retryDelay(request, cause, tried)
      if (tried >= retries || wait === undefined) throw cause
      await pause(context.clock, wait, signal)
    }
  }
}

/** As errors name it: nobody wants to read the query on a screen, and it may hold an account that logs need not know. */
export const withoutQuery = (url: string) => url.replace(/[?#].*/s, '')

async function tryOnce({ fetch, clock }: HttpContext, request: HttpRequest): Promise<HttpAnswer> {
  const { url, method = 'GET', body, timeout = limits.httpTimeout, maxBytes = limits.httpBytes } = request
  const place = withoutQuery(url)
  const deadline = new AbortController()
  const cancel = clock.after(timeout, () =>
    deadline.abort(new LatchkeyError('http.timeout', { url: place, n: timeout })),
  )
  const { signal, release } = anySignal([deadline.signal, request.signal])
  try {
    const response = await fetch(url, {
      method,
      signal,
      // The gateway knows the page by its project and origin; cookies of its host are none of its business.
      credentials: 'omit',
      ...(request.cache ? { cache: request.cache } : {}),
      headers: {
        ...request.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = parse(await readText(response, place, maxBytes))
    if (response.ok) return { status: response.status, json }
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    throw new LatchkeyError('http.status', { n: response.status, url: place, answer: json, retryAfter })
  } catch (cause) {
    if (deadline.signal.aborted) throw deadline.signal.reason
    if (isLatchkeyError(cause)) throw cause
    throw new LatchkeyError('http.unreachable', { url: place }, { cause })
  } finally {
    cancel()
    release()
  }
}

async function readText(response: Response, url: string, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => {})
      throw new LatchkeyError('http.too-large', { url, n: maxBytes })
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds to wait, or `undefined` when another try is not worth it or not allowed. */
function retryDelay(
  { method = 'GET', retry }: HttpRequest,
  cause: unknown,
  tried: number,
): number | undefined {
  const rule = retry ?? (method === 'GET' ? 'always' : 'refused')
  const backoff = limits.httpRetryDelay * 2 ** tried
  if (isLatchkeyError(cause, 'http.status')) {
    const { n, retryAfter } = cause.context
    if (!isRetryableStatus(n) || (rule === 'refused' && !refusedStatuses.includes(n))) return undefined
    if (typeof retryAfter !== 'number') return backoff
    // Coming back earlier than asked would be rude, and later than this nobody waits (D-10).
    return retryAfter > limits.retryAfterMax ? undefined : retryAfter
  }
  const isLost = isLatchkeyError(cause, 'http.unreachable') || isLatchkeyError(cause, 'http.timeout')
  return isLost && rule === 'always' ? backoff : undefined
}

/** Waits on the clock; an abort ends the wait. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel()
      reject(new LatchkeyError('request.aborted', {}, { cause: signal?.reason }))
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
  })
}
