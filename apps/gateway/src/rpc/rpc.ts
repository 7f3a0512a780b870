/** JSON-RPC to the networks: one call tried on the upstreams in order, with retries, inside one deadline (S7-31, S8-33). */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import type { Upstreams } from '../config/parse.js'
import type { Metrics } from '../metrics.js'
import { type Clock, wait } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { type Outbound, OutboundError } from '../ports/outbound.js'
import { type RpcCall, requestText } from './call.js'
import { hideAddress } from './hideAddress.js'
import { type Reading, type RpcOutcome, readAnswer } from './readAnswer.js'
import { delayBefore } from './retry.js'
import { type Upstream, upstreamsOf } from './upstreams.js'

export interface Rpc {
  readonly upstreams: Upstreams
  /** What an upstream of that network answers; undefined when none of them does. */
  call(input: {
    networkId: NetworkId
    call: RpcCall
    signal: AbortSignal
    /** Further rounds after the first; as the spec says when absent. */
    retries?: number
    /** Room that is left for the answer, in bytes. One that does not fit throws `NoRoom`; no other upstream is asked. */
    room?: number
  }): Promise<RpcOutcome | undefined>
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

  return {
    upstreams,
    async call({ networkId, call, signal, retries = limits.httpRetries, room = bounds.responseBytes }) {
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
    },
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
