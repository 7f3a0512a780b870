/** Where one wallet can be had, the place for this device first. */
import type { Platform, WalletLinks } from '@latchkey/core/screen'
import type { KnownWallet } from '../data/knownWallets.js'

export type InstallPlaceId = 'chrome' | 'firefox' | 'ios' | 'android'

export interface InstallPlace {
  readonly id: InstallPlaceId
  readonly href: string
}

type Listed = Pick<WalletLinks, 'app_store' | 'play_store' | 'chrome_store' | 'homepage'> & {
  readonly firefox_store?: string | null
}

interface InstallPlaces {
  readonly places: readonly InstallPlace[]
  readonly homepage: string | undefined
}

/** A phone is offered its own store only; a computer its extension and both kinds of phone. */
export function installPlaces(
  wallet: Listed | KnownWallet,
  { os, browser, isMobile }: Pick<Platform, 'os' | 'browser' | 'isMobile'>,
): InstallPlaces {
  const links = linksOf(wallet)
  const own: InstallPlaceId = browser === 'firefox' ? 'firefox' : 'chrome'
  const order: readonly InstallPlaceId[] = isMobile
    ? os === 'android'
      ? ['android']
      : ['ios']
    : [own, 'ios', 'android']
  return {
    places: order.flatMap((id) => (isWeb(links[id]) ? [{ id, href: links[id] }] : [])),
    homepage: isWeb(links.homepage) ? links.homepage : undefined,
  }
}

function linksOf(
  wallet: Listed | KnownWallet,
): Record<InstallPlaceId | 'homepage', string | null | undefined> {
  if (isKnown(wallet)) {
    const { chrome, firefox, ios, android, homepage } = wallet
    return { chrome, firefox, ios, android, homepage }
  }
  const { chrome_store, firefox_store, app_store, play_store, homepage } = wallet
  return { chrome: chrome_store, firefox: firefox_store, ios: app_store, android: play_store, homepage }
}

const isKnown = (wallet: Listed | KnownWallet): wallet is KnownWallet => !('source' in wallet)

/** A listing is somebody else's word: only what leads to the web is followed. */
const isWeb = (link: string | null | undefined): link is string => /^https:\/\//i.test(link ?? '')
