/** Which network a wallet is on: by its own word, else by its addresses. */
import type { AdapterContext } from '@latchkey/core'
import { createFakeClock } from '@latchkey/core/testing'
import { expect, test } from 'vitest'
import { bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet4, networkIdOf } from './networks.js'
import { openSession } from './openSession.js'
import type { UnisatProvider } from './unisatProvider.js'
import { networkOfAddress } from './walletAddresses.js'

const main = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const onTests = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const legacy = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'

function open(provider: Partial<UnisatProvider>, address = main) {
  const context = {
    clock: createFakeClock(),
    networks: [bitcoin, bitcoinSignet],
  } as unknown as AdapterContext // the parts it reads
  const all = {
    requestAccounts: async () => [address],
    getAccounts: async () => [address],
    signMessage: async () => '',
    signPsbt: async () => '',
    ...provider,
  }
  return openSession({
    context,
    reads: () => Promise.reject(new Error('no chain')),
    name: 'Wallet',
    wallet: { dialect: 'unisat', provider: all },
    answer: Promise.resolve([address]),
    isSilent: false,
    networkId: undefined,
  })
}

test.each([
  ['BITCOIN_MAINNET', networkIdOf('mainnet')],
  ['BITCOIN_TESTNET', networkIdOf('testnet')],
  ['BITCOIN_TESTNET4', networkIdOf('testnet4')],
  ['BITCOIN_SIGNET', networkIdOf('signet')],
])('a wallet on %s is there', async (chain, id) => {
  const session = await open({ getChain: async () => ({ enum: chain }) })
  expect(session?.networkId()).toBe(id)
})

test('a wallet that knows only the older question is believed', async () => {
  expect((await open({ getNetwork: async () => 'livenet' }))?.networkId()).toBe(networkIdOf('mainnet'))
  expect((await open({ getNetwork: async () => 'testnet' }, onTests))?.networkId()).toBe(
    networkIdOf('testnet'),
  )
})

test('[S4-07] a fork with the same addresses is not taken for Bitcoin', async () => {
  const session = await open({ getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
  expect(session?.networkId()).toBe('bip122:FRACTAL_BITCOIN_MAINNET')
  const { signal } = new AbortController()
  const address = session?.accounts()[0]?.address
  if (!session || !address) throw new Error('a session is expected')
  const request = { address, signal, networkId: networkIdOf('mainnet'), message: 'm' }
  await expect(session.signMessage?.(request)).rejects.toMatchObject({ code: 'network.mismatch' })
})

test('a wallet that says nothing is where its address is, on a network that the page has', async () => {
  expect((await open({}))?.networkId()).toBe(networkIdOf('mainnet'))
  expect((await open({}, onTests))?.networkId()).toBe(networkIdOf('signet'))
  expect(networkOfAddress(onTests, [bitcoin])).toBe(networkIdOf('testnet'))
  expect(networkOfAddress(onTests, [bitcoin, bitcoinTestnet4])).toBe(networkIdOf('testnet4'))
  // The older kinds are the same on test networks and on regtest.
  expect(networkOfAddress(legacy, [bitcoinRegtest('http://127.0.0.1:1')])).toBe(networkIdOf('regtest'))
  expect(networkOfAddress('nonsense', [bitcoin])).toBeUndefined()
})

test('a wallet that shares nothing is told as such', async () => {
  await expect(open({}, 'nonsense')).rejects.toMatchObject({ code: 'connection.no-accounts' })
})
