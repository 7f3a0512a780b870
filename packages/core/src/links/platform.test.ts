import { expect, test } from 'vitest'
import { detectPlatform, reachesOtherWallets, readSurroundings, telegramPlatform } from './platform.js'

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  iPhoneChrome:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1',
  iPhoneWebview:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  androidWebview:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36',
  androidTelegram:
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 Telegram-Android/11.13.1 (Google Pixel 9; Android 15; SDK 35; HIGH)',
  metaMask:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1 WebView MetaMaskMobile',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  linuxFirefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const

const detect = (agent: keyof typeof agents, more = {}) =>
  detectPlatform({ userAgent: agents[agent], ...more })

test.each([
  ['iPhone', { os: 'ios', browser: 'safari', isMobile: true, inApp: undefined }],
  ['iPhoneChrome', { os: 'ios', browser: 'chrome', isMobile: true, inApp: undefined }],
  ['iPhoneWebview', { os: 'ios', isMobile: true, inApp: 'webview' }],
  ['android', { os: 'android', browser: 'chrome', isMobile: true, inApp: undefined }],
  ['androidWebview', { os: 'android', isMobile: true, inApp: 'webview' }],
  ['androidTelegram', { os: 'android', isMobile: true, inApp: 'telegram' }],
  ['metaMask', { os: 'ios', isMobile: true, inApp: 'wallet' }],
  ['mac', { os: 'macos', browser: 'chrome', isMobile: false, inApp: undefined }],
  ['edge', { os: 'windows', browser: 'edge', isMobile: false, inApp: undefined }],
  ['linuxFirefox', { os: 'linux', browser: 'firefox', isMobile: false, inApp: undefined }],
] as const)('[D-24] %s is recognised', (agent, expected) => {
  expect(detect(agent)).toMatchObject(expected)
})

test('an iPad that says it is a Mac is known by its touch screen', () => {
  expect(detect('iPad', { maxTouchPoints: 5 })).toMatchObject({ os: 'ios', isMobile: true })
  expect(detect('iPad', { maxTouchPoints: 0 })).toMatchObject({ os: 'macos', isMobile: false })
})

test('[D-24] Telegram on an iPhone is known by the object it puts into the page, on the web by the page around it', () => {
  expect(detect('iPhoneWebview', { globals: ['TelegramWebviewProxy'] }).inApp).toBe('telegram')
  expect(detect('mac', { ancestors: ['https://web.telegram.org'], isFramed: true })).toMatchObject({
    inApp: 'telegram',
    isFramed: true,
  })
  expect(detect('mac', { ancestors: ['https://web.telegram.org.evil.example'] }).inApp).toBeUndefined()
})

test('[S2-13] the Telegram client decides which social logins are left out', () => {
  expect(telegramPlatform(detect('androidTelegram'))).toBe('android')
  expect(telegramPlatform(detect('mac', { globals: ['TelegramWebviewProxy'] }))).toBe('macos')
  expect(telegramPlatform(detect('edge', { globals: ['TelegramWebviewProxy'] }))).toBeUndefined()
  expect(telegramPlatform(detect('android'))).toBeUndefined()
})

test("[D-24] a wallet's own browser, Farcaster and a webview with a wallet offer that wallet only", () => {
  const installed = { hasInstalledWallet: true }
  expect(reachesOtherWallets(detect('metaMask'), installed)).toBe(false)
  expect(reachesOtherWallets(detect('mac', { ancestors: ['https://farcaster.xyz'] }), installed)).toBe(false)
  expect(reachesOtherWallets(detect('iPhoneWebview'), installed)).toBe(false)
  expect(reachesOtherWallets(detect('mac'), installed)).toBe(true)
  expect(reachesOtherWallets(detect('androidTelegram'), installed)).toBe(true)
  // Better a way that may not work than none.
  expect(reachesOtherWallets(detect('metaMask'), { hasInstalledWallet: false })).toBe(true)
})

test('a server has no surroundings and counts as a desktop', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server's global scope has no navigator worth the name
  const scope = { navigator: undefined } as unknown as typeof globalThis
  expect(detectPlatform(readSurroundings(scope))).toMatchObject({
    os: 'other',
    isMobile: false,
    inApp: undefined,
  })
})

test('what apps put on the window is read from it', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what is read is given
  const scope = {
    navigator: { userAgent: agents.iPhoneWebview, maxTouchPoints: 5 },
    location: {},
    TelegramWebviewProxy: {},
  } as unknown as typeof globalThis
  expect(detectPlatform(readSurroundings(scope)).inApp).toBe('telegram')
})
