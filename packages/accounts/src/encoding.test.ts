/** Hashes and encodings against viem, which wrote them independently, over thousands of inputs that nobody chose. */
import fc from 'fast-check'
import {
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  serializeErc6492Signature,
  hashDomain as viemHashDomain,
  hashMessage as viemHashMessage,
  hashTypedData as viemHashTypedData,
} from 'viem'
import {
  entryPoint07Address,
  getUserOperationHash,
  type UserOperation as ViemOperation,
} from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { encodeCalls } from './calls.js'
import { checksum, concat, type Hex } from './hex.js'
import { hashMessage, wrapUndeployed } from './signatures.js'
import { hashDomain, hashTypedData } from './typedData.js'
import { hashUserOperation, toWire, type UserOperation } from './userOperation.js'

const bytes = (least: number, most = least) =>
  fc
    .uint8Array({ minLength: least, maxLength: most })
    .map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)
const address = bytes(20).filter((text) => BigInt(text) !== 0n)
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

const operation: fc.Arbitrary<UserOperation> = fc.record(
  {
    sender: address,
    nonce: upTo(256),
    callData: bytes(0, 300),
    callGasLimit: upTo(128),
    verificationGasLimit: upTo(128),
    preVerificationGas: upTo(256),
    maxFeePerGas: upTo(128),
    maxPriorityFeePerGas: upTo(128),
    signature: bytes(0, 100),
    factory: address,
    factoryData: bytes(0, 100),
    paymaster: address,
    paymasterVerificationGasLimit: upTo(128),
    paymasterPostOpGasLimit: upTo(128),
    paymasterData: bytes(0, 100),
  },
  {
    requiredKeys: [
      'sender',
      'nonce',
      'callData',
      'callGasLimit',
      'verificationGasLimit',
      'preVerificationGas',
      'maxFeePerGas',
      'maxPriorityFeePerGas',
      'signature',
    ],
  },
)

test('the hash of an operation is the one that EntryPoint 0.7 checks', () => {
  fc.assert(
    fc.property(operation, fc.nat(), (one, chainId) => {
      // viem keeps a factory without data out of the hash, and the EntryPoint does not: it is nobody's operation.
      const whole = one.factory && !one.factoryData ? { ...one, factoryData: '0x00' as const } : one
      expect(hashUserOperation(whole, entryPoint07Address, chainId)).toBe(
        getUserOperationHash({
          chainId,
          entryPointAddress: entryPoint07Address,
          entryPointVersion: '0.7',
          userOperation: whole as ViemOperation<'0.7'>, // the same fields by the same names
        }),
      )
    }),
    { numRuns: 500 },
  )
})

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const batch = [
  { type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] },
] as const

test('calls are encoded as ERC-7579 says: one packed, several as a list', () => {
  const call = fc.record({ to: address, value: upTo(256), data: bytes(0, 130) })
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 6 }), (calls) => {
      const [first] = calls
      const isOne = calls.length === 1 && first
      const execution = isOne
        ? concat(first.to, `0x${first.value.toString(16).padStart(64, '0')}`, first.data)
        : encodeAbiParameters(batch, [
            calls.map(({ to, value, data }) => [checksum(to), value, data] as const),
          ])
      const mode: Hex = `0x0${isOne ? 0 : 1}${'00'.repeat(31)}`
      expect(encodeCalls(calls)).toBe(
        encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [mode, execution] }),
      )
    }),
  )
})

test('no call goes to nobody: the zero address would be the account itself', () => {
  const nobody: Hex = `0x${'00'.repeat(20)}`
  expect(() => encodeCalls([])).toThrow('no calls')
  expect(() => encodeCalls([{ to: nobody }])).toThrow('zero address')
  expect(() => encodeCalls([{ to: `0x${'11'.repeat(20)}` }, { to: nobody, data: '0x1234' }])).toThrow()
})

test('messages are hashed as EIP-191 says, text and bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), bytes(0, 80), (text, raw) => {
      expect(hashMessage(text)).toBe(viemHashMessage(text))
      expect(hashMessage({ raw })).toBe(viemHashMessage({ raw }))
    }),
  )
})

const types = {
  Order: [
    { name: 'maker', type: 'Person' },
    { name: 'items', type: 'Asset[]' },
    { name: 'pair', type: 'uint8[2]' },
    { name: 'note', type: 'string' },
    { name: 'data', type: 'bytes' },
    { name: 'kind', type: 'bytes4' },
    { name: 'delta', type: 'int256' },
    { name: 'isOpen', type: 'bool' },
  ],
  Person: [{ name: 'wallet', type: 'address' }],
  Asset: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const

const small = fc.integer({ min: 0, max: 255 })
const order = fc.record({
  maker: fc.record({ wallet: address }),
  items: fc.array(fc.record({ token: address, amount: upTo(256) }), { maxLength: 3 }),
  pair: fc.tuple(small, small),
  note: fc.string(),
  data: bytes(0, 40),
  kind: bytes(4),
  delta: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }),
  isOpen: fc.boolean(),
})
// viem leaves an empty version out where the types do not name it.
const version = fc.string({ minLength: 1 })
const domain = fc.record(
  { name: fc.string(), version, chainId: fc.nat(), verifyingContract: address, salt: bytes(32) },
  { requiredKeys: [] },
)

test('typed data is hashed as EIP-712 says, whatever the domain leaves out', () => {
  fc.assert(
    fc.property(order, domain, (message, where) => {
      const said = { domain: where, types, primaryType: 'Order', message } as const
      // viem wants a fixed list as a tuple of its own kind; the values are the same.
      expect(hashTypedData(said)).toBe(viemHashTypedData(said as Parameters<typeof viemHashTypedData>[0]))
    }),
  )
  const named = { types: { ...types, EIP712Domain: [{ name: 'version', type: 'string' }] } } as const
  const [message] = fc.sample(order, 1)
  const said = { ...named, domain: { version: '', name: 'left out' }, primaryType: 'Order', message } as const
  expect(hashTypedData(said as Parameters<typeof hashTypedData>[0])).toBe(
    viemHashTypedData(said as Parameters<typeof viemHashTypedData>[0]),
  )
  const empty = { domain: {}, types: { EIP712Domain: [] } } as const
  expect(hashDomain({})).toBe(viemHashDomain(empty))
})

test.each([
  ['a number that does not fit', [{ name: 'a', type: 'uint8' }], { a: 256 }],
  ['a fraction', [{ name: 'a', type: 'uint8' }], { a: 1.5 }],
  ['a number that has lost digits', [{ name: 'a', type: 'uint256' }], { a: 2 ** 60 }],
  ['bytes of another length', [{ name: 'a', type: 'bytes4' }], { a: '0x00' }],
  ['a list of another length', [{ name: 'a', type: 'bool[2]' }], { a: [true] }],
  ['a type that is nowhere', [{ name: 'a', type: 'Nothing' }], { a: {} }],
  ['what is missing', [{ name: 'a', type: 'string' }], {}],
  ['an address that is none', [{ name: 'a', type: 'address' }], { a: '0x12' }],
])('typed data with %s is refused', (_, fields, message) => {
  expect(() => hashTypedData({ domain: {}, types: { One: fields }, primaryType: 'One', message })).toThrow()
})

test('a signature of an account that is not deployed says how it will be (ERC-6492)', () => {
  fc.assert(
    fc.property(address, bytes(0, 100), bytes(0, 200), (factory, factoryData, signature) => {
      expect(wrapUndeployed(signature, { factory, factoryData })).toBe(
        serializeErc6492Signature({ address: factory, data: factoryData, signature }),
      )
    }),
  )
})

test('on the wire numbers are quantities, and what is absent is absent', () => {
  expect(toWire({ nonce: 0n, callGasLimit: 255n, callData: '0x' })).toEqual({
    nonce: '0x0',
    callGasLimit: '0xff',
    callData: '0x',
  })
})
