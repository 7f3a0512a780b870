/** Several JSON-RPC providers behind each other, the best first (S4-19, S9-09). */
import { isExecutionReverted, isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Clock } from './clock.js'
import { pause } from './http.js'
import { mayPass } from './mayPass.js'
import type { RpcCall, RpcTransport } from './rpc.js'

export interface Fallback extends RpcTransport {
  /** The providers as they are tried now. */
  order(): readonly RpcTransport[]
  /** Stops measuring. */
  stop(): void
}

export interface CreateFallbackInput {
  readonly transports: readonly RpcTransport[]
  readonly clock: Clock
  /** A cheap method to measure with; without it the order never changes. */
  readonly ping?: string
  /** No measuring while this is false, for example while the page is hidden. */
  readonly isActive?: () => boolean
}

interface Sample {
  readonly isOk: boolean
  readonly latency: number
}

/** Several nodes of one network as one: the best is asked first, and the next one where it fails. */
export function createFallback({
  transports,
  clock,
  ping,
  isActive = () => true,
}: CreateFallbackInput): Fallback {
  const samples = new Map<RpcTransport, readonly Sample[]>()
  let ranked = transports
  let stopTimer = () => {}
  let isStopped = false

  async function measure(transport: RpcTransport, method: string) {
    const start = clock.now()
    const isOk = await transport
      .request({ method, timeout: limits.rankTimeout, retries: 0 })
      .then(() => true)
      .catch(() => false)
    const sample = { isOk, latency: clock.now() - start }
    samples.set(transport, [...(samples.get(transport) ?? []), sample].slice(-limits.rankSamples))
  }

  async function round(method: string) {
    if (isActive()) await Promise.all(transports.map((transport) => measure(transport, method)))
    if (isStopped) return
    ranked = rank(transports, samples)
    stopTimer = clock.after(limits.rankInterval, () => void round(method))
  }
  if (ping && transports.length > 1) void round(ping)

  return {
    order: () => ranked,
    stop() {
      isStopped = true
      stopTimer()
    },
    async request(call) {
      const { retries = limits.httpRetries, signal } = call
      for (let tried = 0; ; tried += 1) {
        try {
          return await tryEach(ranked, call)
        } catch (cause) {
          if (signal?.aborted || isFinal(cause) || !mayPass(cause) || tried >= retries) throw cause
          await pause(clock, limits.httpRetryDelay * 2 ** tried, signal)
        }
      }
    },
  }
}

/**
 * The next provider is asked before the same one again: it may be up while this one is down. Where all fail, a refusal
 * that stands says more than a node that is down for the moment.
 */
async function tryEach(transports: readonly RpcTransport[], call: RpcCall): Promise<unknown> {
  let failure: { readonly cause: unknown } | undefined
  for (const transport of transports) {
    try {
      return await transport.request({ ...call, retries: 0 })
    } catch (cause) {
      if (call.signal?.aborted || isFinal(cause)) throw cause
      if (!failure || mayPass(failure.cause)) failure = { cause }
    }
  }
  if (!failure) throw new LatchkeyError('relay.no-rpc-url')
  throw failure.cause
}

/** S4-19: a person's no and a contract's no are the same everywhere. */
function isFinal(cause: unknown): boolean {
  return isUserRejection(cause) || (cause instanceof Error && isExecutionReverted(cause.message))
}

/** S9-09: share of good answers, and speed against the slowest; providers that tie keep the order they were given in. */
export function rank(
  transports: readonly RpcTransport[],
  samples: ReadonlyMap<RpcTransport, readonly Sample[]>,
): readonly RpcTransport[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const stats = transports.map((transport) => {
    const own = samples.get(transport) ?? []
    const good = own.filter(({ isOk }) => isOk)
    return {
      transport,
      stability: own.length > 0 ? good.length / own.length : 0,
      latency: good.length > 0 ? mean(good.map(({ latency }) => latency)) : limits.rankTimeout,
    }
  })
  const slowest = Math.max(1, ...stats.map(({ latency }) => latency))
  const { stability: stabilityWeight, latency: latencyWeight } = limits.rankWeights
  const score = ({ stability, latency }: (typeof stats)[number]) =>
    stabilityWeight * stability + latencyWeight * (1 - latency / slowest)
  return stats.sort((a, b) => score(b) - score(a)).map(({ transport }) => transport)
}
