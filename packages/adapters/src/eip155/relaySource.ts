/** A wallet behind a relay as a source. Each request names its chain, so the page is where the page says (D-11). */
import type { AdapterContext, RelayLink, RelayLinkEvent } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { createListeners } from '../listeners.js'
import { readAccounts } from './addresses.js'
import { eip155NetworkId, parseChainId, toHex } from './quantity.js'
import { createRelayProvider } from './relayProvider.js'
import type { SourceEvent, WalletSource } from './source.js'

export interface RelaySourceInput {
  readonly link: RelayLink
  readonly context: AdapterContext
}

type EventListener = (...values: never[]) => void

export function createRelaySource({ link, context }: RelaySourceInput): WalletSource {
  const { add, tell } = createListeners<SourceEvent>(() => link.subscribe(hear))
  const provided = createProviderEvents()
  let chain = chainsOf(link).find((id) => eip155NetworkId(id) === link.preferredNetworkId)
  /** Where the wallet went before it approved the chain. */
  let awaited: number | undefined
  /** Chosen in the wallet. */
  let first: Address | undefined

  /** A chain that the wallet took back is left for one that it still has. */
  function chainId(): number {
    const chains = chainsOf(link)
    if (chain === undefined || !chains.includes(chain)) chain = chains[0] ?? chain
    return chain ?? 0
  }

  function accounts(): readonly Address[] {
    const on = eip155NetworkId(chainId())
    const list = readAccounts(
      link.accounts().flatMap((each) => (each.networkId === on ? [each.address] : [])),
    )
    return first && list.includes(first) ? [first, ...list.filter((each) => each !== first)] : list
  }

  function moveTo(id: number) {
    awaited = undefined
    if (chain === id) return
    chain = id
    tell({ type: 'network' })
    tell({ type: 'accounts' })
    provided.emit('chainChanged', toHex(id))
  }

  function hear(event: RelayLinkEvent) {
    if (event.type === 'deleted') {
      tell({ type: 'disconnected', cause: event.cause })
      provided.emit('disconnect', event.cause)
    } else if (event.type === 'updated') onUpdated()
    else if (event.name === 'chainChanged') onChainChanged(event.data)
    else if (event.name === 'accountsChanged') onAccountsChanged(event.data)
  }

  function onUpdated() {
    if (awaited !== undefined && chainsOf(link).includes(awaited)) moveTo(awaited)
    const before = chain
    if (chainId() !== before) tell({ type: 'network' })
    tell({ type: 'accounts' })
    provided.emit('accountsChanged', accounts())
  }

  function onChainChanged(data: unknown) {
    const id = parseChainId(data instanceof Object && 'chainId' in data ? data.chainId : data)
    if (id === undefined) return
    if (chainsOf(link).includes(id)) moveTo(id)
    else awaited = id
  }

  /** Wallets list addresses, or accounts with their chain. */
  function onAccountsChanged(data: unknown) {
    const list = Array.isArray(data) ? data.map((each) => String(each).split(':').at(-1)) : []
    const [chosen] = readAccounts(list)
    if (!chosen) return
    first = chosen
    tell({ type: 'accounts' })
    provided.emit('accountsChanged', accounts())
  }

  return {
    provider: createRelayProvider({ link, context, accounts, chainId, moveTo, events: provided }),
    accounts,
    chainId,
    subscribe: add,
    // What the session holds is what the wallet said last; there is nothing to ask it for.
    refresh: async () => {},
    disconnect: () => link.disconnect(),
  }
}

const chainsOf = (link: RelayLink): readonly number[] =>
  link.networks().flatMap((id) => parseChainId(id.slice(id.indexOf(':') + 1)) ?? [])

/** The events of EIP-1193, for libraries that listen to the provider itself. */
function createProviderEvents() {
  const listeners = new Map<string, Set<EventListener>>()
  return {
    on(event: string, listener: EventListener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: EventListener) {
      listeners.get(event)?.delete(listener)
    },
    emit(event: string, value: unknown) {
      // Whoever listens to this event takes this value.
      for (const listener of [...(listeners.get(event) ?? [])]) (listener as (value: unknown) => void)(value)
    },
  }
}
