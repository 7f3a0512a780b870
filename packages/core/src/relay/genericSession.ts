/** A wallet behind a relay whose namespace has no adapter: its accounts are shown, and its methods can be called. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { WalletSession, WalletSessionEvent } from '../connector.js'
import type { RelayLink } from './link.js'

export interface GenericProvider {
  /** Without a network, the one that is shown. */
  request(input: {
    readonly method: string
    readonly params?: unknown
    readonly networkId?: NetworkId
    readonly signal?: AbortSignal
  }): Promise<unknown>
}

export function createGenericSession(link: RelayLink, namespace: Namespace): WalletSession {
  const listeners = new Set<{ readonly hear: (event: WalletSessionEvent) => void }>()
  let chosen = link.preferredNetworkId

  const networkId = () => {
    const networks = link.networks()
    return chosen && networks.includes(chosen) ? chosen : networks[0]
  }
  const tell = (event: WalletSessionEvent) => {
    for (const { hear } of [...listeners]) hear(event)
  }

  const provider: GenericProvider = {
    async request({ method, params, networkId: wanted, signal }) {
      const on = wanted ?? networkId()
      if (on === undefined) throw new LatchkeyError('relay.not-connected')
      if (!link.networks().includes(on)) throw new LatchkeyError('relay.no-provider', { chain: on })
      return link.request({ networkId: on, method, params, signal })
    },
  }

  return {
    provider,
    accounts() {
      const on = networkId()
      const addresses = link.accounts().flatMap((each) => (each.networkId === on ? [each.address] : []))
      const type = namespace === 'bip122' ? 'payment' : 'eoa'
      return [...new Set(addresses)].map((address): Account => ({ namespace, address, type }))
    },
    networkId,
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      const stop = link.subscribe((event) => {
        if (event.type === 'deleted') hear({ type: 'disconnected', cause: event.cause })
        else hear({ type: 'accounts' })
      })
      return () => {
        stop()
        listeners.delete(entry)
      }
    },
    disconnect: () => link.disconnect(),
    async switchNetwork({ network: { caipNetworkId } }) {
      if (!link.networks().includes(caipNetworkId)) {
        throw new LatchkeyError('relay.no-provider', { chain: caipNetworkId })
      }
      chosen = caipNetworkId
      tell({ type: 'network' })
    },
  }
}
