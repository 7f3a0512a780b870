import { isSignedByBitcoin } from '@latchkey/verify/bitcoin'
import { hex } from '@scure/base'
import { expect, test } from 'vitest'
import { accountsOf, deriveKeys, wordsOf } from './deriveKeys.js'
import { signBip122Message } from './signBip122.js'
import { ed25519KeyAt } from './slip10.js'

/** The words that every developer's node starts with, and addresses that other wallets show for them. */
const zeros = new Uint8Array(16)
const junkAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'

test('the words are those of BIP-39, and the addresses those that other wallets derive from them', async () => {
  expect(wordsOf(zeros)).toBe(`${'abandon '.repeat(11)}about`)
  const keys = await deriveKeys(zeros)
  expect(keys.eip155.address).toBe(junkAddress)
  // BIP-84's own vector.
  expect(keys.bip122.address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  expect(keys.solana.address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
})

test('the owner of the smart account is no account', async () => {
  const keys = await deriveKeys(zeros)
  const accounts = accountsOf(keys)
  expect(accounts.map(({ namespace, type }) => `${namespace} ${type}`)).toEqual([
    'eip155 eoa',
    'eip155 smartAccount',
    'solana eoa',
    'bip122 payment',
  ])
  expect(accounts.some(({ address }) => address === keys.smartAccountOwner.address)).toBe(false)
  expect(keys.smartAccountOwner.address).not.toBe(keys.eip155.address)
})

test('wiped keys are gone', async () => {
  const keys = await deriveKeys(zeros)
  keys.wipe()
  for (const role of ['eip155', 'smartAccountOwner', 'solana', 'bip122'] as const) {
    expect(keys[role].privateKey.every((byte) => byte === 0)).toBe(true)
  }
})

/** SLIP-0010, test vector 1 for ed25519. */
const seed = hex.decode('000102030405060708090a0b0c0d0e0f')
test.each([
  ['m', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  ["m/0'", '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  ["m/0'/1'", 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  ["m/0'/1'/2'/2'/1000000000'", '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
])('the tree of SLIP-0010 at %s', (path, key) => {
  expect(hex.encode(ed25519KeyAt(seed, path))).toBe(key)
})

test.each(['', '0', 'm/0', "m/0'/1", "m/4294967296'", "n/0'"])(
  'a path that is none is refused: %j',
  (path) => {
    expect(() => ed25519KeyAt(seed, path)).toThrow(RangeError)
  },
)

test('a Bitcoin message is signed as BIP-322 says, and by this address alone', async () => {
  const keys = await deriveKeys(zeros)
  for (const message of ['', 'Hello World', 'ü'.repeat(300)]) {
    const signature = signBip122Message(keys.bip122, message)
    expect(isSignedByBitcoin({ message, signature, address: keys.bip122.address })).toBe(true)
    expect(isSignedByBitcoin({ message: `${message}.`, signature, address: keys.bip122.address })).toBe(false)
  }
})
