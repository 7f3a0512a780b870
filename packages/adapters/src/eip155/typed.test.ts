/** Types come from the ABI; what goes out is what the kit's own methods take. */
import type { Kit } from '@latchkey/core'
import { type Address, asAddress } from '@latchkey/spec/caip'
import { type Abi, erc20Abi } from 'viem'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { hexAddress, readContract, sendTransaction, signTypedData, writeContract } from './typed.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = '0x01'

const create = () => ({
  readContract: vi.fn<Kit['readContract']>(async () => 18),
  writeContract: vi.fn<Kit['writeContract']>(async () => hash),
  sendTransaction: vi.fn<Kit['sendTransaction']>(async () => hash),
  signTypedData: vi.fn<Kit['signTypedData']>(async () => hash),
})

const types = {
  Mail: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
} as const

test('a read has the names, the arguments and the answer of its ABI', async () => {
  const kit = create()
  const decimals = await readContract(kit, { address, abi: erc20Abi, functionName: 'decimals' })
  expectTypeOf(decimals).toEqualTypeOf<number>()
  expect(decimals).toBe(18)
  const { signal } = new AbortController()
  const balance = readContract(kit, {
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
    networkId: 'eip155:10',
    signal,
  })
  expectTypeOf(balance).toEqualTypeOf<Promise<bigint>>()
  const call = { address, abi: erc20Abi, functionName: 'balanceOf', args: [address] }
  expect(kit.readContract).toHaveBeenLastCalledWith({ call, networkId: 'eip155:10', signal })
  // @ts-expect-error: `transfer` changes something, so it is not read
  void readContract(kit, { address, abi: erc20Abi, functionName: 'transfer', args: [address, 1n] })
  // @ts-expect-error: it takes an address
  void readContract(kit, { address, abi: erc20Abi, functionName: 'balanceOf', args: [1n] })
})

test('an ABI that is written in place is read as it stands', () => {
  const answer = readContract(create(), {
    address,
    abi: [
      {
        type: 'function',
        name: 'owner',
        stateMutability: 'view',
        inputs: [],
        outputs: [{ name: '', type: 'address' }],
      },
    ],
    functionName: 'owner',
  })
  expectTypeOf(answer).toEqualTypeOf<Promise<`0x${string}`>>()
})

test('an ABI that is only known when it runs leaves the answer unknown', () => {
  const abi: Abi = erc20Abi
  const answer = readContract(create(), { address, abi, functionName: 'anything', args: [] })
  expectTypeOf(answer).resolves.toBeUnknown()
})

test('a call that writes is checked by its ABI, and keeps what it says about the transaction', async () => {
  const kit = create()
  const call = {
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [address, 1n],
    gas: 60_000n,
  } as const
  const sent = await writeContract(kit, { ...call, networkId: 'eip155:10' })
  expectTypeOf(sent).toEqualTypeOf<`0x${string}`>()
  expect(kit.writeContract).toHaveBeenCalledWith({ namespace: 'eip155', networkId: 'eip155:10', call })
  // @ts-expect-error: a number is no bigint
  void writeContract(kit, { address, abi: erc20Abi, functionName: 'transfer', args: [address, 1] })
  // @ts-expect-error: `decimals` writes nothing
  void writeContract(kit, { address, abi: erc20Abi, functionName: 'decimals' })
  // @ts-expect-error: a transaction has no such field
  void writeContract(kit, { ...call, gasLimit: 1n })
})

test('a transaction has the fields of eip155', async () => {
  const kit = create()
  expectTypeOf(
    await sendTransaction(kit, { to: address, value: 1n, chainId: 10 }),
  ).toEqualTypeOf<`0x${string}`>()
  expect(kit.sendTransaction).toHaveBeenCalledWith({
    namespace: 'eip155',
    transaction: { to: address, value: 1n, chainId: 10 },
  })
  // @ts-expect-error: misspelt
  void sendTransaction(kit, { to: address, valeu: 1n })
})

test('a message has the shape of its types', async () => {
  const kit = create()
  const message = { to: address, amount: 1n } as const
  await signTypedData(kit, { types, primaryType: 'Mail', message, networkId: 'eip155:1' })
  expect(kit.signTypedData).toHaveBeenCalledWith({
    namespace: 'eip155',
    networkId: 'eip155:1',
    data: { domain: {}, types, primaryType: 'Mail', message },
  })
  // @ts-expect-error: the amount is a bigint
  void signTypedData(kit, { types, primaryType: 'Mail', message: { to: address, amount: 'much' } })
  // @ts-expect-error: there is no such type
  void signTypedData(kit, { types, primaryType: 'Letter', message })
})

test('an address of the kit is one of eip155, or it is refused', () => {
  const shown: Address = asAddress(address)
  expectTypeOf(hexAddress(shown)).toEqualTypeOf<`0x${string}`>()
  expect(hexAddress(shown)).toBe(address)
  for (const other of ['0x1', `${address}0`, 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg', '']) {
    expect(() => hexAddress(other)).toThrow(TypeError)
  }
})
