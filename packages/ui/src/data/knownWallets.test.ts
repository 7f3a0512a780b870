/** The guide's list: nobody is preferred, and every address leads where it says. */
import { expect, test } from 'vitest'
import { findKnownWallet, knownWallets } from './knownWallets.js'

test('wallets stand in alphabetical order, each once', () => {
  const names = knownWallets.map(({ name }) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  for (const field of ['id', 'name', 'rdns', 'homepage'] as const)
    expect(new Set(knownWallets.map((wallet) => wallet[field])).size).toBe(knownWallets.length)
})

test('every address is https and belongs to the store it is listed under', () => {
  const hosts = {
    chrome: 'chromewebstore.google.com',
    firefox: 'addons.mozilla.org',
    ios: 'apps.apple.com',
    android: 'play.google.com',
  } as const
  for (const wallet of knownWallets) {
    expect(new URL(wallet.homepage).protocol).toBe('https:')
    for (const [place, host] of Object.entries(hosts)) {
      const address = wallet[place as keyof typeof hosts] // keys of the table above
      if (address) expect(new URL(address)).toMatchObject({ protocol: 'https:', host })
    }
  }
})

test('a wallet is found by its id, and an unknown one is not', () => {
  expect(findKnownWallet('rainbow')?.name).toBe('Rainbow')
  expect(findKnownWallet('nobody')).toBeUndefined()
  expect(findKnownWallet(undefined)).toBeUndefined()
})
