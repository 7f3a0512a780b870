/** The wallet's way to the networks: its pages reach no other host than the wallet origin, so that no page of an app can name a node. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { getAssetsParams } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import { type WalletAnswerOf, type WalletRequestOf, walletLimits } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { assetsOf } from '../../balances/assets.js'
import type { Bundler } from '../../bundler/bundler.js'
import { CallsFailure } from '../../calls/failure.js'
import { getCallsStatus } from '../../calls/getCallsStatus.js'
import type { ChainData } from '../../chain/openChainData.js'
import { Refusal } from '../../http/refusal.js'
import type { Limiter } from '../../ports/limiter.js'
import { NetworkNotServed, NetworkUnavailable } from '../../rpc/errors.js'
import type { RpcOutcome } from '../../rpc/readAnswer.js'
import type { Rpc } from '../../rpc/rpc.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { answererOf } from './methods.js'

export interface NetworkParts {
  readonly rpc: Rpc
  readonly chainData: ChainData
  readonly bundler: Bundler
  readonly limiter: Limiter
}

type Answer = WalletAnswerOf<'walletRpcCall'>

/** How much may happen at once, of a minute's calls. */
const burst = walletLimits.rpcPerMinute / 4

export function createNetworkHandlers({ rpc, chainData, bundler, limiter }: NetworkParts) {
  async function admit(sessionId: string): Promise<void> {
    const perSecond = walletLimits.rpcPerMinute / 60
    const verdict = await limiter.take({ key: `wallet rpc|${sessionId}`, capacity: burst, perSecond })
    if (!verdict.isAllowed) throw new WalletRefusal('RATE', { retryAfter: verdict.retryAfter })
  }

  async function ofGateway(
    method: string,
    [parameter]: readonly unknown[],
    signal: AbortSignal,
  ): Promise<Answer> {
    if (method === 'wallet_getAssets') {
      const read = v.safeParse(getAssetsParams, parameter)
      if (!read.success) return invalidParams
      return { result: await assetsOf(read.output, { chainData, rpc }, { signal }) }
    }
    if (typeof parameter !== 'string') return invalidParams
    try {
      return { result: await getCallsStatus(parameter, { project: undefined, signal }, { bundler }) }
    } catch (cause) {
      if (!(cause instanceof CallsFailure)) throw cause
      return { error: { code: cause.code, message: cause.message } }
    }
  }

  async function ask(
    networkId: NetworkId,
    { method, params = [] }: WalletRequestOf<'walletRpcCall'>['body'],
    { projectId, signal }: { projectId: string | undefined; signal: AbortSignal },
  ): Promise<Answer> {
    const answerer = answererOf(parseNetworkId(networkId)?.namespace ?? '', method)
    if (!answerer) throw new WalletRefusal('RPC_METHOD')
    if (answerer === 'gateway') return ofGateway(method, params, signal)
    const call = { method, id: '1', params: JSON.stringify(params) }
    const outcome =
      answerer === 'bundler'
        ? await bundler.forward({ networkId, projectId, call, signal })
        : await rpc.forward({ networkId, call, signal })
    if (!outcome) throw new WalletRefusal('RPC')
    return answerOf(outcome)
  }

  return {
    async walletRpcCall({ params, body }, caller: WalletCaller) {
      const { session } = signedInOf(caller)
      await admit(session.id)
      if (!parseNetworkId(params.chainId)) throw new WalletRefusal('RPC_METHOD')
      // Just seen to be one.
      const networkId = params.chainId as NetworkId
      try {
        return await ask(networkId, body, {
          projectId: session.projectId ?? undefined,
          signal: caller.signal,
        })
      } catch (cause) {
        const isAway = cause instanceof NetworkNotServed || cause instanceof NetworkUnavailable
        // No bundler, or one that does not answer: told in the words of the wallet's own contract.
        throw isAway || cause instanceof Refusal ? new WalletRefusal('RPC') : cause
      }
    },

    async accountNetworks() {
      const served = [...rpc.upstreams.keys()].filter(
        (id) => parseNetworkId(id)?.namespace === 'eip155' && bundler.isServed(id),
      )
      return {
        networks: served.map((id) => ({
          chainId: Number(id.slice('eip155:'.length)),
          isSponsored: bundler.own(id)?.sponsor !== undefined,
        })),
      }
    },
  } satisfies WalletHandlers
}

const invalidParams: Answer = { error: { code: rpcCodes.invalidParams, message: 'Invalid params' } }

function answerOf(outcome: RpcOutcome): Answer {
  if (outcome.kind === 'result') return { result: JSON.parse(outcome.result) as unknown }
  const { code, message, data } = outcome
  const error = { code, message: message.slice(0, 1024) }
  return { error: data === undefined ? error : { ...error, data: JSON.parse(data) as unknown } }
}
