/** Ways to reach a polkadot wallet. Small, because every page with the adapter carries it; sessions come when one is chosen. */
import { type AdapterContext, type Connector, defineConnector, type WalletSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { type PolkadotTarget, readExtension } from './injectedWallets.js'
import type { SignedExtensions } from './payloadBytes.js'
import type { Ss58Prefixes } from './prefixes.js'
import { walletName } from './walletNames.js'

/** What everything of one started adapter shares. */
export interface Shared {
  readonly context: AdapterContext
  readonly prefixes: Ss58Prefixes
  readonly extensions: SignedExtensions
}

export interface InjectedConnectorInput {
  readonly shared: Shared
  readonly target: PolkadotTarget
  /** Under `window.injectedWeb3`; finds the wallet again after a reload. */
  readonly key: string
}

export function createInjectedConnector(input: InjectedConnectorInput): Connector {
  const { shared, target, key } = input
  const wallet = walletName(key)

  async function open({ signal }: { readonly signal: AbortSignal }): Promise<WalletSession> {
    const extension = readExtension(target, key)
    if (!extension) throw new LatchkeyError('connection.connector-not-found', { id: key })
    const loading = import('./injectedSession.js')
    // Should the wallet refuse first, a failed download must not become an error nobody handles.
    loading.catch(() => {})
    // The wallet's screen opens while the code for the session is still on its way.
    const enabled = (async () => extension.enable(appName(shared.context)))()
    enabled.catch(() => {})
    const { openInjectedSession } = await loading
    const session = await openInjectedSession({ ...input, wallet: wallet.name, enabled })
    // An answer that nobody waits for any more connects nobody.
    signal.throwIfAborted()
    return session
  }

  return defineConnector({
    id: key,
    namespace: 'polkadot',
    type: 'INJECTED',
    installed: true,
    ...wallet,
    connect: open,
    // The interface has no silent way. An extension that let the page in before answers by itself; the kit comes here
    // only for a wallet that it left connected.
    reconnect: open,
  })
}

/** Extensions show it when they ask, and list it among the pages that they let in. */
function appName({ options }: AdapterContext): string {
  return options.metadata?.name ?? (globalThis.document?.title || (globalThis.location?.host ?? 'Latchkey'))
}
