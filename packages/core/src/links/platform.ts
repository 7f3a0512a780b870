/** What kind of device and browser a page runs in, from what the browser says of itself (D-24). */
import type { TelegramPlatform } from '@latchkey/spec/views'

export type OperatingSystem = 'ios' | 'android' | 'macos' | 'windows' | 'linux' | 'other'

export type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'

/**
 * A browser inside an app. `wallet`: it injects a wallet of its own. `webview`: some other app shows the page and may
 * keep links to itself.
 */
export type InAppBrowser = 'telegram' | 'farcaster' | 'wallet' | 'webview'

export interface Platform {
  readonly os: OperatingSystem
  readonly browser: BrowserName
  /** Wallets are apps on the same device: links open them, and nobody can scan the screen. */
  readonly isMobile: boolean
  readonly inApp: InAppBrowser | undefined
  /** The page is shown inside another page. */
  readonly isFramed: boolean
}

/** Everything that detection looks at; all of it can be written by a test. */
export interface Surroundings {
  readonly userAgent: string
  readonly maxTouchPoints?: number
  /** Names of objects that apps put on the window of a page. */
  readonly globals?: readonly string[]
  /** Origins of the pages around this one, innermost first. */
  readonly ancestors?: readonly string[]
  readonly isFramed?: boolean
}

/** Put there by apps for the pages they show. */
const telegramGlobals = ['TelegramWebviewProxy', 'TelegramWebviewProxyProto']
const webviewGlobals = ['ReactNativeWebView', 'flutter_inappwebview']
const watchedGlobals = [...telegramGlobals, ...webviewGlobals]

const telegramOrigins = ['https://web.telegram.org']
const farcasterOrigins = ['https://farcaster.xyz', 'https://www.farcaster.xyz', 'https://warpcast.com']

/** Browsers of wallets that say so; others are known by the provider that they inject. */
const walletBrowsers =
  /\b(?:MetaMaskMobile|Trust\/|TrustWallet|imToken|TokenPocket|OKApp|OKEx|BitKeep|Bitget|CoinbaseBrowser|CBWallet|Rainbow\/|Phantom\/|Zerion|SafePal|MathWallet|1inchWallet|Uniswap\/)/i
const telegramAgent = /\bTelegram(?:-Android)?\//i
const farcasterAgent = /\b(?:Farcaster|Warpcast)\b/i
/** Apps that show pages, and the mark of Android's own component for it. */
const webviewAgent =
  /; wv\)|\b(?:FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|Twitter|TikTok|musical_ly|LinkedInApp|Pinterest)/i

/** Where the page runs: system, browser, phone or not, and inside which app. */
export function detectPlatform(surroundings: Surroundings): Platform {
  const os = operatingSystem(surroundings)
  return {
    os,
    browser: browserName(surroundings.userAgent, os),
    isMobile: os === 'ios' || os === 'android' || /\bMobile\b/i.test(surroundings.userAgent),
    inApp: inAppBrowser(surroundings, os),
    isFramed: surroundings.isFramed ?? false,
  }
}

/** What the browser says; where there is none, a desktop. Reads and changes nothing. */
export function readSurroundings(scope: typeof globalThis = globalThis): Surroundings {
  const { navigator, location } = scope
  if (!navigator?.userAgent) return { userAgent: '' }
  return {
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    globals: watchedGlobals.filter((name) => name in scope),
    // Not every browser tells; then a frame is a frame of an unknown page.
    ancestors: [...(location?.ancestorOrigins ?? [])],
    isFramed: scope.window !== undefined && scope.window.parent !== scope.window,
  }
}

/** S2-13: which Telegram client shows the page; `undefined` where none does, or one that hides nothing. */
export function telegramPlatform({ inApp, os }: Platform): TelegramPlatform | undefined {
  return inApp === 'telegram' && (os === 'ios' || os === 'macos' || os === 'android') ? os : undefined
}

/**
 * D-24: whether wallets outside this browser can be reached. A wallet's own browser, or Farcaster's, has the wallet
 * that the person means: links would only bounce to another app. Where it injects nothing, every way stays open.
 */
export function reachesOtherWallets(
  { inApp, isMobile }: Platform,
  { hasInstalledWallet }: { readonly hasInstalledWallet: boolean },
): boolean {
  if (!hasInstalledWallet) return true
  return !(inApp === 'wallet' || inApp === 'farcaster' || (inApp === 'webview' && isMobile))
}

function operatingSystem({ userAgent, maxTouchPoints = 0 }: Surroundings): OperatingSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  // An iPad says that it is a Mac; Macs have no touch screen.
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'macos'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'other'
}

function browserName(userAgent: string, os: OperatingSystem): BrowserName {
  if (/\bEdg(?:A|iOS)?\//.test(userAgent)) return 'edge'
  if (/\b(?:Firefox|FxiOS)\//.test(userAgent)) return 'firefox'
  if (/\b(?:Chrome|Chromium|CriOS)\//.test(userAgent)) return 'chrome'
  return /\bSafari\//.test(userAgent) && (os === 'ios' || os === 'macos') ? 'safari' : 'other'
}

function inAppBrowser(
  { userAgent, globals = [], ancestors = [] }: Surroundings,
  os: OperatingSystem,
): InAppBrowser | undefined {
  const has = (names: readonly string[]) => names.some((name) => globals.includes(name))
  const isIn = (origins: readonly string[]) => ancestors.some((origin) => origins.includes(origin))
  if (has(telegramGlobals) || telegramAgent.test(userAgent) || isIn(telegramOrigins)) return 'telegram'
  if (farcasterAgent.test(userAgent) || isIn(farcasterOrigins)) return 'farcaster'
  if (walletBrowsers.test(userAgent)) return 'wallet'
  if (has(webviewGlobals) || webviewAgent.test(userAgent)) return 'webview'
  // On a phone every browser of its own right says `Safari`; Apple's component for apps leaves the word out.
  return os === 'ios' && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent) ? 'webview' : undefined
}
