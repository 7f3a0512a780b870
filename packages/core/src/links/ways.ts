/** By which ways one wallet can be reached from here: the tabs of its view. */
import { canBrowse } from './browseLink.js'
import type { Platform } from './platform.js'
import { linkBase, opensApp, type WalletLinks, webAddress } from './walletLink.js'

/** `inside`: the page is opened in the wallet's own browser. `get`: nothing leads there, but it can be had somewhere. */
export type WayToWallet = 'browser' | 'mobile' | 'inside' | 'desktop' | 'web' | 'get'

export interface ReachableWallet extends WalletLinks {
  readonly rdns?: string | null | undefined
  readonly injected?: readonly unknown[] | null | undefined
  /** `false` for a wallet that does not speak the relay's protocol. */
  readonly supports_wc?: boolean | undefined
}

export interface WaysInput {
  readonly wallet: ReachableWallet
  readonly platform: Pick<Platform, 'isMobile' | 'inApp' | 'os'>
  readonly isInstalled: boolean
}

/** In the order they are shown. A wallet that has no way of its own can still scan a code, if it speaks the protocol. */
export function waysToWallet({ wallet, platform, isInstalled }: WaysInput): readonly WayToWallet[] {
  const { isMobile } = platform
  const speaks = wallet.supports_wc !== false
  const hasApp = speaks && Boolean(linkBase(wallet, 'universal') ?? linkBase(wallet, 'native'))
  const opens = hasApp && (!isMobile || opensApp(wallet, platform))
  // Phones have no extensions: what is not there cannot be had there.
  const hasExtension = !isMobile && extensionStores(wallet).length > 0
  const ways: readonly [WayToWallet, boolean][] = [
    ['browser', isInstalled || hasExtension],
    ['mobile', opens],
    ['inside', isMobile && !opens && canBrowse(wallet, platform)],
    ['desktop', speaks && !isMobile && linkBase(wallet, 'desktop') !== undefined],
    ['web', speaks && linkBase(wallet, 'web') !== undefined],
    // No link opens it from here; a code on another device or a link carried by hand still do.
    ['mobile', hasApp && !opens],
  ]
  const open = ways.filter(([, isOpen]) => isOpen).map(([way]) => way)
  if (open.length > 0) return open
  return [speaks ? 'mobile' : 'get']
}

/** Pages of its extension, whatever the browser. */
const extensionStores = ({ chrome_store, firefox_store, edge_store }: WalletLinks): readonly string[] =>
  [chrome_store, firefox_store, edge_store].flatMap((store) => webAddress(store) ?? [])

/** Whether a tap leads to it from here: for a person on a phone, a wallet that does not open is no recommendation. */
export function opensHere(wallet: ReachableWallet, platform: WaysInput['platform']): boolean {
  if (!platform.isMobile) return true
  const speaks = wallet.supports_wc !== false
  return (
    (speaks && (opensApp(wallet, platform) || linkBase(wallet, 'web') !== undefined)) ||
    canBrowse(wallet, platform)
  )
}

/** The first that works at once: an extension that is not there is shown, but not first. */
export function firstWay(
  ways: readonly WayToWallet[],
  { isInstalled }: { readonly isInstalled: boolean },
): WayToWallet {
  return ways.find((way) => way !== 'browser' || isInstalled) ?? 'browser'
}
