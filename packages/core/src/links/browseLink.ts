/** The link that opens a page in the browser inside a wallet's app, where the wallet is in the page by itself. */
import type { Platform } from './platform.js'
import { encodeFor, scheme, type WalletLinks, webAddress } from './walletLink.js'

export interface BrowseLinkInput {
  readonly wallet: Pick<WalletLinks, 'browse_link'>
  /** The address of the page. */
  readonly page: string
  readonly platform: Pick<Platform, 'os' | 'inApp'>
}

/** `undefined` where the wallet has no such link, or none that opens from here. */
export function browseLink({ wallet, page, platform }: BrowseLinkInput): string | undefined {
  const link = wallet.browse_link
  if (!link?.includes('{url}') || !/^https?:/i.test(page) || !URL.canParse(page)) return undefined
  const address = new URL(page)
  // Telegram writes who its user is into the fragment: none of the wallet's business.
  if (platform.inApp === 'telegram') address.hash = ''
  const filled = link
    .replaceAll('{url}', () => encodeFor(platform, address.href))
    .replaceAll('{origin}', () => encodeFor(platform, address.origin))
  return webAddress(filled) ?? (platform.inApp === 'telegram' ? undefined : scheme(filled))
}

/** Whether there is one, before the page is known. */
export const canBrowse = (
  wallet: BrowseLinkInput['wallet'],
  platform: BrowseLinkInput['platform'],
): boolean => browseLink({ wallet, page: 'https://page.example', platform }) !== undefined
