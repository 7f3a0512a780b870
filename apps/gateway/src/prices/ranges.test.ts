/** Prices of a token that trades in a range only: believed while the range is deep, level, and was so for some time. */
import { localAccounts } from '@latchkey/local'
import { encodeFunctionData, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Chain, chainOf } from '../chain/chain.js'
import { createNetworks, readNetworks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { systemClock } from '../ports/clock.js'
import { local, localSettings, startTestChain, type TestChain } from '../testing/localChain.js'
import { readPrice } from './fixed.js'
import { pricesOnChain } from './onChain.js'

let world: TestChain
let chain: Chain
let pool: Hex
let snapshot: unknown
beforeAll(async () => {
  world = await startTestChain()
  chain = chainOf(world.rpc, local.networkId)
  pool = `0x${(await call(local.ranges.factory, 'getPool', [reef.address, weth, 3_000])).slice(-40)}`
})
afterAll(() => world.evm.close())
beforeEach(async () => {
  snapshot = await world.evm.request('evm_snapshot')
})
afterEach(() => world.evm.request('evm_revert', [snapshot]))

const facts = createNetworks(localSettings)(local.networkId)
const { reef } = local
const { weth } = local.addresses
const asset = reef.address.toLowerCase() as Hex // lower case of hex is hex
const filler = localAccounts().ranges.address
const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function getPool(address, address, uint24) view returns (address)',
  'function exactInputSingle(Single params) payable',
  'function provided(address) view returns (uint128)',
  'function provide(uint128)',
  'function withdraw(uint128)',
  'function approve(address, uint256)',
])

async function call(to: Hex, functionName: string, args: readonly unknown[]): Promise<Hex> {
  // Any function of the list above; viem checks the arguments as it runs.
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  return (await world.evm.request('eth_call', [{ to, data }, 'latest'])) as Hex
}

async function send(from: Hex, to: Hex, functionName: string, args: readonly unknown[], value = 0n) {
  // As above.
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  const hash = await world.send(from, { to, data, value, gas: 3_000_000n })
  expect(await world.evm.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
}

const priceOfReef = async (known = facts, on = chain) => {
  const assets = [{ asset, decimals: reef.decimals }]
  return (await pricesOnChain(on, { facts: known, assets, clock: systemClock }, {})).get(asset)
}
/** In hundredths of a dollar, cut. */
const cents = (price: bigint | undefined) => Number((price ?? 0n) / 10n ** 16n)

/** Somebody buys for so much ether. */
function buy(ether: string): Promise<void> {
  const who = world.people[0] ?? '0x'
  const value = parseEther(ether)
  const params = {
    tokenIn: weth,
    tokenOut: reef.address,
    fee: 3_000,
    recipient: who,
    amountIn: value,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
  }
  return send(who, local.ranges.router, 'exactInputSingle', [params], value)
}

/** The chain's clock goes on with nobody trading. */
async function wait(minutes: number): Promise<void> {
  await world.evm.request('evm_increaseTime', [minutes * 60])
  await world.evm.request('evm_mine')
}

/** Takes a part of what is in the pool away, in thousandths; what it was, to be put back. */
async function drain(thousandths: bigint): Promise<bigint> {
  const amount = (BigInt(await call(pool, 'provided', [filler])) * thousandths) / 1_000n
  await send(filler, pool, 'withdraw', [amount])
  return amount
}

/** A chain on which no pool remembers anything. */
const forgetful = () =>
  chainOf(
    {
      call: (networkId, method, params) => {
        const text = JSON.stringify(params).replaceAll('883bdbfd', '00000000')
        return world.rpc.call(networkId, method, JSON.parse(text) as unknown[])
      },
    },
    local.networkId,
  )

test('a token that trades in a range only has the price of that range', async () => {
  // 1,500 for one ether of some 3,000 dollars.
  expect(cents(await priceOfReef())).toBeGreaterThan(190)
  expect(cents(await priceOfReef())).toBeLessThan(205)
  // Without the range nobody knows.
  const pairsOnly = { ...facts, exchanges: facts.exchanges.filter(({ kind }) => kind === 'pairs') }
  expect(await priceOfReef(pairsOnly)).toBeUndefined()
})

test('a purchase moves the price slowly, as the mean of half an hour does', async () => {
  const before = cents(await priceOfReef())
  // A hundredth of a range as deep as 100 ether: some 2 % of price.
  await buy('1')
  expect(Math.abs(cents(await priceOfReef()) - before)).toBeLessThanOrEqual(1)
  await wait(31)
  expect(cents(await priceOfReef()) - before).toBeGreaterThanOrEqual(3)
})

test('a price that runs away from its mean is none, until it has stayed', async () => {
  const before = cents(await priceOfReef())
  await buy('8')
  expect(await priceOfReef()).toBeUndefined()
  await wait(10)
  expect(await priceOfReef()).toBeUndefined()
  await wait(25)
  expect(cents(await priceOfReef())).toBeGreaterThan(before + 20)
})

test('a drained pool says nothing, at once', async () => {
  await drain(950n)
  expect(await priceOfReef()).toBeUndefined()
})

test('liquidity of a moment does not make a pool deep', async () => {
  const taken = await drain(999n)
  await wait(40)
  for (const token of [weth, reef.address]) await send(filler, token, 'approve', [pool, maxUint256])
  await send(filler, pool, 'provide', [taken])
  expect(await priceOfReef()).toBeUndefined()
  await wait(40)
  expect(cents(await priceOfReef())).toBeGreaterThan(190)
})

test('a pool that remembers nothing is looked at three times, and is believed while it is level', async () => {
  for (let block = 0; block < 18; block++) await world.evm.request('evm_mine')
  expect(cents(await priceOfReef(facts, forgetful()))).toBeGreaterThan(190)
  await buy('8')
  expect(await priceOfReef(facts, forgetful())).toBeUndefined()
})

test('an oracle comes before any pool', async () => {
  const feed: Hex = '0x00000000000000000000000000000000000feed2'
  const words = [8n, 9_00000000n, 0n, BigInt(Math.floor(Date.now() / 1000)), 8n]
  const data = words.map((word) => word.toString(16).padStart(64, '0')).join('')
  await world.evm.request('hardhat_setCode', [feed, `0x60a0600b5f3960a05ff300${data}`])
  const feeds = [{ address: feed, base: asset, heartbeat: 3_600 }]
  const entry = { ...localSettings.get(local.networkId), feeds }
  const known = createNetworks(readNetworks(JSON.stringify({ [local.networkId]: entry })))(local.networkId)
  expect(await priceOfReef(known)).toBe(readPrice('9'))
})
