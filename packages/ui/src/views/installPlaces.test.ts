/** Where a wallet can be had, on which device. */
import { expect, test } from 'vitest'
import { acme, directoryWallet } from '../testing/wallets.js'
import { installPlaces } from './installPlaces.js'

const computer = { os: 'windows', isMobile: false } as const
const ids = (...input: Parameters<typeof installPlaces>) => installPlaces(...input).places.map(({ id }) => id)

const everywhere = {
  ...acme,
  firefox_store: 'https://addons.mozilla.org/firefox/addon/acme/',
  edge_store: 'https://microsoftedge.microsoft.com/addons/detail/acme',
}

test.each(['chrome', 'firefox', 'edge'] as const)('a computer is offered the extension of %s', (browser) => {
  expect(ids(everywhere, { ...computer, browser })).toEqual([browser, 'desktop', 'ios', 'android'])
})

test('Edge installs from the store of Chrome, and Safari is shown what another browser could have', () => {
  expect(ids(acme, { ...computer, browser: 'edge' })[0]).toBe('chrome')
  expect(ids(everywhere, { ...computer, browser: 'safari' })[0]).toBe('chrome')
})

test('a wallet that is in the store of one other browser only is not without a place', () => {
  const { firefox_store } = everywhere
  const wallet = directoryWallet('fox', { firefox_store })
  expect(installPlaces(wallet, { ...computer, browser: 'chrome' }).places).toEqual([
    { id: 'firefox', href: firefox_store },
  ])
})

test('a program for the computer is on the wallet’s own site', () => {
  const wallet = directoryWallet('desk', { desktop_link: 'desk://', homepage: 'https://desk.example' })
  expect(installPlaces(wallet, { ...computer, browser: 'chrome' }).places).toEqual([
    { id: 'desktop', href: 'https://desk.example' },
  ])
})

test('a page that is listed as a way on computers is nothing to install', () => {
  const wallet = directoryWallet('page', {
    desktop_link: 'https://app.page.example',
    homepage: 'https://page.example',
  })
  expect(ids(wallet, { ...computer, browser: 'chrome' })).toEqual([])
})

test('a phone is offered its own store and nothing else', () => {
  expect(ids(everywhere, { os: 'ios', browser: 'safari', isMobile: true })).toEqual(['ios'])
  expect(ids(everywhere, { os: 'android', browser: 'chrome', isMobile: true })).toEqual(['android'])
})
