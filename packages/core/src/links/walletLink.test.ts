import { expect, test } from 'vitest'
import { browseLink } from './browseLink.js'
import { linkLadder } from './ladder.js'
import { detectPlatform } from './platform.js'
import { linkTarget, storeLink, type WalletLinks, walletLink } from './walletLink.js'
import { firstWay, opensHere, type ReachableWallet, waysToWallet } from './ways.js'

const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
const encoded = encodeURIComponent(uri)

const iPhone = detectPlatform({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
})
const android = detectPlatform({
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36',
})
const telegram = detectPlatform({
  userAgent: 'Mozilla/5.0 (Linux; Android 15; K) Chrome/138.0.0.0 Mobile Telegram-Android/11.13.1',
})
const desktop = detectPlatform({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36',
})

const wallet = {
  mobile_link: 'acme://',
  link_mode: 'https://acme.example/app',
  desktop_link: 'acmedesk://',
  webapp_link: 'https://web.acme.example',
  app_store: 'https://apps.apple.com/app/id1',
  play_store: 'https://play.google.com/store/apps/details?id=acme',
  chrome_store: 'https://chromewebstore.google.com/detail/acme',
  homepage: 'https://acme.example',
} satisfies WalletLinks

const link = (
  kind: Parameters<typeof walletLink>[0]['kind'],
  links: WalletLinks = wallet,
  platform = iPhone,
) => walletLink({ wallet: links, uri, kind, platform })

test('each kind of link carries the pairing', () => {
  expect(link('native')).toBe(`acme://wc?uri=${encoded}`)
  expect(link('universal')).toBe(`https://acme.example/app/wc?uri=${encoded}`)
  expect(link('desktop')).toBe(`acmedesk://wc?uri=${encoded}`)
  expect(link('desktopUniversal', { desktop_universal: 'https://desk.example' })).toBe(
    `https://desk.example/wc?uri=${encoded}`,
  )
  expect(link('web')).toBe(`https://web.acme.example/wc?uri=${encoded}`)
})

test('a path and a query of the wallet stay where they are', () => {
  expect(link('native', { mobile_link: 'acme://open/here' })).toBe(`acme://open/here/wc?uri=${encoded}`)
  expect(link('universal', { mobile_link: 'https://go.example/a?ref=1' })).toBe(
    `https://go.example/a/wc?ref=1&uri=${encoded}`,
  )
  expect(link('native', { mobile_link: 'acme:' })).toBe(`acme://wc?uri=${encoded}`)
})

test('a wallet without the link, or a pairing that is none, gives no link', () => {
  expect(link('native', { mobile_link: 'https://acme.example' })).toBeUndefined()
  expect(link('universal', { mobile_link: 'acme://' })).toBeUndefined()
  expect(link('web', { webapp_link: null })).toBeUndefined()
  expect(
    walletLink({ wallet, uri: 'https://evil.example', kind: 'native', platform: iPhone }),
  ).toBeUndefined()
})

test.each([
  'javascript://%0aalert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,hi',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'intent://scan/#Intent;scheme=zxing;end',
  'view-source:https://a.example',
  'acme://a b',
  'not a link',
])('a listing cannot make the page run or show %s', (mobile_link) => {
  expect(link('native', { mobile_link, desktop_link: mobile_link })).toBeUndefined()
  expect(link('universal', { mobile_link, link_mode: mobile_link })).toBeUndefined()
  expect(link('desktop', { desktop_link: mobile_link })).toBeUndefined()
  expect(storeLink({ app_store: mobile_link, homepage: mobile_link }, iPhone)).toBeUndefined()
})

test('an address of the web is encrypted, or of this machine', () => {
  expect(link('web', { webapp_link: 'http://acme.example' })).toBeUndefined()
  expect(link('web', { webapp_link: 'http://localhost:3003' })).toBe(
    `http://localhost:3003/wc?uri=${encoded}`,
  )
})

test('[D-24] Telegram on Android decodes a link once, so the pairing is encoded twice', () => {
  expect(link('universal', wallet, telegram)).toBe(
    `https://acme.example/app/wc?uri=${encodeURIComponent(encoded)}`,
  )
})

test('the store is the one of the device', () => {
  expect(storeLink(wallet, iPhone)).toBe(wallet.app_store)
  expect(storeLink(wallet, android)).toBe(wallet.play_store)
  expect(storeLink(wallet, desktop)).toBe(wallet.chrome_store)
  expect(storeLink({ homepage: wallet.homepage }, android)).toBe(wallet.homepage)
  expect(storeLink({}, android)).toBeUndefined()
  const stores = {
    ...wallet,
    firefox_store: 'https://addons.mozilla.org/a',
    edge_store: 'https://edge.example/a',
  }
  const store = (browser: 'firefox' | 'edge' | 'safari', links: WalletLinks = stores) =>
    storeLink(links, { os: 'windows', browser })
  expect(store('firefox')).toBe(stores.firefox_store)
  expect(store('edge')).toBe(stores.edge_store)
  // Edge takes the extensions of Chrome, too.
  expect(store('edge', wallet)).toBe(wallet.chrome_store)
  expect(store('safari')).toBe(wallet.homepage)
})

test('the ladder: universal link, scheme, store, a code elsewhere, a link to copy', () => {
  const kinds = linkLadder({ wallet, uri, platform: iPhone }).map(({ kind }) => kind)
  expect(kinds).toEqual(['universal', 'native', 'store', 'qr', 'copy'])
  expect(linkLadder({ wallet: {}, uri, platform: iPhone }).map(({ kind }) => kind)).toEqual(['qr', 'copy'])
})

test('[D-24] Telegram opens no schemes', () => {
  const kinds = linkLadder({ wallet, uri, platform: telegram }).map(({ kind }) => kind)
  expect(kinds).toEqual(['universal', 'store', 'qr', 'copy'])
})

test('a page never takes the place of ours; a scheme leaves no empty tab', () => {
  expect(linkTarget('https://acme.example', iPhone)).toBe('_blank')
  expect(linkTarget('acme://wc', iPhone)).toBe('_self')
  expect(linkTarget('acme://wc', { ...iPhone, isFramed: true })).toBe('_top')
  expect(linkTarget('acme://wc', telegram)).toBe('_blank')
})

test('the ways to a wallet are those it has', () => {
  const ways = (links: ReachableWallet, isInstalled = false, platform = desktop) =>
    waysToWallet({ wallet: links, platform, isInstalled })
  expect(ways(wallet)).toEqual(['browser', 'mobile', 'desktop', 'web'])
  expect(ways(wallet, false, iPhone)).toEqual(['mobile', 'web'])
  expect(ways({ mobile_link: 'acme://' })).toEqual(['mobile'])
  expect(ways({ webapp_link: wallet.webapp_link })).toEqual(['web'])
  expect(ways({}, true)).toEqual(['browser'])
  // Whatever it is, it may be able to scan a code.
  expect(ways({})).toEqual(['mobile'])
  expect(ways({ ...wallet, supports_wc: false })).toEqual(['browser'])
  // It scans no code of ours: nothing is shown that pretends so.
  expect(ways({ supports_wc: false })).toEqual(['get'])
  expect(
    ways({ firefox_store: 'https://addons.mozilla.org/firefox/addon/acme/', supports_wc: false }),
  ).toEqual(['browser'])
})

test('[D-24] on a phone the wallet’s own browser is the way where no link brings it a pairing', () => {
  const ways = (links: ReachableWallet, platform = iPhone) =>
    waysToWallet({ wallet: links, platform, isInstalled: false })
  const inside = { browse_link: 'https://acme.example/browse/{url}', supports_wc: false }
  expect(ways(inside)).toEqual(['inside'])
  expect(ways(inside, desktop)).toEqual(['get'])
  expect(ways({ ...wallet, browse_link: inside.browse_link })).toEqual(['mobile', 'web'])
  // Telegram opens no schemes: a code elsewhere and a link to carry are left.
  const schemes = { mobile_link: 'acme://', browse_link: 'acme://browse?url={url}' }
  expect(ways(schemes, telegram)).toEqual(['mobile'])
  expect(ways({ ...schemes, browse_link: inside.browse_link }, telegram)).toEqual(['inside', 'mobile'])
  expect(ways({ chrome_store: wallet.chrome_store, supports_wc: false })).toEqual(['get'])
})

test('[D-24] what does not open from a phone is not recommended there', () => {
  expect(opensHere({ mobile_link: 'acme://' }, iPhone)).toBe(true)
  expect(opensHere({ mobile_link: 'acme://' }, telegram)).toBe(false)
  expect(opensHere({ webapp_link: wallet.webapp_link }, telegram)).toBe(true)
  expect(opensHere({ chrome_store: wallet.chrome_store }, iPhone)).toBe(false)
  expect(opensHere({ chrome_store: wallet.chrome_store }, desktop)).toBe(true)
})

test('a page is opened in the wallet’s own browser by its address, encoded, and by nothing that runs', () => {
  const page = 'https://shop.example/cart?id=1&x=$1#/pay'
  const browse = (browse_link: string | null, platform = iPhone) =>
    browseLink({ wallet: { browse_link }, page, platform })
  expect(browse('https://acme.example/browse/{url}?ref={origin}')).toBe(
    `https://acme.example/browse/${encodeURIComponent(page)}?ref=${encodeURIComponent('https://shop.example')}`,
  )
  expect(browse('acme://dapp?url={url}')).toBe(`acme://dapp?url=${encodeURIComponent(page)}`)
  expect(browse('acme://dapp?url={url}', telegram)).toBeUndefined()
  // Telegram decodes once, and its fragment says who the person is.
  expect(browse('https://acme.example/browse/{url}', telegram)).toBe(
    `https://acme.example/browse/${encodeURIComponent(encodeURIComponent('https://shop.example/cart?id=1&x=$1'))}`,
  )
  for (const bad of [null, 'https://acme.example', 'javascript:{url}', '{url}', 'http://acme.example/{url}'])
    expect(browse(bad)).toBeUndefined()
  expect(
    browseLink({ wallet: { browse_link: 'acme://{url}' }, page: 'about:blank', platform: iPhone }),
  ).toBeUndefined()
})

test('the first way is one that works at once', () => {
  expect(firstWay(['browser', 'mobile'], { isInstalled: false })).toBe('mobile')
  expect(firstWay(['browser', 'mobile'], { isInstalled: true })).toBe('browser')
  expect(firstWay(['browser'], { isInstalled: false })).toBe('browser')
})
