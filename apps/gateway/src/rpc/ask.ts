/** One call to one upstream: proven to serve the network, within its deadline, judged, measured. */
import { bounds } from '@latchkey/spec/endpoints'
import { parseRetryAfter, rpcCodes } from '@latchkey/spec/errors'
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import type { Metrics } from '../metrics.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import { OutboundError } from '../ports/outbound.js'
import { Follower, type StopSignal } from '../ports/stop.js'
import { blockTold } from './blockRef.js'
import type { RpcCall } from './call.js'
import { NoRoom } from './errors.js'
import { type Identity, quantityOf } from './identity.js'
import type { Network, Upstream } from './network.js'
import { type Asked, implausible } from './plausible.js'
import type { Reading } from './readAnswer.js'

export interface AskInput {
  readonly network: Network
  readonly upstream: Upstream
  readonly call: RpcCall
  /** Undefined for questions of the gateway itself. */
  readonly asked: Asked | undefined
  /** When it must have answered. */
  readonly deadline: number
  readonly signal: StopSignal
  readonly room: number
}

export type Ask = (input: AskInput) => Promise<Reading>

/** How long a proof of the network holds. */
const provenFor = minutes(10)
/** Made once: it only has to be something. */
const tooLate = new Error('too late')

/** The pause of an upstream that says "slower" and not for how long. */
const usualRest = seconds(1)

export function createAsk({ clock, log, metrics }: { clock: Clock; log: Log; metrics: Metrics }): Ask {
  /** Whatever happens to an upstream is a reading; only a caller without room is an error. */
  async function send({
    network,
    upstream,
    call,
    asked,
    deadline,
    signal,
    room,
  }: AskInput): Promise<Reading> {
    const ending = new Follower(signal)
    const cancel = clock.after(deadline - clock.now(), () => ending.abort(tooLate))
    const isAlone = (asked?.method.cost ?? 1) > 1
    const startedAt = clock.now()
    let reading: Reading
    try {
      reading = await upstream.wire.ask(call, { signal: ending, room, isAlone })
      reading = judge(reading, asked, network)
    } catch (cause) {
      if (room < bounds.responseBytes && cause instanceof OutboundError && cause.kind === 'too-large')
        throw new NoRoom()
      reading = ending.reason === tooLate ? { is: 'retry', why: 'timeout' } : failed(cause)
    } finally {
      cancel()
      ending.release()
    }
    note(reading, { network, upstream, call, isGivenUp: signal.aborted, ms: clock.now() - startedAt })
    return reading
  }

  function note(
    reading: Reading,
    facts: { network: Network; upstream: Upstream; call: RpcCall; isGivenUp: boolean; ms: number },
  ): void {
    const { network, upstream, call, isGivenUp, ms } = facts
    const { networkId, index, health } = upstream
    // The caller left, or another upstream was faster: that it took so long is all that is known.
    if (isGivenUp) {
      metrics.observeUpstream({ networkId, index, result: 'aborted', seconds: ms / 1000 })
      if (ms >= network.paceOf(call.method).hedgeAfter()) health.note({ ok: true, ms })
      return
    }
    const result = reading.is === 'answer' ? 'ok' : reading.why
    metrics.observeUpstream({ networkId, index, result, seconds: ms / 1000 })
    if (reading.is === 'answer') {
      health.note({ ok: true, ms })
      network.paceOf(call.method).note(ms)
      if (reading.outcome.kind === 'result') noteHead(network, index, call.method, reading.outcome.result)
      return
    }
    log.warn({ network: networkId, upstream: index, method: call.method, result }, 'an upstream failed')
    const pause = pauseOf(reading, clock.now())
    if (pause === undefined) health.note({ ok: false, ms })
    else health.rest(pause)
  }

  const isProven = ({ provenAt }: Upstream) => provenAt !== undefined && clock.now() - provenAt < provenFor

  /** Asks for the network once in a while, before anything else is believed. */
  async function prove(input: AskInput, identity: Identity): Promise<Reading> {
    const { upstream } = input
    const reading = await send({
      ...input,
      call: identity.call,
      asked: undefined,
      room: bounds.responseBytes,
    })
    if (reading.is !== 'answer') return reading
    const { outcome } = reading
    // A node that does not know the question cannot be caught, nor blamed.
    if (outcome.kind === 'result' && !identity.matches(outcome.result)) {
      const { networkId, index, health } = upstream
      log.error({ network: networkId, upstream: index }, 'an upstream serves another network and is not used')
      health.distrust()
      return { is: 'useless', why: 'another network' }
    }
    upstream.provenAt = clock.now()
    return reading
  }

  return async (input) => {
    const { identity } = input.network
    if (!identity || isProven(input.upstream)) return send(input)
    const proof = await prove(input, identity)
    const isAllThatIsAsked = proof.is !== 'answer' || input.call === identity.call
    return isAllThatIsAsked ? proof : send(input)
  }
}

function judge(reading: Reading, asked: Asked | undefined, network: Network): Reading {
  if (!asked || reading.is !== 'answer' || reading.outcome.kind === 'error') return reading
  const why = implausible(asked, reading.outcome.result, network.heads.head())
  if (why === undefined) return reading
  return why === 'behind the others' ? { is: 'retry', why, outcome: reading.outcome } : { is: 'useless', why }
}

/** How long it wants to be left alone; undefined when it did not say that it is asked too much. */
function pauseOf(reading: Exclude<Reading, { is: 'answer' }>, now: number): number | undefined {
  if (reading.is !== 'retry') return undefined
  const isLimit =
    reading.why === 'status 429' ||
    (reading.outcome?.kind === 'error' && reading.outcome.code === rpcCodes.limitExceeded)
  return isLimit ? Math.max(usualRest, parseRetryAfter(reading.retryAfter, now) ?? 0) : undefined
}

const tellsHead: ReadonlySet<string> = new Set(['eth_getTransactionReceipt', 'eth_getTransactionByHash'])

/** Any answer that names a block says how far the network has come. */
function noteHead({ heads, namespace }: Network, index: number, method: string, result: string): void {
  if (namespace !== 'eip155') return
  const block =
    method === 'eth_blockNumber' ? quantityOf(result) : tellsHead.has(method) ? blockTold(result) : undefined
  if (block !== undefined && (method === 'eth_blockNumber' || block > (heads.head() ?? 0n)))
    heads.note(index, block)
}

function failed(cause: unknown): Reading {
  if (!(cause instanceof OutboundError)) throw cause
  if (cause.kind === 'aborted' || cause.kind === 'unreachable') return { is: 'retry', why: cause.kind }
  return { is: 'useless', why: cause.kind }
}

/** The share of the time that is left which one of several may take. */
export function shareOf(end: number, now: number, after: number): number {
  return Math.min(limits.httpTimeout, (end - now) / (after + 1))
}
