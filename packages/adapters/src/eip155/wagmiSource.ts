/** A connection of the app's wagmi as a source: wagmi's state is what its hooks show, so the kit shows the same. */
import type { Network } from '@latchkey/spec/entities'
import type { Config, Connector } from '@wagmi/core'
import { readAccounts } from './addresses.js'
import { chainIdOf } from './networks.js'
import { ask, isProvider, ProviderError } from './provider.js'
import { parseChainId, toHex } from './quantity.js'
import type { SourceEvent, WalletSource } from './source.js'

export type WagmiConnector = Connector

export interface WagmiActions {
  disconnect(): Promise<void>
  switchNetwork(network: Network): Promise<void>
}

export async function createWagmiSource(
  config: Config,
  connector: WagmiConnector,
  actions: WagmiActions,
): Promise<WalletSource> {
  const provider = await connector.getProvider()
  if (!isProvider(provider)) {
    throw new ProviderError({ code: 4900, message: `${connector.name} has no provider` }, provider)
  }
  const find = () => config.state.connections.get(connector.uid)
  let lastChainId = find()?.chainId ?? (await connector.getChainId())

  return {
    provider,
    accounts: () => readAccounts(find()?.accounts),
    chainId() {
      lastChainId = find()?.chainId ?? lastChainId
      return lastChainId
    },
    subscribe: (listener) =>
      config.subscribe(
        ({ connections }) => connections.get(connector.uid),
        (after, before) => {
          const event = change(after, before)
          if (event) listener(event)
        },
      ),
    async refresh() {
      const [accounts, answer] = await Promise.all([
        connector.getAccounts(),
        ask(provider, { method: 'eth_chainId' }),
      ])
      const chainId = parseChainId(answer)
      const shown = find()
      if (!shown || chainId === undefined) return
      const isSame =
        chainId === shown.chainId && readAccounts(accounts).join() === readAccounts(shown.accounts).join()
      // Through wagmi, so that its hooks learn it too.
      if (!isSame) connector.emitter.emit('change', { accounts, chainId })
    },
    disconnect: actions.disconnect,
    async switchNetwork(network) {
      const chainId = chainIdOf(network)
      if (config.chains.some(({ id }) => id === chainId)) await actions.switchNetwork(network)
      else {
        const params = [{ chainId: toHex(chainId) }]
        await ask(provider, { method: 'wallet_switchEthereumChain', params })
      }
    },
  }
}

type Connection = { readonly accounts: readonly string[]; readonly chainId: number } | undefined

function change(after: Connection, before: Connection): SourceEvent | undefined {
  if (!after) return { type: 'disconnected' }
  if (after.accounts.join() !== before?.accounts.join()) return { type: 'accounts' }
  return after.chainId === before.chainId ? undefined : { type: 'network' }
}
