import { encodeFunctionData, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, chainOf } from '../chain/chain.js'
import { createNetworks, readNetworks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { systemClock } from '../ports/clock.js'
import { local, localSettings, startTestChain, type TestChain } from '../testing/localChain.js'
import { one, readPrice } from './fixed.js'
import { pricesOnChain } from './onChain.js'

let world: TestChain
let chain: Chain
beforeAll(async () => {
  world = await startTestChain()
  chain = chainOf(world.rpc, local.networkId)
})
afterAll(() => world.evm.close())

const facts = createNetworks(localSettings)(local.networkId)
const lower = (address: string) => address.toLowerCase() as Hex // lower case of hex is hex
const asset = (token: keyof typeof local.tokens) => ({
  asset: lower(local.tokens[token].address),
  decimals: local.tokens[token].decimals,
})
const read = (assets = [asset('dai'), asset('toll'), asset('stuck')], known = facts) =>
  pricesOnChain(chain, { facts: known, assets, clock: systemClock }, {})

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function addLiquidity(address, address, uint256, uint256, uint256, uint256, address, uint256)',
])

/** One by one: blocks that `hardhat_mine` makes have no state to look back at. */
async function mineEmpty() {
  for (let block = 0; block < 18; block++) await world.evm.request('evm_mine')
}

test('pools tell the price of what trades in them, and nothing of what does not', async () => {
  const prices = await read()
  const [native, dai, toll] = ['native', asset('dai').asset, asset('toll').asset].map(
    (key) => prices.get(key as Hex) ?? 0n,
  )
  expect(prices.get(lower(local.addresses.usdc))).toBe(one)
  expect(native).toBeGreaterThan(readPrice('2900') ?? 0n)
  expect(native).toBeLessThan(readPrice('3100') ?? 0n)
  expect(prices.get(lower(local.addresses.weth))).toBe(native)
  expect(dai).toBeGreaterThan((one * 99n) / 100n)
  expect(toll).toBeGreaterThan(one)
  expect(prices.has(asset('stuck').asset)).toBe(false)
})

test('one bent block does not bend a price', async () => {
  // Blocks in which nobody trades, so that the looks back are even.
  await mineEmpty()
  const before = (await read()).get('native')
  const path = [local.addresses.weth, local.addresses.usdc]
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactETHForTokens',
    args: [0n, path, world.people[0] ?? '0x', 2n ** 64n],
  })
  const snapshot = await world.evm.request('evm_snapshot')
  await world.send(world.people[0] ?? '0x', { to: local.addresses.router, data, value: parseEther('5000') })
  expect((await read()).get('native')).toBe(before)
  // It stays, so it is the price.
  await mineEmpty()
  const after = (await read()).get('native') ?? 0n
  expect(after).toBeLessThan((before ?? 0n) / 10n)
  await world.evm.request('evm_revert', [snapshot])
})

test('a shallow pool tells nothing', async () => {
  const owner = world.people[1] ?? '0x'
  const erc20 = parseAbi(['function approve(address, uint256)'])
  const approve = encodeFunctionData({
    abi: erc20,
    functionName: 'approve',
    args: [local.addresses.router, 2n ** 200n],
  })
  for (const token of ['usdc', 'stuck'] as const)
    await world.send(owner, { to: local.addresses[token], data: approve })
  // Whoever made the token may say that one of it is a thousand dollars: nobody has put money behind it.
  const minter = (await world.evm.request('eth_call', [
    {
      to: local.addresses.stuck,
      data: encodeFunctionData({ abi: parseAbi(['function minter() view returns (address)']) }),
    },
    'latest',
  ])) as string
  const deployer: Hex = `0x${minter.slice(26)}`
  for (const token of ['usdc', 'stuck'] as const)
    await world.send(deployer, { to: local.addresses[token], data: approve })
  const mint = parseAbi(['function mint(address, uint256)'])
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [deployer, parseEther('10')] })
  await world.send(deployer, { to: local.addresses.stuck, data })
  const args = [
    local.addresses.stuck,
    local.addresses.usdc,
    parseEther('10'),
    parseUnits('10000', 6),
    0n,
    0n,
    deployer,
    2n ** 64n,
  ] as const
  const pool = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args })
  const hash = await world.send(deployer, { to: local.addresses.router, data: pool, gas: 8_000_000n })
  expect(await world.evm.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect((await read()).has(asset('stuck').asset)).toBe(false)
})

describe('an oracle', () => {
  const address: Hex = '0x00000000000000000000000000000000000feed1'

  /** A contract that answers everything with the same five words: `decimals()` reads the first, 8. */
  async function place(answer: bigint, updatedAt: number) {
    const words = [8n, BigInt.asUintN(256, answer), 0n, BigInt(updatedAt), 8n]
    const data = words.map((word) => word.toString(16).padStart(64, '0')).join('')
    // CODECOPY of what follows the eleven bytes of code, then RETURN.
    await world.evm.request('hardhat_setCode', [address, `0x60a0600b5f3960a05ff300${data}`])
  }
  const withFeed = (heartbeat: number) =>
    createNetworks(
      readNetworks(
        JSON.stringify({
          [local.networkId]: {
            ...localSettings.get(local.networkId),
            feeds: [{ address, base: 'native', heartbeat }],
          },
        }),
      ),
    )(local.networkId)
  const now = () => Math.floor(Date.now() / 1000)

  test('is believed before pools while it keeps its promise', async () => {
    await place(2_500_00000000n, now() - 60)
    expect((await read([], withFeed(3_600))).get('native')).toBe(readPrice('2500'))
  })

  test.each([
    ['late', 2_500_00000000n, -7_300],
    ['never written', 2_500_00000000n, Number.NEGATIVE_INFINITY],
    ['empty', 0n, 0],
    ['negative', -5n, 0],
  ])('that is %s says nothing, and pools do', async (_, answer, age) => {
    await place(answer, Number.isFinite(age) ? now() + age : 0)
    const native = (await read([], withFeed(3_600))).get('native')
    expect(native).not.toBe(readPrice('2500'))
    expect(native).toBeGreaterThan(readPrice('2000') ?? 0n)
  })
})
