/** Where one wallet can be had, the place for this device first. */
import type { Platform, WalletLinks } from '@latchkey/core/screen'
import type { KnownWallet } from '../data/knownWallets.js'

export type InstallPlaceId = 'chrome' | 'firefox' | 'edge' | 'desktop' | 'ios' | 'android'

export interface InstallPlace {
  readonly id: InstallPlaceId
  readonly href: string
}

type Listed = Pick<
  WalletLinks,
  'app_store' | 'play_store' | 'chrome_store' | 'firefox_store' | 'edge_store' | 'desktop_link' | 'homepage'
>

interface InstallPlaces {
  readonly places: readonly InstallPlace[]
  readonly homepage: string | undefined
}

/** A phone is offered its own store only; a computer its extension, the program and both kinds of phone. */
export function installPlaces(
  wallet: Listed | KnownWallet,
  { os, browser, isMobile }: Pick<Platform, 'os' | 'browser' | 'isMobile'>,
): InstallPlaces {
  const links = linksOf(wallet)
  const has = (id: InstallPlaceId) => isWeb(links[id])
  const order: readonly InstallPlaceId[] = isMobile
    ? os === 'android'
      ? ['android']
      : ['ios']
    : [...extensionPlaces(browser, has), 'desktop', 'ios', 'android']
  return {
    places: order.flatMap((id) => (isWeb(links[id]) ? [{ id, href: links[id] }] : [])),
    homepage: isWeb(links.homepage) ? links.homepage : undefined,
  }
}

/** Edge installs from the store of Chrome, too; a wallet that has nothing for this browser may have it for another. */
function extensionPlaces(
  browser: Platform['browser'],
  has: (id: InstallPlaceId) => boolean,
): readonly InstallPlaceId[] {
  const own = { firefox: ['firefox'], edge: ['edge', 'chrome'] } as const
  const stores = browser === 'firefox' || browser === 'edge' ? own[browser] : (['chrome'] as const)
  const place = stores.find(has) ?? (['chrome', 'firefox', 'edge'] as const).find(has)
  return place ? [place] : []
}

function linksOf(
  wallet: Listed | KnownWallet,
): Record<InstallPlaceId | 'homepage', string | null | undefined> {
  if (isKnown(wallet)) {
    const { chrome, firefox, edge, ios, android, homepage } = wallet
    return { chrome, firefox, edge, ios, android, homepage, desktop: undefined }
  }
  const { chrome_store, firefox_store, edge_store, app_store, play_store, homepage } = wallet
  return {
    chrome: chrome_store,
    firefox: firefox_store,
    edge: edge_store,
    // No source says where a program can be had; it is on the wallet's own site.
    desktop: isProgram(wallet.desktop_link) ? homepage : undefined,
    ios: app_store,
    android: play_store,
    homepage,
  }
}

const isKnown = (wallet: Listed | KnownWallet): wallet is KnownWallet => !('source' in wallet)

/** A scheme is that of something installed; an address of the web may be only a page. */
const isProgram = (link: string | null | undefined) => Boolean(link) && !/^https?:/i.test(link ?? '')

/** A listing is somebody else's word: only what leads to the web is followed. */
const isWeb = (link: string | null | undefined): link is string => /^https:\/\//i.test(link ?? '')
