/** Wallets that the app adds: what is wrong with one is told by its place. */
import { expect, test } from 'vitest'
import { customWalletProblem } from './customWalletProblem.js'

const own = { id: 'own', name: 'Own' }

test('[S3-17] a wallet of the app may name every link that a listing has', () => {
  const wallet = {
    ...own,
    mobile_link: 'own://',
    link_mode: 'https://go.own.test',
    desktop_link: 'https://desk.own.test',
    webapp_link: 'http://localhost:3003',
    browse_link: 'own://browse?url={url}',
    app_store: 'https://apps.apple.com/app/id1',
    play_store: 'https://play.google.com/store/apps/details?id=own',
    chrome_store: 'https://chromewebstore.google.com/detail/own',
    firefox_store: 'https://addons.mozilla.org/firefox/addon/own/',
    edge_store: 'https://microsoftedge.microsoft.com/addons/detail/own',
    chains: ['eip155:1', 'cosmos:cosmoshub-4'],
  }
  expect(customWalletProblem(own)).toBeUndefined()
  expect(customWalletProblem(wallet)).toBeUndefined()
})

test.each([
  [null, ''],
  [{ id: 'own' }, '.name'],
  [{ ...own, id: '' }, '.id'],
  [{ ...own, app_store: 'apps.apple.com/app/id1' }, '.app_store'],
  [{ ...own, link_mode: 'own://' }, '.link_mode'],
  [{ ...own, mobile_link: 'javascript:alert(1)' }, '.mobile_link'],
  [{ ...own, browse_link: 'https://own.test/' }, '.browse_link'],
  [{ ...own, chains: ['ethereum'] }, '.chains'],
])('what is wrong is named: %j', (wallet, field) => {
  expect(customWalletProblem(wallet)).toMatch(new RegExp(`^\\${field || ':'}`))
})
