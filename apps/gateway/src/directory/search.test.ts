/** What people type, and what they meant. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { directoryFolder } from '../paths.js'
import { createSearch, plainText, slips } from './search.js'
import { readStoredWallets } from './stored.js'

const wallets = readStoredWallets(directoryFolder)
const search = createSearch(wallets)
const found = (text: string) => search(text).map((index) => wallets[index]?.name)

describe('a search over the whole list', () => {
  test.each([
    ['the name', 'metamask', 'MetaMask'],
    ['the name in capitals', 'METAMASK', 'MetaMask'],
    ['the name in two words', 'meta mask', 'MetaMask'],
    ['its beginning', 'rain', 'Rainbow'],
    ['a word of it', 'coinbase', 'Base (formerly Coinbase Wallet)'],
    ['the words in another order', 'wallet trust', 'Trust Wallet'],
    ['beginnings of words', 'ok wal', 'OKX Wallet'],
    ['its domain', 'metamask.io', 'MetaMask'],
    ['its reverse domain name', 'io.rabby', 'Rabby'],
    ['its slug', 'trust-wallet', 'Trust Wallet'],
    ['a letter too many', 'metamaskk', 'MetaMask'],
    ['a letter missing', 'metmask', 'MetaMask'],
    ['two letters swapped', 'phantmo', 'Phantom'],
    ['another letter', 'raunbow', 'Rainbow'],
    ['two slips in a long name', 'solfalere', 'Solflare'],
    ['the beginning with a slip', 'blokchain', 'Blockchain.com'],
    ['accents', 'Ràinbow', 'Rainbow'],
  ])('finds a wallet by %s', (_, typed, name) => {
    expect(found(typed)[0]).toBe(name)
  })

  test('an exact name stands before a beginning, and that before a word inside', () => {
    const names = ['Deep Core', 'Corex', 'Core', 'Hardcore']
    const list = names.map((name) => ({ name, slug: name.toLowerCase(), rdns: [], homepage: null }))
    expect(createSearch(list)('core').map((index) => names[index])).toEqual([
      'Core',
      'Corex',
      'Deep Core',
      'Hardcore',
    ])
  })

  test('among equals the order of the list holds', () => {
    const names = ['Wallet Z', 'Wallet A', 'Wallet M']
    const list = names.map((name) => ({ name, slug: name, rdns: [], homepage: null }))
    expect(createSearch(list)('wallet')).toEqual([0, 1, 2])
  })

  test('guesses are made only where nothing is spelled so, and never of short words', () => {
    expect(found('core')).not.toContain('Coin98 Super Wallet')
    expect(found('zzq')).toEqual([])
    expect(found('completely unknown thing')).toEqual([])
  })

  test('nothing but signs finds nothing', () => {
    for (const text of ['', '   ', '!!!', '{}', '\u0000', '\u200b']) expect(search(text)).toEqual([])
  })

  test('every wallet is found first or among its namesakes by its own name', () => {
    for (const [index, { name }] of wallets.entries()) {
      const results = search(name)
      const namesakes = wallets.filter((other) => plainText(other.name) === plainText(name)).length
      // Names of nothing but other scripts are searched as they are written.
      expect(results.slice(0, namesakes + 1), name).toContain(index)
    }
  })
})

test('any text is answered, each wallet at most once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100, unit: 'binary' }), (text) => {
      const results = search(text)
      expect(new Set(results).size).toBe(results.length)
    }),
  )
})

describe('slips', () => {
  test.each([
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'abcd', 1],
    ['abc', 'xbc', 1],
    ['abcd', 'badc', 2],
    ['abc', 'xyz', 3],
  ])('from %s to %s are %i, or too many', (typed, meant, count) => {
    expect(slips(typed, meant, 2)).toBe(Math.min(count, 3))
  })

  test('are the same in both directions', () => {
    const word = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(fc.property(word, word, (a, b) => slips(a, b, 12) === slips(b, a, 12)))
  })
})
