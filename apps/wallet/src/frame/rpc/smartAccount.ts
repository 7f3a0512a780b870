/** The smart account of this wallet on one network: prepares operations and hands them to the bundler. It never signs here. */
import { type Call, createSmartAccount, type Hex, type SmartAccount } from '@latchkey/accounts'
import type { FrameContext } from '../context.js'
import { chainNumberOf } from '../network.js'
import { callNode } from './callNode.js'
import { RpcFailure } from './rpcFailure.js'

export interface OwnSmartAccount {
  readonly account: SmartAccount
  /** Complete but for its signature; paid for by the gateway's paymaster where it has one there. */
  prepare(calls: readonly Call[]): ReturnType<SmartAccount['prepareUserOperation']>
}

export async function openSmartAccount(context: FrameContext, network: string): Promise<OwnSmartAccount> {
  const [{ accounts }, { networks }] = await Promise.all([
    context.account.wallet(),
    context.api.call('accountNetworks', {}),
  ])
  const chainId = chainNumberOf(network)
  const enabled = networks.find((each) => each.chainId === chainId)
  const own = accounts.find(({ type }) => type === 'smartAccount')
  if (!enabled || own?.owner === undefined)
    throw new RpcFailure(5710, 'Smart accounts are not enabled on this network')
  const ask = (method: string, params: readonly unknown[]) => callNode(context, network, method, params)
  const account = createSmartAccount({
    // As the worker wrote it; the worker holds every operation against its own.
    owner: own.owner as Hex,
    chainId,
    chain: ask,
    bundler: ask,
    sign: () => Promise.reject(new TypeError('the frame has no keys')),
  })
  if (account.address.toLowerCase() !== own.address.toLowerCase())
    throw new RpcFailure(4100, 'The smart account is not the one of this wallet')
  return {
    account,
    async prepare(calls) {
      if (!enabled.isSponsored) return account.prepareUserOperation({ calls })
      try {
        return await account.prepareUserOperation({ calls, paymaster: {} })
      } catch (error) {
        // Who would pay may say no; then the account pays, which the person sees before they approve.
        if (!(error instanceof RpcFailure)) throw error
        return account.prepareUserOperation({ calls })
      }
    },
  }
}
