import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountId,
  assetId,
  isAccountId,
  isAssetId,
  isNamespace,
  isNetworkId,
  namespaces,
  networkId,
  parseAccountId,
  parseAssetId,
  parseNetworkId,
  walletProtocolNamespace,
  walletProtocolNamespaces,
} from './caip.js'

const alphabet = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const anyNamespace = fc.constantFrom(...namespaces)
const anyReference = alphabet(`${letters}-_`, 1, 32)
const anyAddress = alphabet(`${letters}-.%`, 1, 128)
const anyAssetNamespace = alphabet('abcdefghijklmnopqrstuvwxyz0123456789-', 3, 8)

describe('namespaces', () => {
  test('[S1-05] are eip155, solana, bip122 and polkadot', () => {
    expect(namespaces).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
    expect(isNamespace('eip155')).toBe(true)
    for (const other of ['eip', 'eip1555', 'EIP155', 'cosmos', '', undefined, 155]) {
      expect(isNamespace(other)).toBe(false)
    }
  })

  test('[S9-18] of the wallet protocol fall back to a generic one', () => {
    expect(walletProtocolNamespaces).toEqual([
      'eip155',
      'algorand',
      'solana',
      'cosmos',
      'polkadot',
      'cip34',
      'elrond',
      'multiversx',
      'near',
      'tezos',
    ])
    for (const known of walletProtocolNamespaces) expect(walletProtocolNamespace(known)).toBe(known)
    for (const other of ['bip122', 'hedera', 'Eip155', 'constructor']) {
      expect(walletProtocolNamespace(other)).toBe('generic')
    }
  })
})

describe('network ids', () => {
  test('[S5-04] have two parts and come back as they went in', () => {
    fc.assert(
      fc.property(anyNamespace, anyReference, (namespace, reference) => {
        const id = networkId({ namespace, reference })
        expect(parseNetworkId(id)).toEqual({ namespace, reference })
        expect(isNetworkId(id)).toBe(true)
      }),
    )
  })

  test.each([
    ['one part', 'eip155'],
    ['three parts', 'eip155:1:0x1'],
    ['an unknown namespace', 'cosmos:hub'],
    ['a namespace in another case', 'EIP155:1'],
    ['an empty reference', 'eip155:'],
    ['a reference of 33 characters', `eip155:${'1'.repeat(33)}`],
    ['a space', 'eip155: 1'],
    ['a line break after it', 'eip155:1\n'],
    ['a namespace that only begins right', 'eip1555:1'],
  ])('with %s are refused', (_, text) => {
    expect(parseNetworkId(text)).toBeUndefined()
    expect(isNetworkId(text)).toBe(false)
  })

  test('take a number as their reference', () => {
    expect(networkId({ namespace: 'eip155', reference: 31337 })).toBe('eip155:31337')
  })
})

describe('account ids', () => {
  test('[S5-04] have three parts and a known namespace', () => {
    fc.assert(
      fc.property(anyNamespace, anyReference, anyAddress, (namespace, reference, address) => {
        const network = networkId({ namespace, reference })
        const id = accountId({ networkId: network, address })
        expect(parseAccountId(id)).toEqual({ namespace, reference, networkId: network, address })
        expect(isAccountId(id)).toBe(true)
      }),
    )
    for (const text of ['eip155:1', 'eip155:1:0x1:2', 'near:mainnet:alice', 'eip155::0x1', 'eip155:1:']) {
      expect(parseAccountId(text)).toBeUndefined()
    }
  })

  test('are refused with an address of 129 characters', () => {
    expect(isAccountId(`solana:main:${'1'.repeat(128)}`)).toBe(true)
    expect(isAccountId(`solana:main:${'1'.repeat(129)}`)).toBe(false)
  })
})

describe('asset ids', () => {
  test('come back as they went in, with and without a token id', () => {
    fc.assert(
      fc.property(
        anyNamespace,
        anyReference,
        anyAssetNamespace,
        anyAddress,
        fc.option(alphabet(`${letters}-.%`, 1, 78), { nil: undefined }),
        (namespace, reference, assetNamespace, assetReference, tokenId) => {
          const network = networkId({ namespace, reference })
          const id = assetId({ networkId: network, assetNamespace, assetReference, tokenId })
          expect(parseAssetId(id)).toEqual({
            namespace,
            reference,
            networkId: network,
            assetNamespace,
            assetReference,
            ...(tokenId === undefined ? {} : { tokenId }),
          })
        },
      ),
    )
  })

  test.each([
    'eip155:1',
    'eip155:1/erc20',
    'eip155:1/e:0x1',
    'cosmos:hub/slip44:118',
    'eip155:1/erc721:0x1/',
    'eip155:1/erc721:0x1/1/2',
  ])('like %s are refused', (text) => {
    expect(isAssetId(text)).toBe(false)
  })
})

test('no text at all makes a parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const parse of [parseNetworkId, parseAccountId, parseAssetId]) {
        expect(() => parse(text)).not.toThrow()
      }
    }),
  )
})
