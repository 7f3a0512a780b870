import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import { accountOf, isSignedByPolkadot } from './polkadot.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The account that every development chain calls Alice, as three networks write it. */
const alice = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
test.each([
  ['of any network', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['of Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['of Kusama', 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'],
])('an address %s', (_, address) => {
  expect(hex.encode(accountOf(address) ?? new Uint8Array())).toBe(alice)
  expect(accountOf(address.replace(/.$/, 'x'))).toBeUndefined()
})

function addressOf(account: Uint8Array): string {
  const body = Uint8Array.from([42, ...account])
  const sum = blake2b(Uint8Array.from([...bytesOf('SS58PRE'), ...body]), { dkLen: 64 })
  return base58.encode(Uint8Array.from([...body, ...sum.slice(0, 2)]))
}

const seed = new Uint8Array(32).fill(5)
const schnorrkel = sr25519.secretFromSeed(seed)
const compressed = secp256k1.getPublicKey(seed)
const people = {
  sr25519: {
    kind: 1,
    address: addressOf(sr25519.getPublicKey(schnorrkel)),
    sign: (bytes: Uint8Array) => sr25519.sign(schnorrkel, bytes),
  },
  ed25519: {
    kind: 0,
    address: addressOf(ed25519.getPublicKey(seed)),
    sign: (bytes: Uint8Array) => ed25519.sign(bytes, seed),
  },
  ecdsa: {
    kind: 2,
    address: addressOf(blake2b(compressed, { dkLen: 32 })),
    sign(bytes: Uint8Array) {
      const digest = blake2b(bytes, { dkLen: 32 })
      const [recovery = 0, ...rest] = secp256k1.sign(digest, seed, { prehash: false, format: 'recovered' })
      return Uint8Array.from([...rest, recovery])
    },
  },
}

describe.each(Object.entries(people))('%s', (_, { kind, address, sign }) => {
  const wrapped = sign(bytesOf('<Bytes>hello</Bytes>'))
  const written = (bytes: Iterable<number>) => `0x${hex.encode(Uint8Array.from(bytes))}`

  test('a text as extensions sign it, with and without the kind of key in front', () => {
    expect(isSignedByPolkadot({ message: 'hello', signature: written(wrapped), address })).toBe(true)
    expect(isSignedByPolkadot({ message: 'hello', signature: written([kind, ...wrapped]), address })).toBe(
      true,
    )
  })

  test('a text without the marks around it', () => {
    const signature = written(sign(bytesOf('hello')))
    expect(isSignedByPolkadot({ message: 'hello', signature, address })).toBe(true)
  })

  test('another text, another account, another kind of key', () => {
    const signature = written(wrapped)
    const other = addressOf(new Uint8Array(32).fill(9))
    const wrongKind = written([(kind + 1) % 3, ...wrapped])
    expect(isSignedByPolkadot({ message: 'hallo', signature, address })).toBe(false)
    expect(isSignedByPolkadot({ message: 'hello', signature, address: other })).toBe(false)
    expect(isSignedByPolkadot({ message: 'hello', signature: wrongKind, address })).toBe(false)
    expect(isSignedByPolkadot({ message: 'hello', signature: '0x', address })).toBe(false)
    expect(isSignedByPolkadot({ message: 'hello', signature: 'x', address })).toBe(false)
  })
})
