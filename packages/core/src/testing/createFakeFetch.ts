/** A fetch that answers what the test says, in order, and throws when it is asked for anything else. */

export interface FakeCall {
  readonly url: string
  readonly method: string
  /** The parsed JSON body. */
  readonly body: unknown
  readonly signal: AbortSignal | undefined
  readonly cache: RequestCache | undefined
}

export type FakeAnswer =
  | {
      readonly status?: number
      readonly json?: unknown
      readonly text?: string
      readonly headers?: HeadersInit
    }
  /** Never answers; ends only with the caller's abort. */
  | 'hang'
  /** The connection breaks. */
  | 'unreachable'

export interface FakeFetch {
  readonly fetch: typeof globalThis.fetch
  readonly calls: readonly FakeCall[]
  /** The next call that nobody answered before gets this; a function sees the call and may answer later. */
  answer(answer: FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)): void
  /** From now on every call that `answer` did not foresee gets this. */
  always(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>): void
  /** Calls that wait for their answer. */
  readonly pending: number
}

export function createFakeFetch(): FakeFetch {
  const calls: FakeCall[] = []
  const answers: ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)[] = []
  let rest: ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) | undefined
  let pending = 0

  async function respond(call: FakeCall): Promise<Response> {
    const next = answers.shift() ?? rest
    if (!next) throw new Error(`Nobody expected ${call.method} ${call.url}`)
    call.signal?.throwIfAborted()
    const answer = await untilAborted(Promise.resolve(next(call)), call.signal)
    if (answer === 'unreachable') throw new TypeError('fetch failed')
    if (answer === 'hang') return untilAborted(new Promise<never>(() => {}), call.signal)
    const { status = 200, json, text, headers } = answer
    return new Response(text ?? (json === undefined ? null : JSON.stringify(json)), {
      status,
      ...(headers ? { headers } : {}),
    })
  }

  return {
    calls,
    answer: (answer) => void answers.push(typeof answer === 'function' ? answer : () => answer),
    always(answer) {
      rest = answer
    },
    get pending() {
      return pending
    },
    async fetch(input, init) {
      const call: FakeCall = {
        url: String(input instanceof Request ? input.url : input),
        method: init?.method ?? 'GET',
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
        signal: init?.signal ?? undefined,
        cache: init?.cache,
      }
      calls.push(call)
      pending += 1
      try {
        return await respond(call)
      } finally {
        pending -= 1
      }
    },
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
  })
}
