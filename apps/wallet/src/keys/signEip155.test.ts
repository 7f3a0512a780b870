import fc from 'fast-check'
import {
  type Hex,
  hashMessage,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerializedEIP1559,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { deriveKeys } from './deriveKeys.js'
import { signDigest, signPersonalMessage, signTransaction, signTypedData } from './signEip155.js'

const { eip155: key, smartAccountOwner: owner } = await deriveKeys(new Uint8Array(16))

test('a message is signed as other libraries recover it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const raw = toHex(bytes)
      const signature = signPersonalMessage(key, raw) as Hex
      expect(await recoverMessageAddress({ message: { raw }, signature })).toBe(key.address)
    }),
    { numRuns: 25 },
  )
  expect(() => signPersonalMessage(key, 'hello')).toThrow('hexadecimal')
})

const mail = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
      { name: 'age', type: 'uint8' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'sum', type: 'uint256' },
      { name: 'change', type: 'int128' },
      { name: 'tag', type: 'bytes4' },
      { name: 'body', type: 'bytes' },
      { name: 'isUrgent', type: 'bool' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Post',
    version: '1',
    chainId: 31337,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Ada', wallets: ['0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'], age: 36 },
    to: [
      { name: 'Bo', wallets: [], age: '0x20' },
      { name: 'Cy', wallets: [], age: '7' },
    ],
    sum: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    change: '-12',
    tag: '0xdeadbeef',
    body: '0x',
    isUrgent: true,
  },
} as const

test('typed data is signed as other libraries recover it', async () => {
  const signature = signTypedData(key, JSON.parse(JSON.stringify(mail))) as Hex
  // viem takes integers of any spelling at run time; its types want numbers.
  expect(await recoverTypedDataAddress({ ...(mail as never as object), signature } as never)).toBe(
    key.address,
  )
})

test.each<[string, (data: { message: Record<string, unknown> }) => void]>([
  [
    'a number too large for its type',
    ({ message }) => Object.assign(message['from'] as object, { age: 256 }),
  ],
  ['a fraction', ({ message }) => Object.assign(message, { sum: 1.5 })],
  ['a number that lost its last digits', ({ message }) => Object.assign(message, { sum: 1e21 })],
  ['too few bytes', ({ message }) => Object.assign(message, { tag: '0xdead' })],
  ['a list of the wrong length', ({ message }) => Object.assign(message, { to: [] })],
  ['no address', ({ message }) => Object.assign(message['from'] as object, { wallets: ['0x1'] })],
  ['a field that is not declared', ({ message }) => Object.assign(message, { hidden: 'x' })],
  ['a field that is missing', ({ message }) => Reflect.deleteProperty(message, 'sum')],
  ['a text for a truth', ({ message }) => Object.assign(message, { isUrgent: 'false' })],
  ['an unknown type', (data) => Object.assign(data, { primaryType: 'constructor' })],
])('typed data with %s is refused', (_, bend) => {
  const data = JSON.parse(JSON.stringify(mail))
  bend(data)
  expect(() => signTypedData(key, data)).toThrow()
})

test('a type that holds itself without end is refused', () => {
  let message: Record<string, unknown> = { next: [] }
  for (let depth = 0; depth < 100; depth += 1) message = { next: [message] }
  const types = { Node: [{ name: 'next', type: 'Node[]' }] }
  expect(() => signTypedData(key, { types, primaryType: 'Node', domain: {}, message })).toThrow('nested')
})

test('a transaction says what was asked, byte for byte, and its hash is the one the network gives it', async () => {
  const wanted = {
    chainId: '0x7a69',
    nonce: '0x0',
    to: '0x000000000000000000000000000000000000dEaD',
    value: '0xde0b6b3a7640000',
    data: '0xabcdef',
    gas: '0x5208',
    maxFeePerGas: '0x4a817c800',
    maxPriorityFeePerGas: '0x3b9aca00',
  }
  const { raw, hash } = signTransaction(key, wanted)
  const serializedTransaction = raw as TransactionSerializedEIP1559
  expect(parseTransaction(serializedTransaction)).toMatchObject({
    chainId: 31337,
    to: wanted.to.toLowerCase(),
    value: 10n ** 18n,
    data: wanted.data,
    gas: 21_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(key.address)
  expect(hash).toBe(keccak256(serializedTransaction))
  expect(signTransaction(key, wanted).raw).toBe(raw)
})

test('a contract is created by a transaction to nobody', () => {
  const { raw } = signTransaction(key, {
    chainId: '0x1',
    nonce: '0x7f',
    value: '0x0',
    data: '0x6000',
    gas: '0x10000',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
  })
  expect(parseTransaction(raw as TransactionSerializedEIP1559).to).toBeUndefined()
})

test('a digest is signed by the owner alone, as an account contract recovers it', async () => {
  const digest = hashMessage('user operation')
  const signature = signDigest(owner, digest) as Hex
  expect(await recoverAddress({ hash: digest, signature })).toBe(owner.address)
  expect(() => signDigest(owner, '0x00')).toThrow('32 bytes')
})
