/**
 * JSON-RPC to the networks: one call tried on the upstreams in order, with retries, inside one deadline (S7-31, S8-33).
 *
 * How the rest of the gateway reads chains:
 *
 * ```ts
 * const wei = await deps.rpc.call('eip155:1', 'eth_getBalance', [address, 'latest'], { signal: caller.signal })
 * const client = createPublicClient({ transport: custom(deps.rpc.provider('eip155:1', { signal })), batch: { multicall: true } })
 * ```
 *
 * A call throws `RpcError` with what the node said (a revert, say), `NetworkNotServed` when no upstream is configured,
 * `NetworkUnavailable` when none answers in time, or the reason of its signal. A handler may let all of them through:
 * they are answered as 503, 400 and 503 in the one failure shape. Identical reads at the same time are one call
 * upstream, calls of one moment share a batch, and what cannot change any more is answered from memory.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import type { Upstreams } from '../config/parse.js'
import type { Metrics } from '../metrics.js'
import { type Clock, wait } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { type Outbound, OutboundError } from '../ports/outbound.js'
import { type RpcCall, requestText } from './call.js'
import { NetworkNotServed, NetworkUnavailable, RpcError } from './errors.js'
import { hideAddress } from './hideAddress.js'
import { type Reading, type RpcOutcome, readAnswer } from './readAnswer.js'
import { delayBefore } from './retry.js'
import { type Upstream, upstreamsOf } from './upstreams.js'

export interface CallOptions {
  /** Aborting it ends the call; every call also has the deadline of S7-31. */
  readonly signal?: AbortSignal
  /** Reads the text of the result; `JSON.parse` when absent. `parseExact` keeps whole numbers that a float would round. */
  readonly parse?: (text: string) => unknown
}

export interface Rpc {
  readonly upstreams: Upstreams
  /** The result, parsed and not checked: a schema is the caller's business, since nodes are strangers. */
  call(
    networkId: NetworkId,
    method: string,
    params?: readonly unknown[],
    options?: CallOptions,
  ): Promise<unknown>
  /** The same in the form of EIP-1193, for `custom` of viem and its like. */
  provider(networkId: NetworkId, options?: CallOptions): RpcProvider
  /** What an upstream of that network answers, text for text; undefined when none of them does. */
  forward(input: {
    networkId: NetworkId
    call: RpcCall
    signal: AbortSignal
    /** Further rounds after the first; as the spec says when absent. */
    retries?: number
    /** Room that is left for the answer, in bytes. One that does not fit throws `NoRoom`; no other upstream is asked. */
    room?: number
  }): Promise<RpcOutcome | undefined>
}

export interface RpcProvider {
  // viem types the answer by the method; a node may answer anything.
  request(input: { method: string; params?: unknown }): Promise<unknown>
}

/** An answer is larger than what its caller can still take, though an upstream may send as much. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

export interface RpcInput {
  readonly upstreams: Upstreams
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

export function createRpc({ upstreams, outbound, clock, log, metrics }: RpcInput): Rpc {
  /** Whatever happens to an upstream is a reading; only a caller without room is an error. */
  async function ask(
    upstream: Upstream,
    body: string,
    deadline: number,
    signal: AbortSignal,
    room: number,
  ): Promise<Reading> {
    const { networkId, index, url } = upstream
    const late = new AbortController()
    const cancel = clock.after(deadline - clock.now(), () => late.abort())
    const either = AbortSignal.any([late.signal, signal])
    const request = { url, method: 'POST', body, headers: { 'content-type': 'application/json' } } as const
    const startedAt = clock.now()
    let reading: Reading
    try {
      reading = readAnswer(
        await outbound.send({ ...request, signal: either, maxBytes: room }),
        hideAddress(url),
      )
    } catch (cause) {
      if (room < bounds.responseBytes && isTooLarge(cause)) throw new NoRoom()
      reading = late.signal.aborted ? { is: 'retry', why: 'timeout' } : failed(cause)
    } finally {
      cancel()
    }
    const result = reading.is === 'answer' ? 'ok' : reading.why
    metrics.observeUpstream({ networkId, index, result, seconds: (clock.now() - startedAt) / 1000 })
    if (reading.is !== 'answer')
      log.warn({ network: networkId, upstream: index, result }, 'an upstream failed')
    return reading
  }

  const forward: Rpc['forward'] = async (input) => {
    const { networkId, call, signal, retries = limits.httpRetries, room = bounds.responseBytes } = input
    const body = requestText(call)
    const end = clock.now() + limits.httpTimeout
    let candidates = upstreamsOf(upstreams, networkId)
    let lastSaid: RpcOutcome | undefined
    for (let round = 0; round <= retries && candidates.length > 0; round++) {
      const again: Upstream[] = []
      const waits: (string | undefined)[] = []
      for (const [position, upstream] of candidates.entries()) {
        signal.throwIfAborted()
        // An upstream that hangs must leave time for those after it.
        const share = (end - clock.now()) / (candidates.length - position)
        if (share <= 0) return lastSaid
        const reading = await ask(upstream, body, clock.now() + share, signal, room)
        if (reading.is === 'answer') return reading.outcome
        if (reading.is === 'useless') continue
        lastSaid = reading.outcome ?? lastSaid
        again.push(upstream)
        waits.push(reading.retryAfter)
      }
      candidates = again
      const delay = delayBefore(round, waits, clock.now())
      if (candidates.length === 0 || round === retries || clock.now() + delay >= end) return lastSaid
      await wait(clock, delay, signal)
    }
    return lastSaid
  }

  const call: Rpc['call'] = async (networkId, method, params = [], options = {}) => {
    const { signal = new AbortController().signal, parse = JSON.parse } = options
    if (!upstreams.get(networkId)?.http.length) throw new NetworkNotServed(networkId)
    const outcome = await forward({
      networkId,
      call: { method, id: '1', params: JSON.stringify(params) },
      signal,
    })
    if (!outcome) throw new NetworkUnavailable(networkId)
    if (outcome.kind === 'error') throw new RpcError(outcome)
    return parse(outcome.result)
  }

  return {
    upstreams,
    call,
    forward,
    provider: (networkId, options) => ({
      // EIP-1193 allows an object; no method that passes here takes one.
      request: ({ method, params }) => call(networkId, method, Array.isArray(params) ? params : [], options),
    }),
  }
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof OutboundError && cause.kind === 'too-large'
}

function failed(cause: unknown): Reading {
  if (!(cause instanceof OutboundError)) throw cause
  if (cause.kind === 'too-large' || cause.kind === 'not-text') return { is: 'useless', why: cause.kind }
  return { is: 'retry', why: cause.kind }
}
