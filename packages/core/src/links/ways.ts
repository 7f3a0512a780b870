/** By which ways one wallet can be reached from here: the tabs of its view. */
import type { Platform } from './platform.js'
import { linkBase, type WalletLinks, webAddress } from './walletLink.js'

export type WayToWallet = 'browser' | 'mobile' | 'desktop' | 'web'

export interface ReachableWallet extends WalletLinks {
  readonly rdns?: string | null | undefined
  readonly injected?: readonly unknown[] | null | undefined
  /** `false` for a wallet that does not speak the relay's protocol. */
  readonly supports_wc?: boolean | undefined
}

export interface WaysInput {
  readonly wallet: ReachableWallet
  readonly platform: Pick<Platform, 'isMobile'>
  readonly isInstalled: boolean
}

/** In the order they are shown. A wallet that has no way of its own can still scan a code. */
export function waysToWallet({ wallet, platform, isInstalled }: WaysInput): readonly WayToWallet[] {
  const { isMobile } = platform
  const speaks = wallet.supports_wc !== false
  const hasApp = Boolean(linkBase(wallet, 'universal') ?? linkBase(wallet, 'native'))
  // Phones have no extensions: what is not there cannot be had there.
  const hasExtension = !isMobile && webAddress(wallet.chrome_store) !== undefined
  const ways: readonly [WayToWallet, boolean][] = [
    ['browser', isInstalled || hasExtension],
    ['mobile', speaks && hasApp],
    ['desktop', speaks && !isMobile && linkBase(wallet, 'desktop') !== undefined],
    ['web', speaks && linkBase(wallet, 'web') !== undefined],
  ]
  const open = ways.filter(([, isOpen]) => isOpen).map(([way]) => way)
  return open.length > 0 ? open : ['mobile']
}

/** The first that works at once: an extension that is not there is shown, but not first. */
export function firstWay(
  ways: readonly WayToWallet[],
  { isInstalled }: { readonly isInstalled: boolean },
): WayToWallet {
  return ways.find((way) => way !== 'browser' || isInstalled) ?? 'browser'
}
