/** Moves a wallet to another network, and teaches it one it does not know (S4-24). */
import type { Clock } from '@latchkey/core'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { ask, type Eip1193Provider } from './provider.js'
import { parseChainId, toHex } from './quantity.js'
import type { WalletSource } from './source.js'

export interface SwitchInput {
  readonly network: Network
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** Resolves once the wallet itself says that it is there; some answer before they have moved. */
export async function switchNetwork(
  source: WalletSource,
  { network, signal, clock }: SwitchInput,
): Promise<void> {
  const target = chainIdOf(network)
  if (source.switchNetwork) await source.switchNetwork(network)
  else {
    const params = [{ chainId: toHex(target) }]
    await ask(source.provider, { method: 'wallet_switchEthereumChain', params })
  }
  signal.throwIfAborted()
  await source.refresh()
  if (source.chainId() !== target) await arrival(source, target, { signal, clock })
}

/** Ends without an error when the wallet stays where it is: the kit compares and says so. */
function arrival(
  source: WalletSource,
  target: number,
  { signal, clock }: Pick<SwitchInput, 'signal' | 'clock'>,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(limits.networkArrival, end)
    const stop = source.subscribe(() => {
      if (source.chainId() === target) end()
    })
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Wallets keep what they are taught, so they get the network's own addresses, never the page's gateway. */
export async function addNetwork(provider: Eip1193Provider, network: Network): Promise<void> {
  const { name, nativeCurrency, rpcUrls, blockExplorers } = network
  const explorers = blockExplorers ? [blockExplorers.default.url] : []
  const chain = {
    chainId: toHex(chainIdOf(network)),
    chainName: name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http.filter((url) => /^https?:\/\//.test(url)),
    ...(explorers.length > 0 ? { blockExplorerUrls: explorers } : {}),
  }
  await ask(provider, { method: 'wallet_addEthereumChain', params: [chain] })
}

export function chainIdOf({ id }: Network): number {
  const chainId = parseChainId(id)
  if (chainId === undefined) throw new LatchkeyError('network.not-found', { id })
  return chainId
}
