/** Wallets on the same phone, by the Mobile Wallet Adapter. The app hands in the import, so a page that wants none carries none. */
import type { AdapterContext } from '@latchkey/core'
import { clusterOf } from './clusters.js'

/** Makes wallets register themselves, as extensions do. */
export type RegisterWallets = (context: AdapterContext) => Promise<void>

/** What `@solana-mobile/wallet-standard-mobile` exports, as far as it is used. */
export interface MobileWalletAdapterSdk {
  // Typed by its own package; every part of the argument comes from there or is plain data.
  registerMwa(config: never): void
  createDefaultAuthorizationCache(): unknown
  createDefaultChainSelector(): unknown
  createDefaultWalletNotFoundHandler(): unknown
}

export interface MobileWalletsOptions {
  /** `() => import('@solana-mobile/wallet-standard-mobile')` */
  readonly load: () => Promise<MobileWalletAdapterSdk>
  /** A server through which wallets on another device are reached; without it, only those on this phone. */
  readonly remoteHost?: string
}

/** Offers the wallets of an Android phone; the package itself does nothing where there are none. */
export function mobileWallets({ load, remoteHost }: MobileWalletsOptions): RegisterWallets {
  return async ({ options, networks }) => {
    if (!options.isMobile && remoteHost === undefined) return
    const sdk = await load()
    const { metadata } = options
    const config = {
      appIdentity: { name: metadata?.name, uri: metadata?.url, icon: metadata?.icons[0] },
      authorizationCache: sdk.createDefaultAuthorizationCache(),
      chains: [...new Set(networks.map(({ caipNetworkId }) => clusterOf(caipNetworkId)))],
      chainSelector: sdk.createDefaultChainSelector(),
      onWalletNotFound: sdk.createDefaultWalletNotFoundHandler(),
      ...(remoteHost === undefined ? {} : { remoteHostAuthority: remoteHost }),
    }
    sdk.registerMwa(config as never) // as its own types have it
  }
}
