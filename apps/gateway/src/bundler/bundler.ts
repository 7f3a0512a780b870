/**
 * User operations to bundlers that the operator configured. A caller names one of them, never an address: forwarding to a
 * given host would reach any host. Only the methods of the contract pass.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds, bundlerMethods } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { refuse } from '../http/refusal.js'
import { type Clock, within } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import { notAllowed, type RpcCall, requestText } from '../rpc/call.js'
import { hideAddress } from '../rpc/hideAddress.js'
import { type RpcOutcome, readAnswer } from '../rpc/readAnswer.js'
import { itemTexts, memberTexts } from '../rpc/slices.js'
import { answerOwn } from './own/answerOwn.js'
import type { Own } from './own/openOwnBundlers.js'
import type { Bundlers } from './settings.js'

export interface Bundler {
  /** Whether user operations of a network can be sent at all. */
  isServed(networkId: NetworkId): boolean
  /** What the bundler answers, text for text. Refuses when there is none, or when it does not answer. */
  forward(input: {
    readonly networkId: NetworkId
    /** Absent: the gateway's own where it has one, else the first of the network. */
    readonly name?: string | undefined
    readonly projectId: string | undefined
    readonly call: Pick<RpcCall, 'method' | 'params'>
    readonly signal: AbortSignal
  }): Promise<RpcOutcome>
  /** The gateway's own on a network. */
  own(networkId: NetworkId): Own | undefined
}

/** By which a caller names the gateway's own bundler. */
const ownName = 'own'

const allowed: ReadonlySet<string> = new Set(bundlerMethods)

export function createBundler(input: {
  readonly bundlers: Bundlers
  readonly own: ReadonlyMap<NetworkId, Own>
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
}): Bundler {
  const { bundlers, own, outbound, clock, log } = input

  function urlOf(networkId: NetworkId, name: string | undefined): string {
    const known = bundlers.get(networkId)
    if (!known) throw refuse('bundler', 'No bundler is configured for this network')
    const url = name === undefined ? [...known.values()][0] : known.get(name)
    if (url === undefined) throw refuse('bundler', 'There is no bundler of this name')
    return url
  }

  return {
    isServed: (networkId) => own.has(networkId) || bundlers.has(networkId),
    own: (networkId) => own.get(networkId),
    async forward({ networkId, name, projectId, call, signal }) {
      const ours = name === undefined || name === ownName ? own.get(networkId) : undefined
      if (ours) return answerOwn(ours, call, { projectId, signal })
      const url = urlOf(networkId, name)
      if (!allowed.has(call.method)) return { kind: 'error', ...notAllowed, data: undefined }
      const late = new AbortController()
      const request = {
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: requestText({ method: call.method, params: paramsOf(call) }),
        maxBytes: bounds.responseBytes,
        signal: AbortSignal.any([signal, late.signal]),
      } as const
      const away = (why: string) => {
        log.warn({ network: networkId, why }, 'a bundler failed')
        return refuse('chainUnavailable', 'The bundler does not answer')
      }
      const sent = outbound.send(request).catch(() => {
        signal.throwIfAborted()
        throw away('unreachable')
      })
      const answer = await within(clock, limits.httpTimeout, sent, () => {
        late.abort()
        return away('timeout')
      })
      const reading = readAnswer(answer, hideAddress(url))
      if (reading.is !== 'useless' && reading.outcome) return reading.outcome
      throw away(reading.is === 'answer' ? '' : reading.why)
    },
  }
}

/** What an account pretends to own while its gas is estimated, so that an empty one can be: 100 ether. */
const pretended = `0x${(100n * 10n ** 18n).toString(16)}`

/** An estimation without a state of its own is asked with a balance for the sender; everything else as it came. */
function paramsOf({ method, params }: Pick<RpcCall, 'method' | 'params'>): string {
  if (method !== 'eth_estimateUserOperationGas' || !params.startsWith('[')) return params
  const items = itemTexts(params)
  const [operation] = items
  if (items.length !== 2 || !operation?.startsWith('{')) return params
  const sender: unknown = JSON.parse(memberTexts(operation).get('sender') ?? 'null')
  if (typeof sender !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(sender)) return params
  return `[${items.join(',')},${JSON.stringify({ [sender]: { balance: pretended } })}]`
}
