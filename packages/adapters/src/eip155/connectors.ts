/** Ways to reach an eip155 wallet. Small, because every page with an adapter carries it; sessions come when one is chosen. */
import { type AdapterContext, type Connector, defineConnector, type WalletSession } from '@latchkey/core'
import type { AccountType, ConnectorType } from '@latchkey/spec/entities'
import { ask, type Eip1193Provider } from './provider.js'
import type { Reads } from './reads.js'

/** What every connector of one started adapter shares. */
export interface Shared {
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

export interface ProviderConnectorInput extends Shared {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  readonly accountType?: AccountType
  readonly provider: () => Eip1193Provider | Promise<Eip1193Provider>
  /** Runs after the wallet was left, for SDKs that keep a session of their own. */
  readonly onDisconnect?: (provider: Eip1193Provider) => void | Promise<void>
}

export function createProviderConnector(input: ProviderConnectorInput): Connector {
  const { id, name, type, icon, rdns, provider: getProvider } = input

  /** The wallet's screen opens while the code for the session is still on its way. */
  async function open(method: 'eth_requestAccounts' | 'eth_accounts', signal: AbortSignal) {
    const provider = await getProvider()
    signal.throwIfAborted()
    const loading = import('./openSession.js')
    // Should the wallet refuse first, a failed download must not become an error nobody handles.
    loading.catch(() => {})
    const accounts = await ask(provider, { method })
    if (method === 'eth_accounts' && !(Array.isArray(accounts) && accounts.length > 0)) return undefined
    const { openSession } = await loading
    return openSession({ ...input, provider, accounts })
  }

  return defineConnector({
    id,
    name,
    type,
    namespace: 'eip155',
    installed: type === 'INJECTED' || type === 'ANNOUNCED',
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    // Only `eth_accounts` gives up early, so here there is always a session.
    connect: ({ signal }) => open('eth_requestAccounts', signal) as Promise<WalletSession>,
    reconnect: ({ signal }) => open('eth_accounts', signal),
  })
}
