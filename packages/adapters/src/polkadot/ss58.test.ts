/** Addresses as the networks of this family write them. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGenesisOf, prefixOf } from './prefixes.js'
import { decodeSs58, encodeSs58 } from './ss58.js'
import { genesis, testNetwork } from './testWorld.js'

/** The account that every development chain calls Alice. */
const alice = hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')

test.each([
  [42, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  [0, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  [2, 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
  // Two bytes of prefix, as the registry's own examples are.
  [5, 'ajYMsCKsEAhEvHpeA4XqsfiA9v1CdzZPrCfS6pEfeGHW9j8'],
])('Alice with the prefix %i', (prefix, address) => {
  expect(encodeSs58(alice, prefix)).toBe(address)
  const read = decodeSs58(address)
  expect(read).toEqual({ prefix, account: alice })
})

test('[D-15] any account with any prefix comes back as it was', () => {
  const accounts = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(accounts, fc.integer({ min: 0, max: 16_383 }), (account, prefix) => {
      const read = decodeSs58(encodeSs58(account, prefix))
      expect(read).toMatchObject({ prefix })
      expect(typeof read === 'object' && bytesToHex(read.account)).toBe(bytesToHex(account))
    }),
  )
})

test('[D-15] one letter that is wrong is found, and what is no address is none', () => {
  const address = encodeSs58(alice, 0)
  for (const [index, letter] of [...address].entries()) {
    const other = letter === 'x' ? 'y' : 'x'
    const read = decodeSs58(address.slice(0, index) + other + address.slice(index + 1))
    expect(typeof read).not.toBe('object')
  }
  expect(decodeSs58(`${address.slice(0, -1)}x`)).toBe('checksum')
  for (const text of ['', 'x', '0x00', 'l'.repeat(48), '5'.repeat(2000)])
    expect(decodeSs58(text)).toBeUndefined()
})

test('the prefix is what the app says, else what is known of it, else that of any network', () => {
  const idOf = (name: keyof typeof genesis) => testNetwork(name).caipNetworkId
  expect(prefixOf(idOf('polkadot'))).toBe(0)
  expect(prefixOf(idOf('kusama'))).toBe(2)
  expect(prefixOf(idOf('own'))).toBe(42)
  expect(prefixOf(idOf('own'), { [idOf('own')]: 7391 })).toBe(7391)
  expect(prefixOf(idOf('polkadot'), { [idOf('polkadot')]: 99_999 })).toBe(0)
  expect(prefixOf(undefined)).toBe(42)
})

test('[D-15] a genesis hash is compared whole with the network that is named after it', () => {
  const { caipNetworkId } = testNetwork('kusama')
  expect(isGenesisOf(caipNetworkId, genesis.kusama)).toBe(true)
  expect(isGenesisOf(caipNetworkId, genesis.polkadot)).toBe(false)
  expect(isGenesisOf(caipNetworkId, genesis.kusama.slice(0, 34))).toBe(false)
})
