/** How what several packages say becomes one wallet, and what is thrown away on the way. */
import { describe, expect, test } from 'vitest'
import * as links from './links.mjs'
import { constantsOf } from './literals.mjs'
import { groupClaims, idOf, mergeGroup, slugOf } from './mergeWallets.mjs'

const base = {
  source: 'first',
  name: 'Acme Wallet',
  homepage: 'https://acme.example/',
  rdns: ['example.acme'],
}

describe('two packages mean the same wallet', () => {
  test.each([
    ['by its reverse domain name', { name: 'Other', rdns: ['example.acme'] }],
    ['by its name', { name: 'ACME' }],
  ])('%s', (_, claim) => {
    expect(groupClaims([base], [{ source: 'second', ...claim }])).toHaveLength(1)
  })

  test('by its place in a store', () => {
    const app_store = 'https://apps.apple.com/app/id123456789'
    expect(
      groupClaims([{ ...base, app_store }], [{ source: 'second', name: 'Renamed', app_store }]),
    ).toHaveLength(1)
  })

  test('and otherwise not', () => {
    expect(groupClaims([base], [{ source: 'second', name: 'Acmex' }])).toHaveLength(2)
  })
})

test.each([
  ['https://acme.example/browse/{url}?ref={origin}', true],
  ['acme://dapp?url={url}', true],
  ['https://acme.example/browse', false],
  ['javascript:open({url})', false],
  ['https://acme.example/{url}/{user}', false],
  ['{url}', false],
])('a link into the wallet’s own browser has a place for the page, and no other slots: %s', (link, isOne) => {
  expect(links.browseLink(link)).toBe(isOne ? link : undefined)
})

test('the first that says something is believed, and it is written down who said what', () => {
  const [group] = groupClaims(
    [base],
    [{ source: 'second', name: 'Acme', homepage: 'https://other.example/', chrome_store: 'https://x' }],
  )
  const { wallet, said, inferred } = mergeGroup(group ?? { claims: [] })
  expect(wallet).toMatchObject({
    name: 'Acme Wallet',
    homepage: 'https://acme.example/',
    chrome_store: 'https://x',
  })
  expect([...(said['first'] ?? [])]).toEqual(['name', 'homepage', 'rdns'])
  expect([...(said['second'] ?? [])]).toEqual(['chrome_store'])
  // Nobody said for which networks it is.
  expect(wallet['chains']).toEqual(['eip155:1'])
  expect(inferred).toEqual(['namespaces', 'eip155:1'])
})

test('a slug always has the same id', () => {
  expect(slugOf('Safe{Wallet} Üb')).toBe('safe-wallet-ub')
  expect(idOf('metamask')).toBe('892697e5bb2c8163c89e5a35e132888eba4f2da9b8dd7f51adfcb7305dc00e93')
})

describe('addresses', () => {
  test.each([
    ['javascript:alert(1)', undefined],
    ['JavaScript://%0aalert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://x.example', undefined],
    ['intent://x#Intent;end', undefined],
    ['app://a b', undefined],
    ['metamask://', 'metamask://'],
    ['acme:wc', 'acme://wc'],
  ])('the scheme %s becomes %s', (text, link) => expect(links.schemeLink(text)).toBe(link))

  test.each([
    ['http://acme.example/?utm_source=x&a=1', 'https://acme.example/?a=1'],
    ['acme.example', 'https://acme.example/'],
    ['https://user:secret@acme.example', undefined],
    ['https://localhost/x', undefined],
    ['javascript:alert(1)', undefined],
    ['ftp://acme.example', undefined],
  ])('the page %s becomes %s', (text, link) => expect(links.webLink(text)).toBe(link))

  test('a page that is about a wallet, or where it is fetched, does not open it', () => {
    expect(links.openLink('https://chromewebstore.google.com/detail/x')).toBeUndefined()
    expect(links.openLink('https://www.acme.example/', 'https://acme.example/')).toBeUndefined()
    expect(links.openLink('https://acme.example/download', 'https://acme.example/')).toBeUndefined()
    expect(links.openLink('https://app.acme.example/', 'https://acme.example/')).toBe(
      'https://app.acme.example/',
    )
  })
})

test('a source is read and never run', () => {
  const source = `export const wallet = { name: 'A', list: [1, -2], link: fetch('x'), ['key']: \`t\` } as const`
  expect(constantsOf(source)['wallet']).toEqual({ name: 'A', list: [1, -2], link: undefined, key: 't' })
})
