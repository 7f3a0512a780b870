/** Wallets that come as an SDK of their own. The app hands in the import, so a page that wants none carries none. */
import type { Clock, Connector } from '@latchkey/core'
import { discoveryLimits } from '@latchkey/spec/limits'
import type { WalletTarget } from './announcedWallets.js'
import { createProviderConnector, type Shared } from './connectors.js'
import { once } from './once.js'
import { type Eip1193Provider, isProvider } from './provider.js'

/** Makes a connector, or none where the wallet cannot be reached from this page. */
export type ExternalWallet = (shared: Shared, target: WalletTarget | undefined) => Connector | undefined

/** What `@coinbase/wallet-sdk` and `@base-org/account` export, as far as it is used. */
export interface CoinbaseSdk {
  readonly createCoinbaseWalletSDK?: (options: Readonly<Record<string, unknown>>) => {
    getProvider(): unknown
  }
  readonly createBaseAccountSDK?: (options: Readonly<Record<string, unknown>>) => { getProvider(): unknown }
}

export interface CoinbaseOptions {
  /** `() => import('@coinbase/wallet-sdk')` or `() => import('@base-org/account')`. */
  readonly load: () => Promise<CoinbaseSdk>
}

/** Coinbase Wallet or Base Account: an extension where there is one, else its pop-up. */
export function coinbase({ load }: CoinbaseOptions): ExternalWallet {
  return ({ context, reads }) => {
    const { metadata } = context.options
    const provider = once(async () => {
      const { createCoinbaseWalletSDK, createBaseAccountSDK } = await load()
      const create = createBaseAccountSDK ?? createCoinbaseWalletSDK
      const sdk = create?.({
        appName: metadata?.name ?? '',
        appLogoUrl: metadata?.icons[0] ?? null,
        appChainIds: context.networks.map(({ id }) => Number(id)),
      })
      return asProvider(sdk?.getProvider(), 'Coinbase Wallet')
    })
    return createProviderConnector({
      context,
      reads,
      id: 'coinbase',
      name: 'Coinbase Wallet',
      type: 'EXTERNAL',
      provider,
      onDisconnect: async (wallet) => {
        // The SDK keeps its own session beside the permission.
        if ('disconnect' in wallet && typeof wallet.disconnect === 'function') await wallet.disconnect()
      },
    })
  }
}

/** What the two Safe packages export, as far as it is used. */
export interface SafeSdk {
  readonly default: new (
    options?: Readonly<Record<string, unknown>>,
  ) => { readonly safe: { getInfo(): Promise<unknown> } }
}
export interface SafeProviderSdk {
  // Typed by its own package; both arguments come from there.
  readonly SafeAppProvider: new (
    safe: never,
    sdk: never,
  ) => unknown
}

export interface SafeOptions {
  /** `() => import('@safe-global/safe-apps-sdk')` */
  readonly loadSdk: () => Promise<SafeSdk>
  /** `() => import('@safe-global/safe-apps-provider')` */
  readonly loadProvider: () => Promise<SafeProviderSdk>
  /** Origins of Safe front-ends that are believed; Safe's own when absent. */
  readonly allowedDomains?: readonly RegExp[]
}

const safeDomains: readonly RegExp[] = [
  /^https:\/\/app\.safe\.global$/,
  /^https:\/\/[a-z0-9-]+\.safe\.global$/,
]

/** Safe, for pages that run inside it as an app; elsewhere it is not offered. */
export function safe({ loadSdk, loadProvider, allowedDomains = safeDomains }: SafeOptions): ExternalWallet {
  return (shared, target) => {
    if (!isFramed(target)) return undefined
    const provider = once(async () => {
      const [{ default: Sdk }, { SafeAppProvider }] = await Promise.all([loadSdk(), loadProvider()])
      const sdk = new Sdk({ allowedDomains })
      const info = await inTime(shared.context.clock, sdk.safe.getInfo())
      // Both objects were made by the packages that define these types.
      return asProvider(new SafeAppProvider(info as never, sdk as never), 'Safe')
    })
    return createProviderConnector({
      ...shared,
      id: 'safe',
      name: 'Safe',
      type: 'EXTERNAL',
      accountType: 'smartAccount',
      provider,
    })
  }
}

/** Any page may be framed; only a Safe answers, so the question has a deadline (D-10). */
function inTime<T>(clock: Clock, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(discoveryLimits.restoreDeadline, () =>
      reject(new Error('No Safe answered around this page')),
    )
    answer.then(resolve, reject).finally(cancel)
  })
}

function isFramed(target: WalletTarget | undefined): boolean {
  return target !== undefined && 'parent' in target && target.parent !== target
}

function asProvider(value: unknown, name: string): Eip1193Provider {
  if (isProvider(value)) return value
  throw new Error(`The package of ${name} gave no provider`)
}
