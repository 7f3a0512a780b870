/** Accounts on the local chain: where the factory puts them, and whose signatures their contract takes. */
import { abis, type Evm, localAccounts, localChain, smartAccounts, startEvm } from '@latchkey/local'
import {
  createPublicClient,
  createWalletClient,
  hashMessage,
  hashTypedData,
  http,
  type PublicClient,
  parseAbi,
  type WalletClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counterfactualAddress, deploymentCall } from './address.js'
import { deployment } from './deployment.js'
import { signTypedData } from './signatures.js'
import { createSmartAccount } from './smartAccount.js'

const owner = privateKeyToAccount(`0x${'c7'.repeat(32)}`)
const sign = (hash: `0x${string}`) => owner.sign({ hash })
let evm: Evm
let reader: PublicClient
let payer: WalletClient
const unused = () => Promise.reject(new Error('nothing is asked of a bundler here'))
const account = (salt = 0n) =>
  createSmartAccount({
    owner: owner.address,
    salt,
    chainId: evm.chainId,
    chain: evm.request,
    bundler: unused,
    sign,
  })

beforeAll(async () => {
  evm = await startEvm()
  const chain = localChain(evm.url)
  reader = createPublicClient({ chain, transport: http(evm.url) })
  const [person] = localAccounts().people
  if (!person) throw new Error('the local chain has nobody')
  payer = createWalletClient({
    chain,
    transport: http(evm.url),
    account: privateKeyToAccount(person.privateKey),
  })
})
afterAll(() => evm.close())

async function deploy(salt: bigint) {
  const { factory, factoryData } = deploymentCall({ owner: owner.address, salt })
  const { account: from, chain } = payer
  if (!from) throw new Error('the payer has no account')
  // Mined at once.
  await payer.sendTransaction({ account: from, chain, to: factory, data: factoryData })
}

test('the addresses are those of the local chain, which are those of every network', () => {
  const { paymaster: _, ...known } = smartAccounts
  expect(deployment).toMatchObject(known)
})

test.each([0n, 1n, 2n ** 256n - 1n])(
  'the address with salt %s is the one that the factory gives',
  async (salt) => {
    const factory = { address: smartAccounts.factory, abi: abis.accountFactory } as const
    const said = await reader.readContract({
      ...factory,
      functionName: 'getAddress',
      args: [owner.address, salt],
    })
    expect(counterfactualAddress({ owner: owner.address, salt })).toBe(said)
  },
)

test('an account is deployed once, and being second is no failure', async () => {
  const one = account(5n)
  expect(await one.isDeployed()).toBe(false)
  await deploy(5n)
  expect(await one.isDeployed()).toBe(true)
  await deploy(5n)
  const signer = { address: one.address, abi: abis.account, functionName: 'signer' } as const
  expect(await reader.readContract(signer)).toBe(owner.address)
})

test('nobody owns the code that accounts are clones of, and nobody can take a clone', async () => {
  await deploy(6n)
  for (const address of [smartAccounts.implementation, account(6n).address]) {
    const take = { address, abi: abis.account, functionName: 'initialize', args: [owner.address] } as const
    await expect(reader.simulateContract(take)).rejects.toThrow('InvalidInitialization')
    const change = { address, abi: abis.account, functionName: 'changeOwner', args: [owner.address] } as const
    await expect(reader.simulateContract({ ...change, account: owner.address })).rejects.toThrow(
      'AccountUnauthorized',
    )
  }
})

const typed = {
  domain: { name: 'Shop', version: '1', chainId: 31_337, verifyingContract: smartAccounts.factory },
  types: {
    Order: [
      { name: 'buyer', type: 'Buyer' },
      { name: 'amount', type: 'uint256' },
    ],
    Buyer: [{ name: 'wallet', type: 'address' }],
  },
  primaryType: 'Order',
  message: { buyer: { wallet: smartAccounts.factory }, amount: 7n },
} as const
/** The same with names whose order puts another type before the signed one. */
const reordered = {
  ...typed,
  types: { Zeta: [{ name: 'inner', type: 'Alpha' }], Alpha: [{ name: 'x', type: 'uint8' }] },
  primaryType: 'Zeta',
  message: { inner: { x: 1 } },
} as const

describe.each([
  ['before it is deployed (ERC-6492)', 20n, false],
  ['when it is deployed (ERC-1271)', 21n, true],
])('%s', (_, salt, isDeployed) => {
  beforeAll(() => (isDeployed ? deploy(salt) : undefined))

  test('a message is signed, and no other message is', async () => {
    const { address, signMessage } = account(salt)
    for (const message of ['hello', 'grüß dich', { raw: '0x00ff' }] as const) {
      const signature = await signMessage(message)
      expect(signature.endsWith('6492')).toBe(!isDeployed)
      expect(await reader.verifyMessage({ address, message, signature })).toBe(true)
      expect(await reader.verifyMessage({ address, message: 'other', signature })).toBe(false)
    }
  })

  test('typed data is signed, whatever the order of its types', async () => {
    const { address, signTypedData } = account(salt)
    for (const [data, hash] of [
      [typed, hashTypedData(typed)],
      [reordered, hashTypedData(reordered)],
    ] as const) {
      const signature = await signTypedData(data)
      expect(await reader.verifyHash({ address, hash, signature })).toBe(true)
      const other = hashTypedData({ ...typed, message: { ...typed.message, amount: 8n } })
      expect(await reader.verifyHash({ address, hash: other, signature })).toBe(false)
    }
  })
})

test('a signature for one account of an owner is worth nothing for another', async () => {
  await deploy(30n)
  await deploy(31n)
  const [one, other] = [account(30n), account(31n)]
  const message = 'I agree'
  const signature = await one.signMessage(message)
  expect(await reader.verifyMessage({ address: one.address, message, signature })).toBe(true)
  expect(await reader.verifyMessage({ address: other.address, message, signature })).toBe(false)
  const wrapped = await one.signTypedData(typed)
  expect(
    await reader.verifyHash({ address: other.address, hash: hashTypedData(typed), signature: wrapped }),
  ).toBe(false)
})

test('what the owner signs as a plain account signs nothing for the smart account', async () => {
  await deploy(32n)
  const { address } = account(32n)
  const isValid = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
  for (const [hash, signature] of [
    [hashMessage('hi'), await owner.signMessage({ message: 'hi' })],
    [hashTypedData(typed), await owner.signTypedData(typed)],
  ] as const) {
    const args = [hash, signature] as const
    const asked = { address, abi: isValid, functionName: 'isValidSignature', args } as const
    expect(await reader.readContract(asked)).toBe('0xffffffff')
  }
})

test('another chain’s signature is refused', async () => {
  await deploy(33n)
  const { address } = account(33n)
  const signature = await signTypedData(typed, { account: address, chainId: 1 }, sign)
  expect(await reader.verifyHash({ address, hash: hashTypedData(typed), signature })).toBe(false)
})

test('collectibles that ask their receiver can be sent to an account', async () => {
  await deploy(34n)
  const { address } = account(34n)
  const receivers = parseAbi([
    'function onERC721Received(address, address, uint256, bytes) returns (bytes4)',
    'function onERC1155Received(address, address, uint256, uint256, bytes) returns (bytes4)',
  ])
  const who = [owner.address, owner.address] as const
  const one = await reader.simulateContract({
    address,
    abi: receivers,
    functionName: 'onERC721Received',
    args: [...who, 1n, '0x'],
  })
  expect(one.result).toBe('0x150b7a02')
  const several = await reader.simulateContract({
    address,
    abi: receivers,
    functionName: 'onERC1155Received',
    args: [...who, 1n, 1n, '0x'],
  })
  expect(several.result).toBe('0xf23a6e61')
})
