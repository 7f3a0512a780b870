/** The pools and the router: quotes that hold to the wei, and a product that never shrinks. */
import fc from 'fast-check'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseEther,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairAbi, pairFactoryAbi, routerAbi } from './abis.js'
import type { LocalAccount } from './accounts.js'
import { addresses, type TokenName } from './addresses.js'
import { type Evm, startEvm } from './startEvm.js'
import { testClients } from './testClient.js'

let evm: Evm
let world: ReturnType<typeof testClients>
beforeAll(async () => {
  evm = await startEvm()
  world = testClients(evm)
})
afterAll(() => evm.close())

const router = { address: addresses.router, abi: routerAbi } as const
const path = (...names: TokenName[]) => names.map((name) => addresses[name])
const quote = (amount: bigint, via: Address[]) =>
  world.reader.readContract({ ...router, functionName: 'getAmountsOut', args: [amount, via] })
const balance = (token: TokenName, { address }: LocalAccount) =>
  world.reader.readContract({
    address: addresses[token],
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
const approve = (token: TokenName, owner: LocalAccount) =>
  world.wallet(owner).writeContract({
    address: addresses[token],
    abi: erc20Abi,
    functionName: 'approve',
    args: [addresses.router, maxUint256],
  })
const pool = (first: TokenName, second: TokenName) =>
  world.reader.readContract({
    address: addresses.pairFactory,
    abi: pairFactoryAbi,
    functionName: 'getPair',
    args: [addresses[first], addresses[second]],
  })
async function reserves(first: TokenName, second: TokenName): Promise<[bigint, bigint]> {
  const address = await pool(first, second)
  const [reserve0, reserve1] = await world.reader.readContract({
    address,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  return [reserve0, reserve1]
}

describe('prices and quotes', () => {
  test('an ether costs some 3,000 dollars, and the dollars are level', async () => {
    const [, dollars] = await quote(parseEther('0.01'), path('weth', 'usdc'))
    expect(Number(dollars) / 1e4).toBeGreaterThan(2900)
    expect(Number(dollars) / 1e4).toBeLessThan(3050)
    const [, level] = await quote(parseUnits('100', 6), path('usdc', 'dai'))
    expect(Number(level) / 1e18).toBeCloseTo(99.7, 1)
  })

  test('a quote is the constant-product formula with 0.3 % left out, rounded down', async () => {
    const amount = parseUnits('1234.567891', 6)
    const address = await pool('usdc', 'weth')
    const token0 = await world.reader.readContract({ address, abi: pairAbi, functionName: 'token0' })
    const [reserve0, reserve1] = await reserves('usdc', 'weth')
    const [reserveIn, reserveOut] = token0 === addresses.usdc ? [reserve0, reserve1] : [reserve1, reserve0]
    const expected = (amount * 997n * reserveOut) / (reserveIn * 1000n + amount * 997n)
    expect(await quote(amount, path('usdc', 'weth'))).toEqual([amount, expected])
  })

  test('a path without a pool and an amount of nothing are refused by name', async () => {
    await expect(quote(1n, path('stuck', 'usdc'))).rejects.toThrow('PoolMissing')
    await expect(quote(0n, path('weth', 'usdc'))).rejects.toThrow('NothingIn')
    await expect(quote(1n, path('weth'))).rejects.toThrow('PathWrong')
  })
})

describe('swaps of an exact amount in', () => {
  test('token to token over two pools pays out the quote to the wei', async () => {
    const { alice } = world
    const amount = parseUnits('500', 6)
    const via = path('usdt', 'usdc', 'weth')
    await approve('usdt', alice)
    const [, , expected] = await quote(amount, via)
    const [spent, earned] = [await balance('usdt', alice), await balance('weth', alice)]
    const args = [amount, expected ?? 0n, via, alice.address, maxUint256] as const
    await world.wallet(alice).writeContract({ ...router, functionName: 'swapExactTokensForTokens', args })
    expect(await balance('usdt', alice)).toBe(spent - amount)
    expect((await balance('weth', alice)) - earned).toBe(expected)
  })

  test('native to token and token to native pay out the quote to the wei', async () => {
    const { bob, frank, reader, wallet } = world
    const amount = parseEther('0.5')
    const [, dai] = await quote(amount, path('weth', 'dai'))
    const before = await balance('dai', bob)
    await wallet(bob).writeContract({
      ...router,
      functionName: 'swapExactETHForTokens',
      args: [dai ?? 0n, path('weth', 'dai'), bob.address, maxUint256],
      value: amount,
    })
    expect((await balance('dai', bob)) - before).toBe(dai)

    await approve('dai', bob)
    const [, ether] = await quote(dai ?? 0n, path('dai', 'weth'))
    const held = await reader.getBalance({ address: frank.address })
    await wallet(bob).writeContract({
      ...router,
      functionName: 'swapExactTokensForETH',
      args: [dai ?? 0n, ether ?? 0n, path('dai', 'weth'), frank.address, maxUint256],
    })
    expect((await reader.getBalance({ address: frank.address })) - held).toBe(ether)
    expect(await reader.getBalance({ address: addresses.router })).toBe(0n)
  })

  test('one wei less than asked for, or a second too late, undoes the swap', async () => {
    const { bob } = world
    const via = path('weth', 'dai')
    const [, dai = 0n] = await quote(1000n, via)
    const attempt = (minimum: bigint, deadline: bigint) =>
      world.reader.simulateContract({
        ...router,
        functionName: 'swapExactETHForTokens',
        args: [minimum, via, bob.address, deadline],
        value: 1000n,
        account: bob.address,
      })
    await expect(attempt(dai + 1n, maxUint256)).rejects.toThrow('TooLittleOut')
    await expect(attempt(dai, 1n)).rejects.toThrow('Expired')
    await expect(attempt(dai, maxUint256)).resolves.toBeDefined()
  })

  test('a token with a toll is swapped by what arrives, both ways', async () => {
    const { carol, reader } = world
    const swap = (data: Hex, value = 0n) =>
      world.wallet(carol).sendTransaction({ to: addresses.router, data, value })
    const before = await balance('toll', carol)
    const [, bought = 0n] = await quote(parseEther('0.1'), path('weth', 'toll'))
    const buy = [0n, path('weth', 'toll'), carol.address, maxUint256] as const
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    await swap(encodeFunctionData({ abi: routerAbi, functionName, args: buy }), parseEther('0.1'))
    expect((await balance('toll', carol)) - before).toBe(bought - bought / 100n)

    await approve('toll', carol)
    const amount = parseEther('10')
    const [, sold = 0n] = await quote(amount - amount / 100n, path('toll', 'weth'))
    const sell = [amount, sold, path('toll', 'weth'), carol.address, maxUint256] as const
    const hash = await world.wallet(carol).writeContract({
      ...router,
      functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
      args: sell,
    })
    expect((await reader.getTransactionReceipt({ hash })).status).toBe('success')
    // The plain function asks for the quote without the toll, and does not get it.
    const plain = [
      amount,
      (await quote(amount, path('toll', 'weth')))[1] ?? 0n,
      ...sell.slice(2),
    ] as unknown as typeof sell // same tuple, second entry replaced
    const refused = reader.simulateContract({
      ...router,
      functionName: 'swapExactTokensForETH',
      args: plain,
      account: carol.address,
    })
    await expect(refused).rejects.toThrow('TooLittleOut')
  })

  test('a pool that is asked directly gives nothing for nothing', async () => {
    const address = await pool('usdc', 'weth')
    const attempt = (args: readonly [bigint, bigint, Address]) =>
      world.reader.simulateContract({
        address,
        abi: pairAbi,
        functionName: 'swap',
        args,
        account: world.alice.address,
      })
    await expect(attempt([0n, 1n, world.alice.address])).rejects.toThrow('NothingIn')
    await expect(attempt([0n, 0n, world.alice.address])).rejects.toThrow('NothingOut')
    await expect(attempt([maxUint256, 0n, world.alice.address])).rejects.toThrow('ReserveTooSmall')
  })

  test('whatever the amounts and directions, the product of the reserves never shrinks', async () => {
    const { dave } = world
    await approve('usdc', dave)
    const snapshot = await evm.request('evm_snapshot')
    let trades = 0
    const step = fc.record({ isSale: fc.boolean(), share: fc.bigInt({ min: 1n, max: 10n ** 9n }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { isSale, share } of steps) {
          const [before0, before1] = await reserves('usdc', 'weth')
          const args = [
            0n,
            path(...(isSale ? (['usdc', 'weth'] as const) : (['weth', 'usdc'] as const))),
            dave.address,
            maxUint256,
          ] as const
          // From a few units, whose output may round to nothing, up to a sizeable part of what dave has.
          const amount = isSale ? share : share * 10n ** 9n
          const data = isSale
            ? encodeFunctionData({
                abi: routerAbi,
                functionName: 'swapExactTokensForETH',
                args: [amount, ...args],
              })
            : encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
          await evm.request('eth_sendTransaction', [
            {
              from: dave.address,
              to: addresses.router,
              data,
              value: isSale ? '0x0' : `0x${amount.toString(16)}`,
            },
          ])
          const [after0, after1] = await reserves('usdc', 'weth')
          expect(after0 * after1).toBeGreaterThanOrEqual(before0 * before1)
          if (after0 !== before0) trades++
        }
      }),
      { numRuns: 40, seed: 4337 },
    )
    // Swaps too small to pay out anything are undone; the property would be empty if all were.
    expect(trades).toBeGreaterThan(50)
    await evm.request('evm_revert', [snapshot])
  })
})

describe('liquidity', () => {
  test('what is put in at the price comes out again, less rounding', async () => {
    const { alice, wallet, reader } = world
    const pair = await pool('dai', 'weth')
    await approve('dai', alice)
    const before = await balance('dai', alice)
    const add = [addresses.dai, parseEther('300'), 0n, 0n, alice.address, maxUint256] as const
    await wallet(alice).writeContract({
      ...router,
      functionName: 'addLiquidityETH',
      args: add,
      value: parseEther('5'),
    })
    const paid = before - (await balance('dai', alice))
    expect(paid).toBe(parseEther('300'))
    expect(await reader.getBalance({ address: addresses.router })).toBe(0n)
    const share = { address: pair, abi: erc20Abi } as const
    const shares = await reader.readContract({ ...share, functionName: 'balanceOf', args: [alice.address] })
    await wallet(alice).writeContract({ ...share, functionName: 'approve', args: [addresses.router, shares] })
    const remove = [addresses.dai, shares, 0n, 0n, alice.address, maxUint256] as const
    await wallet(alice).writeContract({ ...router, functionName: 'removeLiquidityETH', args: remove })
    const lost = before - (await balance('dai', alice))
    expect(lost).toBeGreaterThanOrEqual(0n)
    expect(lost).toBeLessThan(10_000n)
    expect(await reader.readContract({ ...share, functionName: 'balanceOf', args: [alice.address] })).toBe(0n)
  })

  test('a first deposit of next to nothing is refused, and a pool is made once', async () => {
    const { alice, reader } = world
    const create = (tokenA: Address, tokenB: Address) =>
      reader.simulateContract({
        address: addresses.pairFactory,
        abi: pairFactoryAbi,
        functionName: 'createPair',
        args: [tokenA, tokenB],
        account: alice.address,
      })
    await expect(create(addresses.weth, addresses.usdc)).rejects.toThrow('PairExists')
    await expect(create(addresses.weth, addresses.weth)).rejects.toThrow('TokensWrong')
    await approve('usdc', alice)
    await approve('toll', alice)
    const tiny = reader.simulateContract({
      address: addresses.router,
      // The pool's error comes through the router.
      abi: [...routerAbi, ...pairAbi],
      functionName: 'addLiquidity',
      args: [addresses.usdc, addresses.toll, 1000n, 1000n, 0n, 0n, alice.address, maxUint256],
      account: alice.address,
    })
    await expect(tiny).rejects.toThrow('LiquidityTooSmall')
  })
})
