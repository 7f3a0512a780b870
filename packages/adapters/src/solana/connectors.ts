/** Ways to reach a Solana wallet. Small, because every page with an adapter carries it; sessions come when one is chosen. */
import { type AdapterContext, type Connector, defineConnector, type WalletSession } from '@latchkey/core'
import { ProviderError } from '../eip155/provider.js'
import { asked, userRejected } from '../walletErrors.js'
import type { RegisteredWallet } from '../walletStandard/registry.js'
import { featureOf } from './features.js'
import type { Reads } from './reads.js'

/** What every connector of one started adapter shares. */
export interface Shared {
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

export function createStandardConnector(shared: Shared, { wallet, name, icon }: RegisteredWallet): Connector {
  /** The wallet's screen opens while the code for the session is still on its way. */
  async function open(signal: AbortSignal, isSilent: boolean): Promise<WalletSession | undefined> {
    signal.throwIfAborted()
    const loading = import('./openSession.js')
    // Should the wallet refuse first, a failed download must not become an error nobody handles.
    loading.catch(() => {})
    const accounts = await letIn(isSilent)
    const { openSession } = await loading
    const session = openSession({ ...shared, wallet, name, accounts })
    return isSilent && session.accounts().length === 0 ? undefined : session
  }

  async function letIn(isSilent: boolean) {
    const feature = featureOf(wallet, 'standard:connect')
    // Most wallets that know the page answer at once; any other says so, or says nothing.
    const { accounts } = (await asked(async () =>
      feature?.connect(isSilent ? { silent: true } : undefined),
    )) ?? {
      accounts: [],
    }
    return Array.isArray(accounts) ? accounts : []
  }

  return defineConnector({
    // The standard gives wallets no other name that stays.
    id: name,
    name,
    type: 'ANNOUNCED',
    namespace: 'solana',
    installed: true,
    ...(icon ? { icon } : {}),
    // Silently first: a page that the wallet knows is let in without a question.
    async connect({ signal }) {
      const known = await open(signal, true).catch(unlessRefused)
      signal.throwIfAborted()
      return known ?? ((await open(signal, false)) as WalletSession) // only a silent one gives up early
    },
    reconnect: ({ signal }) => open(signal, true),
  })
}

/** A wallet that asks although it was told not to has been answered: asking again would be asking twice. */
function unlessRefused(cause: unknown): undefined {
  if (cause instanceof ProviderError && cause.code === userRejected) throw cause
  return undefined
}
