/** Ways to reach a Bitcoin wallet. Small, because every page with the adapter carries it; sessions come when one is chosen. */
import { type AdapterContext, type Connector, defineConnector, type WalletSession } from '@latchkey/core'
import { featureReader, type StandardWallet } from '../walletStandard/standard.js'
import type { Opening } from './openSession.js'
import type { Reads } from './reads.js'
import type { SatsProvider } from './satsProvider.js'
import type { BitcoinFeatures } from './standardFeatures.js'
import type { UnisatProvider } from './unisatProvider.js'

/** What every connector of one started adapter shares. */
export interface Shared {
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

export interface FoundWallet {
  readonly id: string
  readonly name: string
  readonly icon?: string | undefined
  readonly type: 'ANNOUNCED' | 'INJECTED'
  /** How it is spoken to. */
  readonly wallet:
    | { readonly dialect: 'sats'; readonly provider: SatsProvider }
    | { readonly dialect: 'unisat'; readonly provider: UnisatProvider }
    | { readonly dialect: 'standard'; readonly provider: StandardWallet }
}

const featureOf = featureReader<BitcoinFeatures>()
const purposes = ['payment', 'ordinals'] as const

export function createBitcoinConnector(shared: Shared, found: FoundWallet): Connector {
  const { id, name, icon, type, wallet } = found

  /** The wallet's screen opens while the code for the session is still on its way. */
  async function open(
    { signal, ...input }: Omit<Opening, 'wallet' | 'answer' | 'name'> & { readonly signal: AbortSignal },
    ask: () => unknown,
  ) {
    const loading = import('./openSession.js')
    // Should the wallet refuse first, a failed download must not become an error nobody handles.
    loading.catch(() => {})
    const asking = Promise.resolve().then(ask)
    asking.catch(() => {})
    const { openSession } = await loading
    const session = await openSession({ ...shared, ...input, wallet, name, answer: asking })
    // An answer that nobody waits for any more connects nobody.
    signal.throwIfAborted()
    return session
  }

  return defineConnector({
    id,
    name,
    type,
    namespace: 'bip122',
    installed: true,
    ...(icon ? { icon } : {}),
    // Only a silent try gives up early, so here there is always a session.
    connect: ({ networkId, signal }) =>
      open({ isSilent: false, networkId, signal }, () => request(wallet)) as Promise<WalletSession>,
    reconnect: ({ signal }) => open({ isSilent: true, networkId: undefined, signal }, () => inquire(wallet)),
  })
}

/** May ask the person. */
function request({ dialect, provider }: FoundWallet['wallet']): unknown {
  if (dialect === 'sats') {
    return provider.request('wallet_connect', { addresses: purposes, message: 'Connect this page' })
  }
  if (dialect === 'unisat') return provider.requestAccounts()
  return featureOf(provider, 'bitcoin:connect')?.connect({ purposes })
}

/** Never asks the person. */
function inquire({ dialect, provider }: FoundWallet['wallet']): unknown {
  if (dialect === 'sats') return provider.request('wallet_getAccount')
  if (dialect === 'unisat') return provider.getAccounts()
  if (provider.accounts.length > 0) return provider
  return featureOf(provider, 'standard:connect')?.connect({ silent: true })
}
