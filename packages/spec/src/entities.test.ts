import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Address } from './caip.js'
import {
  accountSchema,
  connectorInfoSchema,
  decimalInputSchema,
  historyItemSchema,
  type Network,
  networkSchema,
  onrampOptionsSchema,
  signInSessionSchema,
  tokenBalanceSchema,
  walletAssetsSchema,
  walletListingSchema,
} from './entities.js'

const mainnet = {
  id: 1,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
} as const satisfies Network

describe('a network', () => {
  test('is what chain libraries describe, with its namespace and id', () => {
    expect(v.parse(networkSchema, mainnet)).toEqual(mainnet)
    expect(v.is(networkSchema, { ...mainnet, rpcUrls: { ...mainnet.rpcUrls, local: { http: [] } } })).toBe(
      true,
    )
    expect(v.is(networkSchema, { ...mainnet, id: 'regtest' })).toBe(true)
  })

  test.each([
    ['an unknown namespace', { chainNamespace: 'cosmos' }],
    ['an id of one part', { caipNetworkId: '1' }],
    ['an account id for a network id', { caipNetworkId: 'eip155:1:0x1' }],
    ['no default URL', { rpcUrls: { main: { http: [] } } }],
    ['fractional decimals', { nativeCurrency: { name: 'E', symbol: 'E', decimals: 1.5 } }],
    ['negative decimals', { nativeCurrency: { name: 'E', symbol: 'E', decimals: -1 } }],
  ])('with %s is refused', (_, change) => {
    expect(v.is(networkSchema, { ...mainnet, ...change })).toBe(false)
  })
})

describe('an account', () => {
  test('has a branded address and one of three types', () => {
    const account = v.parse(accountSchema, { namespace: 'eip155', address: '0x1', type: 'eoa' })
    const address: Address = account.address
    expect(address).toBe('0x1')
    for (const type of ['smartAccount', 'payment']) {
      expect(v.is(accountSchema, { namespace: 'bip122', address: 'a', type })).toBe(true)
    }
    expect(v.is(accountSchema, { namespace: 'eip155', address: '0x1', type: 'EOA' })).toBe(false)
    expect(v.is(accountSchema, { namespace: 'eip155', address: '', type: 'eoa' })).toBe(false)
  })

  test('does not take a plain string for an address', () => {
    // @ts-expect-error a string is not known to be an address
    const address: Address = '0x1'
    expect(address).toBe('0x1')
  })
})

describe('amounts at the edge', () => {
  const balance = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: 'eip155:1',
    price: 3120.55,
    value: 1e-7,
    quantity: { decimals: '18', numeric: '115792089237316195423570985008687907853269984665640564039457' },
    iconUrl: '',
  }

  test('[D-14] prices that come as numbers become decimal strings, quantities stay as they are', () => {
    expect(v.parse(tokenBalanceSchema, balance)).toEqual({ ...balance, price: '3120.55', value: '0.0000001' })
  })

  test('that are negative, infinite or no numbers are refused', () => {
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY, '-1', '1e3', '', null]) {
      expect(v.is(decimalInputSchema, bad)).toBe(false)
    }
    // A quantity is never a JavaScript number: it would have lost digits already.
    expect(v.is(tokenBalanceSchema, { ...balance, quantity: { decimals: '18', numeric: 1 } })).toBe(false)
  })

  test('an asset has a hex balance and is ERC20 or NATIVE', () => {
    const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 1, iconUrl: '' }
    const asset = { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata }
    expect(v.is(walletAssetsSchema, { '0x1': [asset] })).toBe(true)
    expect(v.is(walletAssetsSchema, { '0x1': [{ ...asset, balance: '1000' }] })).toBe(false)
    expect(v.is(walletAssetsSchema, { '0x1': [{ ...asset, type: 'erc20' }] })).toBe(false)
  })
})

test('a listing may lack what the wallet lacks, but not its id and name', () => {
  expect(v.is(walletListingSchema, { id: 'a', name: 'A', rdns: null })).toBe(true)
  expect(v.is(walletListingSchema, { name: 'A' })).toBe(false)
})

test('a connector has one of the six types', () => {
  const connector = { id: 'a', name: 'A', chain: 'eip155' }
  for (const type of ['EXTERNAL', 'WALLET_CONNECT', 'INJECTED', 'ANNOUNCED', 'AUTH', 'MULTI_CHAIN']) {
    expect(v.is(connectorInfoSchema, { ...connector, type })).toBe(true)
  }
  expect(v.is(connectorInfoSchema, { ...connector, type: 'injected' })).toBe(false)
})

test('a history item has a readable time, and keeps what the views draw beyond the spec', () => {
  const item = {
    id: 'a',
    metadata: {
      minedAt: '2026-02-03T11:22:33Z',
      chain: 'eip155:1',
      operationType: 'send',
      status: 'confirmed',
      sentFrom: '0x1',
      sentTo: '0x2',
      hash: '0xabc',
    },
    transfers: [{ nft_info: null, fungible_info: { symbol: 'T' }, direction: 'out' }],
  }
  expect(v.parse(historyItemSchema, item)).toEqual(item)
  const at = (minedAt: string) => ({ ...item, metadata: { ...item.metadata, minedAt } })
  expect(v.is(historyItemSchema, at('yesterday'))).toBe(false)
  expect(v.is(historyItemSchema, { ...item, transfers: null })).toBe(false)
})

test('a sign-in session names account, network, domain and nonce', () => {
  const session = {
    data: {
      accountAddress: '0x1',
      chainId: 'eip155:1',
      uri: 'https://app.example',
      version: '1',
      nonce: 'n',
      domain: 'app.example',
    },
    message: 'm',
    signature: '0x',
  }
  expect(v.is(signInSessionSchema, session)).toBe(true)
  expect(v.is(signInSessionSchema, { ...session, data: { ...session.data, chainId: '1' } })).toBe(false)
  expect(v.is(signInSessionSchema, { ...session, data: { ...session.data, nonce: undefined } })).toBe(false)
})

test('on-ramp limits are decimal strings whatever the service sends', () => {
  const options = { purchaseCurrencies: [], paymentCurrencies: [{ id: 'USD', payment_method_limits: [] }] }
  const limit = { id: 'card', min: '10.00', max: 7500 }
  const parsed = v.parse(onrampOptionsSchema, {
    ...options,
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [limit] }],
  })
  expect(parsed.paymentCurrencies[0]?.payment_method_limits[0]).toEqual({
    id: 'card',
    min: '10.00',
    max: '7500',
  })
})
