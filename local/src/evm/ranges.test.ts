/** The exchange of concentrated liquidity: quotes that hold to the wei, ends that hold, and a memory of prices. */
import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  numberToHex,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rangeFactoryAbi, rangePoolAbi, rangeQuoterAbi, rangeRouterAbi } from './abis.js'
import { addresses, rangeAddresses } from './addresses.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

let evm: Evm
let world: ReturnType<typeof testClients>
beforeAll(async () => {
  evm = await startEvm()
  world = testClients(evm)
})
afterAll(() => evm.close())

const { weth, dai } = addresses
const { reef } = rangeAddresses
const router = { address: rangeAddresses.router, abi: rangeRouterAbi } as const
const quoter = { address: rangeAddresses.quoter, abi: rangeQuoterAbi } as const
const path = concatHex([dai, numberToHex(500, { size: 3 }), weth, numberToHex(3_000, { size: 3 }), reef])

const balance = (token: Address, owner: Address) =>
  world.reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const single = (tokenIn: Address, tokenOut: Address, fee: number, amountIn: bigint) =>
  ({ tokenIn, tokenOut, fee, amountIn, sqrtPriceLimitX96: 0n }) as const
async function quote(tokenIn: Address, tokenOut: Address, fee: number, amountIn: bigint): Promise<bigint> {
  const args = [single(tokenIn, tokenOut, fee, amountIn)] as const
  const [amountOut] = await world.reader.readContract({
    ...quoter,
    functionName: 'quoteExactInputSingle',
    args,
  })
  return amountOut
}
const poolOf = (token: Address, fee: number) =>
  world.reader.readContract({
    address: rangeAddresses.factory,
    abi: rangeFactoryAbi,
    functionName: 'getPool',
    args: [weth, token, fee],
  })

test('a coin buys what was quoted, to the wei, and nothing stays with the router', async () => {
  const { alice } = world
  const amount = parseEther('0.5')
  const expected = await quote(weth, dai, 500, amount)
  // 3,000 less a twentieth of a percent, and a little for the depth.
  expect(Number(expected) / 1e18).toBeGreaterThan(1_496)
  expect(Number(expected) / 1e18).toBeLessThan(1_500)
  const before = await balance(dai, alice.address)
  const swap = { ...single(weth, dai, 500, amount), recipient: alice.address, amountOutMinimum: expected }
  await world.wallet(alice).writeContract({
    ...router,
    functionName: 'exactInputSingle',
    args: [swap],
    value: amount,
  })
  expect((await balance(dai, alice.address)) - before).toBe(expected)
  expect(await balance(weth, router.address)).toBe(0n)
})

test('two pools in a row pay what was quoted, and one wei more or a second late undoes it', async () => {
  const { bob, reader, wallet } = world
  const amount = parseEther('300')
  const [expected] = await reader.readContract({
    ...quoter,
    functionName: 'quoteExactInput',
    args: [path, amount],
  })
  await wallet(bob).writeContract({
    address: dai,
    abi: erc20Abi,
    functionName: 'approve',
    args: [router.address, maxUint256],
  })
  const swap = (amountOutMinimum: bigint) =>
    encodeFunctionData({
      abi: rangeRouterAbi,
      functionName: 'exactInput',
      args: [{ path, recipient: bob.address, amountIn: amount, amountOutMinimum }],
    })
  const attempt = (minimum: bigint, deadline: bigint) =>
    reader.simulateContract({
      ...router,
      functionName: 'multicall',
      args: [deadline, [swap(minimum)]],
      account: bob.address,
    })
  await expect(attempt(expected + 1n, maxUint256)).rejects.toThrow('TooLittleOut')
  await expect(attempt(expected, 1n)).rejects.toThrow('Expired')
  await wallet(bob).writeContract({
    ...router,
    functionName: 'multicall',
    args: [maxUint256, [swap(expected)]],
  })
  expect(await balance(reef, bob.address)).toBe(expected)
})

test('there and back again costs the fee twice, and never pays', async () => {
  for (const ether of ['0.000000001', '0.01', '3', '25']) {
    const amount = parseEther(ether)
    const snapshot = await evm.request('evm_snapshot')
    const { carol, wallet } = world
    const out = await quote(weth, reef, 3_000, amount)
    const there = { ...single(weth, reef, 3_000, amount), recipient: carol.address, amountOutMinimum: out }
    await wallet(carol).writeContract({
      ...router,
      functionName: 'exactInputSingle',
      args: [there],
      value: amount,
    })
    expect(await quote(reef, weth, 3_000, out)).toBeLessThan((amount * 9_950n) / 10_000n)
    await evm.request('evm_revert', [snapshot])
  }
})

test('beyond the end of its range a pool gives nothing', async () => {
  await expect(quote(weth, reef, 3_000, parseEther('60'))).rejects.toThrow()
  await expect(quote(weth, reef, 500, 1n)).rejects.toThrow('PoolMissing')
})

test('a pool remembers its price as long as it exists', async () => {
  const pool = { address: await poolOf(reef, 3_000), abi: rangePoolAbi } as const
  // Half an hour in which nobody trades.
  await evm.request('evm_increaseTime', [1_900])
  await evm.request('evm_mine')
  const [, tick] = await world.reader.readContract({ ...pool, functionName: 'slot0' })
  const observe = (seconds: readonly number[]) =>
    world.reader.readContract({ ...pool, functionName: 'observe', args: [seconds] })
  const [[from = 0n, to = 0n], [before = 0n, after = 0n]] = await observe([1_800, 0])
  expect((to - from) / 1_800n).toBe(BigInt(tick))
  const liquidity = await world.reader.readContract({ ...pool, functionName: 'liquidity' })
  const mean = (1_800n << 128n) / (after - before)
  expect(mean - liquidity).toBeLessThan(liquidity / 1_000_000n)
  await expect(observe([86_400 * 365])).rejects.toThrow('TooOld')
})
