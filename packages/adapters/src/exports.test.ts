/** What others may import. A change here is a change of the public interface. */
import { expect, test } from 'vitest'
import * as bip122 from './bip122/index.js'
import * as conformance from './conformance.js'
import * as eip155 from './eip155/index.js'
import * as wagmi from './eip155/wagmi.js'
import * as lab from './lab/index.js'
import * as polkadot from './polkadot/index.js'
import * as solana from './solana/index.js'

test('the exports of @latchkey/adapters/eip155', () => {
  expect(Object.keys(eip155).sort()).toEqual([
    'ProviderError',
    'coinbase',
    'eip155',
    'getProvider',
    'hexAddress',
    'readContract',
    'safe',
    'sendTransaction',
    'signTypedData',
    'writeContract',
  ])
})

test('the exports of @latchkey/adapters/eip155/wagmi', () => {
  expect(Object.keys(wagmi)).toEqual(['wagmi'])
})

test('the exports of @latchkey/adapters/polkadot', () => {
  expect(Object.keys(polkadot).sort()).toEqual([
    'getProvider',
    'kusama',
    'kusamaAssetHub',
    'paseo',
    'polkadot',
    'polkadotAssetHub',
    'polkadotRelay',
    'signPayload',
  ])
})

test('the exports of @latchkey/adapters/solana', () => {
  expect(Object.keys(solana).sort()).toEqual([
    'getProvider',
    'mobileWallets',
    'sendTransaction',
    'signAllTransactions',
    'signTransaction',
    'solana',
    'solanaDevnet',
    'solanaLocalnet',
    'solanaMainnet',
    'solanaTestnet',
  ])
})

test('the exports of @latchkey/adapters/bip122', () => {
  expect(Object.keys(bip122).sort()).toEqual([
    'bip122',
    'bitcoin',
    'bitcoinRegtest',
    'bitcoinSignet',
    'bitcoinTestnet',
    'bitcoinTestnet4',
    'getProvider',
    'sendPsbt',
    'sendTransfer',
    'signPsbt',
  ])
})

test('the exports of @latchkey/adapters/conformance', () => {
  expect(Object.keys(conformance).sort()).toEqual(['conformanceCases'])
})

test('the exports of @latchkey/adapters/lab', () => {
  expect(Object.keys(lab).sort()).toEqual([
    'announceWallet',
    'bitcoinConnectorId',
    'bitcoinLabKeys',
    'createBitcoinWallet',
    'createLabWallet',
    'createPolkadotLabWallet',
    'createSolanaWallet',
    'injectBitcoinWallet',
    'injectPolkadotWallet',
    'injectWallet',
    'installBitcoinWallet',
    'installPolkadotWallet',
    'installSolanaWallet',
    'installWallet',
    'labIcon',
    'labKeys',
    'playwrightWallet',
    'polkadotLabKeys',
    'solanaLabKeys',
    'vitestWallet',
  ])
})
