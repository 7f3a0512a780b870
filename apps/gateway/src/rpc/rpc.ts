/**
 * JSON-RPC to the networks: upstreams ranked by how they do, retries and failover inside one deadline, a second upstream
 * beside a slow one, equal calls made one, and what cannot change answered from memory (S7-31, S8-33, S9-09).
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
 * upstream, calls of one moment share a batch, and what lies in final blocks is answered from memory. About the newest
 * block nothing is kept unless `maxAge` allows it.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import type { Upstreams } from '../config/parse.js'
import type { Metrics } from '../metrics.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import { type Soon, whenHere } from '../ports/soon.js'
import { Stopper, type StopSignal } from '../ports/stop.js'
import { type AnswerInput, answerKey, createAnswers } from './answers.js'
import { createAsk } from './ask.js'
import { attempt } from './attempts.js'
import { broadcast } from './broadcast.js'
import type { RpcCall } from './call.js'
import { createCollapse } from './collapse.js'
import { NetworkNotServed, NetworkUnavailable, NoRoom, RpcError } from './errors.js'
import { methodOf } from './methods.js'
import { createNetworks, type Network } from './network.js'
import { createPings } from './pings.js'
import type { Asked } from './plausible.js'
import type { RpcOutcome } from './readAnswer.js'
import { staticAnswer } from './staticAnswer.js'

export interface CallOptions {
  /** Aborting it ends the call; every call also has the deadline of S7-31. */
  readonly signal?: AbortSignal
  /** Reads the text of the result; `JSON.parse` when absent. `parseExact` keeps whole numbers that a float would round. */
  readonly parse?: (text: string) => unknown
  /** How old an answer about the newest block may be, in milliseconds; 0 when absent. */
  readonly maxAge?: number
}

export interface ForwardInput {
  readonly networkId: NetworkId
  readonly call: RpcCall
  readonly signal: StopSignal
  /** Further rounds after the first; as the spec says when absent. */
  readonly retries?: number
  /** Room that is left for the answer, in bytes. One that does not fit throws `NoRoom`; no other upstream is asked. */
  readonly room?: number
  /** As in `CallOptions`. */
  readonly maxAge?: number
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
  /** What an upstream of that network answers, text for text, or has answered; undefined when none of them does. */
  forward(input: ForwardInput): Soon<RpcOutcome | undefined>
  /** Whether an upstream answers and serves the network; says why not. For the readiness of the gateway. */
  probe(networkId: NetworkId, signal: StopSignal): Promise<string | undefined>
  close(): void
}

export interface RpcProvider {
  // viem types the answer by the method; a node may answer anything.
  request(input: { method: string; params?: unknown }): Promise<unknown>
}

export interface RpcInput {
  readonly upstreams: Upstreams
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** Where several gateways keep final answers together. */
  readonly shared?: Cache | undefined
  /** How long answers about the newest block are kept at most, in milliseconds; 0 when absent: not at all. */
  readonly freshFor?: number
  /** Whether upstreams in use are measured every few seconds (S9-09). */
  readonly isPinging?: boolean
}

export function createRpc(input: RpcInput): Rpc {
  const { upstreams, outbound, clock, log, metrics, shared, freshFor = 0, isPinging = false } = input
  const networks = createNetworks({ upstreams, outbound, clock })
  const answers = createAnswers({ clock, freshFor, shared })
  const collapse = createCollapse<RpcOutcome | undefined>()
  const ask = createAsk({ clock, log, metrics })
  const pings = createPings({ networks, ask, clock })

  const forward: Rpc['forward'] = (input) => {
    const network = networks.get(input.networkId)
    const method = network && methodOf(network.namespace, input.call.method)
    if (!network || !method) return undefined
    network.usedAt = clock.now()
    if (isPinging) pings.wake(network)
    const known = staticAnswer(network, input.call.method)
    if (known !== undefined) return { kind: 'result', result: known }
    const asked: Asked = { name: input.call.method, method, params: paramsOf(input.call.params) }
    const isBroadcast = method.isSend && network.namespace === 'eip155'
    if (!isBroadcast) return method.isSend ? reach(network, asked, input) : read(network, asked, input)
    return broadcast(input.call, {
      send: () => reach(network, asked, input),
      look: async (call) => forward({ ...input, call }),
    })
  }

  function reach(network: Network, asked: Asked, input: ForwardInput): Promise<RpcOutcome | undefined> {
    const { call, signal, retries = limits.httpRetries, room = bounds.responseBytes } = input
    return attempt({ network, call, asked, signal, retries, room }, { ask, clock })
  }

  /** From memory, from a call that is under way, or from an upstream. */
  function read(network: Network, asked: Asked, input: ForwardInput): Soon<RpcOutcome | undefined> {
    const { call, room = bounds.responseBytes, maxAge = 0 } = input
    const key = answerKey(network.id, call.method, call.params)
    const place = { key, asked, heads: network.heads, maxAge }
    return whenHere(answers.find(place) ?? answers.findElsewhere(place), (kept) => {
      if (kept === undefined) return obtain(network, place, input)
      metrics.observeRead(network.id, 'kept')
      return fitting({ kind: 'result', result: kept }, room)
    })
  }

  async function obtain(
    network: Network,
    place: AnswerInput,
    input: ForwardInput,
  ): Promise<RpcOutcome | undefined> {
    const { signal, room = bounds.responseBytes } = input
    const { key, asked } = place
    const isUnderWay = collapse.has(key)
    metrics.observeRead(network.id, isUnderWay ? 'shared' : 'asked')
    const start = async (either: StopSignal, most: number) => {
      const outcome = await reach(network, asked, { ...input, signal: either, room: most })
      const keeping = outcome?.kind === 'result' && answers.keep({ ...place, result: outcome.result })
      if (keeping) await keeping
      return outcome
    }
    // A call with less room may not fail for those who have more.
    if (room < bounds.responseBytes && !isUnderWay) return start(signal, room)
    return fitting(await collapse.join(key, signal, (either) => start(either, bounds.responseBytes)), room)
  }

  const call: Rpc['call'] = async (networkId, method, params = [], options = {}) => {
    const { signal = new Stopper(), parse = JSON.parse, maxAge = 0 } = options
    if (!networks.has(networkId)) throw new NetworkNotServed(networkId)
    const request = { method, id: '1', params: JSON.stringify(params) }
    const outcome = await forward({ networkId, call: request, signal, maxAge })
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
    probe: (networkId, signal) => pings.probe(networkId, signal),
    close: () => pings.close(),
  }
}

function fitting(outcome: RpcOutcome | undefined, room: number): RpcOutcome | undefined {
  if (outcome?.kind === 'result' && outcome.result.length > room) throw new NoRoom()
  return outcome
}

function paramsOf(text: string): readonly unknown[] {
  const params: unknown = JSON.parse(text)
  return Array.isArray(params) ? params : []
}
