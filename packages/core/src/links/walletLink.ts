/** Links that carry a pairing to a wallet: its app, its desktop program, its page. Built here, opened elsewhere. */
import type { Platform } from './platform.js'

type Link = string | null | undefined

/** Where a wallet can be opened and where it can be had; the fields of a directory listing (S3-07). */
export interface WalletLinks {
  readonly mobile_link?: Link
  /** An address of the web that the wallet's app answers for; better than a scheme where there is one. */
  readonly link_mode?: Link
  readonly desktop_link?: Link
  /** For the program of `desktop_link`, where that is a scheme. */
  readonly desktop_universal?: Link
  readonly webapp_link?: Link
  /** Opens a page in the wallet's own browser: `{url}` and `{origin}` stand for the page's. */
  readonly browse_link?: Link
  readonly app_store?: Link
  readonly play_store?: Link
  readonly chrome_store?: Link
  readonly firefox_store?: Link
  readonly edge_store?: Link
  readonly homepage?: Link
}

export type LinkKind = 'universal' | 'native' | 'desktop' | 'desktopUniversal' | 'web'

export interface WalletLinkInput {
  readonly wallet: WalletLinks
  /** The pairing, `wc:…`. */
  readonly uri: string
  readonly kind: LinkKind
  readonly platform: Pick<Platform, 'os' | 'inApp'>
}

/** `undefined` where the wallet has no such link, or one that no wallet should have. */
export function walletLink({ wallet, uri, kind, platform }: WalletLinkInput): string | undefined {
  const base = linkBase(wallet, kind)
  if (!base || !uri.startsWith('wc:')) return undefined
  return withPairing(base, encodeFor(platform, uri))
}

/** Telegram on Android decodes a link once before it opens it. */
export function encodeFor({ inApp, os }: Pick<Platform, 'os' | 'inApp'>, text: string): string {
  const encoded = encodeURIComponent(text)
  return inApp === 'telegram' && os === 'android' ? encodeURIComponent(encoded) : encoded
}

/** Kinds of links that open an app, the better one first. Telegram opens addresses of the web and nothing else. */
export const appKinds = ({ inApp }: Pick<Platform, 'inApp'>): readonly ('universal' | 'native')[] =>
  inApp === 'telegram' ? ['universal'] : ['universal', 'native']

/** Whether a link opens the wallet's app from here. */
export const opensApp = (wallet: WalletLinks, platform: Pick<Platform, 'inApp'>): boolean =>
  appKinds(platform).some((kind) => linkBase(wallet, kind) !== undefined)

/** The wallet's own link of a kind, without a pairing. */
export function linkBase(wallet: WalletLinks, kind: LinkKind): string | undefined {
  switch (kind) {
    case 'universal':
      return webAddress(wallet.link_mode) ?? webAddress(wallet.mobile_link)
    case 'native':
      return scheme(wallet.mobile_link)
    case 'desktop':
      return scheme(wallet.desktop_link) ?? webAddress(wallet.desktop_link)
    case 'desktopUniversal':
      return webAddress(wallet.desktop_universal)
    case 'web':
      return webAddress(wallet.webapp_link)
  }
}

/** Where to get the wallet on this device; its homepage where there is no better place. */
export function storeLink(wallet: WalletLinks, { os, browser }: Pick<Platform, 'os' | 'browser'>) {
  const ofDevice = { ios: wallet.app_store, android: wallet.play_store }
  const store = os === 'ios' || os === 'android' ? ofDevice[os] : extensionStore(wallet, browser)
  return webAddress(store) ?? webAddress(wallet.homepage)
}

/** The page of its extension for this browser. Edge takes those of Chrome, too. */
function extensionStore(wallet: WalletLinks, browser: Platform['browser']): Link {
  if (browser === 'firefox') return wallet.firefox_store
  if (browser === 'edge') return wallet.edge_store ?? wallet.chrome_store
  return browser === 'chrome' ? wallet.chrome_store : undefined
}

/**
 * In which window a link opens. An address of the web takes a new one: without the app it shows a page, which must not
 * take the place of ours. A scheme never shows anything, and leaves an empty tab behind if it is given one.
 */
export function linkTarget(
  href: string,
  { inApp, isFramed }: Pick<Platform, 'inApp' | 'isFramed'>,
): '_blank' | '_self' | '_top' {
  if (inApp === 'telegram' || webAddress(href) !== undefined) return '_blank'
  return isFramed ? '_top' : '_self'
}

/** `…/wc?uri=…` behind whatever path the link has, before whatever query. */
function withPairing(base: string, encoded: string): string {
  const [path = '', query] = base.split('?', 2)
  const opened = path.endsWith('/') ? path : `${path}/`
  return `${opened}wc?${query ? `${query}&` : ''}uri=${encoded}`
}

/** Only what is encrypted on its way, or does not leave the machine. */
export function webAddress(link: Link): string | undefined {
  const text = link?.trim() ?? ''
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname } = new URL(text)
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSafe ? text : undefined
}

/** What a browser does something with by itself; no wallet is opened by these. */
const ofBrowsers =
  /^(?:https?|wss?|ftp|javascript|vbscript|data|blob|file|filesystem|about|view-source|chrome|edge|moz-extension|chrome-extension|intent|mailto|tel|sms)$/i

/** `name://`, with whatever the wallet wants before the pairing. */
export function scheme(link: Link): string | undefined {
  const [, name, rest = ''] = /^([a-z][a-z\d+.-]*):(?:\/\/)?([^\s#]*)$/i.exec(link?.trim() ?? '') ?? []
  return name && !ofBrowsers.test(name) ? `${name}://${rest}` : undefined
}
