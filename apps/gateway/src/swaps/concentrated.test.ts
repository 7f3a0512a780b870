/** Swaps where liquidity stands in ranges: which exchange wins, who is approved, and that what was quoted arrives. */
import { endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { decodeFunctionData, encodeFunctionData, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { local, localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { packedPath } from './concentrated.js'

let chain: TestChain
let gateway: TestGateway
beforeAll(async () => {
  chain = await startTestChain()
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
})

const { usdc, dai, weth, router: pairRouter } = local.addresses
const { reef, router: rangeRouter } = local.ranges
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const id = (address: string) => `${local.networkId}:${address}`
const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function approve(address spender, uint256 value)',
])
const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params) payable',
  'function exactInput(Several params) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
])

const person = (index: number): Hex => {
  const address = chain.people[index]
  if (!address) throw new Error(`there is no person ${index}`)
  return address
}

async function held(token: string, who: Hex): Promise<bigint> {
  if (token === native) return BigInt((await chain.evm.request('eth_getBalance', [who, 'latest'])) as string)
  const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [who] })
  return BigInt((await chain.evm.request('eth_call', [{ to: token, data }, 'latest'])) as string)
}

async function good<schema extends v.GenericSchema>(answer: Promise<Response>, schema: schema) {
  const response = await answer
  expect(response.status, await response.clone().text()).toBe(200)
  return v.parse(schema, await response.json())
}
const get = <schema extends v.GenericSchema>(path: string, query: Record<string, string>, schema: schema) =>
  good(gateway.ask(`${path}?${new URLSearchParams(query)}`), schema)

async function quote(from: string, to: string, amount: bigint) {
  const query = { amount: amount.toString(), from: id(from), to: id(to) }
  const { quotes } = await get('/v1/convert/quotes', query, endpoints.swapQuotes.response)
  return { out: BigInt(quotes[0]?.toAmount ?? 0), least: BigInt(quotes[0]?.minimumToAmount ?? 0) }
}

async function build(from: string, to: string, amount: bigint, user: Hex) {
  const body = { amount: amount.toString(), from: id(from), to: id(to), userAddress: id(user) }
  const asked = gateway.ask('/v1/convert/build-transaction', {
    method: 'POST',
    body: JSON.stringify({ ...body, eip155: { slippage: 1 }, disableEstimate: true }),
  })
  const { tx } = await good(asked, endpoints.swapTransaction.response)
  if (!('eip155' in tx)) throw new Error('a transaction of eip155 is expected')
  return { ...tx, target: tx.to.split(':')[2] as Hex }
}

/** Who is to be approved, and for how much. */
async function approval(from: string, to: string, user: Hex, amount?: bigint) {
  const query = { from: id(from), to: id(to), userAddress: id(user) }
  const named = amount === undefined ? query : { ...query, amount: amount.toString() }
  const { tx } = await get('/v1/convert/build-approve', named, endpoints.swapApproval.response)
  const [spender, allowed] = decodeFunctionData({ abi: erc20, data: tx.data as Hex }).args
  return { spender, allowed, send: () => chain.send(user, { to: from as Hex, data: tx.data as Hex }) }
}

const send = (user: Hex, tx: Awaited<ReturnType<typeof build>>, value = 0n) =>
  chain.send(user, { to: tx.target, data: tx.data, gas: BigInt(tx.eip155.gas), value })

async function swap(from: string, to: string, amount: bigint, user: Hex) {
  const told = await quote(from, to, amount)
  if (from !== native) await (await approval(from, to, user, amount)).send()
  const tx = await build(from, to, amount, user)
  const before = await held(to, user)
  const hash = await send(user, tx, from === native ? amount : 0n)
  const receipt = (await chain.evm.request('eth_getTransactionReceipt', [hash])) as Record<string, string>
  expect(receipt.status).toBe('0x1')
  const fee = BigInt(receipt.gasUsed ?? 0) * BigInt(receipt.effectiveGasPrice ?? 0)
  return { told, tx, arrived: (await held(to, user)) - before + (to === native ? fee : 0n) }
}

/** What one exchange alone would give. */
async function alone(to: string, data: Hex): Promise<bigint> {
  const answer = (await chain.evm.request('eth_call', [{ to, data }, 'latest'])) as Hex
  return BigInt(`0x${answer.slice(-64)}`)
}
const pairsGive = (amount: bigint, path: readonly Hex[]) =>
  alone(
    pairRouter,
    encodeFunctionData({
      abi: parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])']),
      args: [amount, path],
    }),
  )

describe('the exchange that gives more', () => {
  test('[S7-06] is the one that is quoted, whichever kind it is', async () => {
    const ether = parseEther('1')
    const sold = await quote(native, dai, ether)
    const byPairs = await pairsGive(ether, [weth, dai])
    expect(sold.out).toBeGreaterThan(byPairs)
    expect((await build(native, dai, ether, person(0))).target).toBe(rangeRouter)
    // The other way round the pair is cheaper.
    const bought = await quote(dai, native, parseEther('3000'))
    expect(bought.out).toBe(await pairsGive(parseEther('3000'), [dai, weth]))
    expect((await build(dai, native, parseEther('3000'), person(0))).target).toBe(pairRouter)
  })

  test('[S7-12] is the one that is approved, for exactly the amount', async () => {
    const user = person(1)
    expect(await approval(weth, dai, user, 5_000n)).toMatchObject({ spender: rangeRouter, allowed: 5_000n })
    expect(await approval(dai, weth, user, 10n ** 18n)).toMatchObject({
      spender: pairRouter,
      allowed: 10n ** 18n,
    })
    // Who names no amount gets it for what they have.
    expect(await approval(reef, weth, user)).toMatchObject({ allowed: maxUint256 })
  })

  test('is left for one that is approved already and gives nearly as much', async () => {
    const user = person(2)
    const amount = parseEther('0.5')
    const wrap = parseAbi(['function deposit() payable'])
    await chain.send(user, { to: weth, value: amount, data: encodeFunctionData({ abi: wrap }) })
    const approve = (spender: Hex, value: bigint) =>
      chain.send(user, {
        to: weth,
        data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [spender, value] }),
      })
    const snapshot = await chain.evm.request('evm_snapshot')
    // A percent worse: not for that.
    await approve(pairRouter, amount)
    expect((await build(weth, dai, amount, user)).target).toBe(rangeRouter)
    // Somebody sells in the range until it gives hardly more than the pair.
    await levelPrices()
    const [ranges, pairs] = [await quote(weth, dai, amount), await pairsGive(amount, [weth, dai])]
    expect(ranges.out).toBeGreaterThan(pairs)
    expect((ranges.out - pairs) * 1_000n).toBeLessThan(ranges.out)
    expect(await build(weth, dai, amount, user)).toMatchObject({ target: pairRouter, amount: `${pairs}` })
    await approve(pairRouter, amount - 1n)
    expect((await build(weth, dai, amount, user)).target).toBe(rangeRouter)
    const query = { tokenAddress: id(weth), userAddress: id(user) }
    const { allowance } = await get('/v1/convert/allowance', query, endpoints.swapAllowance.response)
    expect(BigInt(allowance)).toBe(amount - 1n)
    await chain.evm.request('evm_revert', [snapshot])
  })
})

/** Sells ether in the range, each time for most of what is between the two, until it gives hardly more than the pair. */
async function levelPrices(): Promise<void> {
  const [whale, probe] = [person(9), parseEther('0.5')]
  for (let step = 0; step < 3; step++) {
    const [best, pairs] = [(await quote(native, dai, probe)).out, await pairsGive(probe, [weth, dai])]
    // A range as deep as 600 ether moves by twice of what is sold.
    const part = (parseEther('240') * (best - pairs)) / best
    await send(whale, await build(native, dai, part, whale), part)
  }
}

describe('a swap in ranges', () => {
  test.each([
    ['the coin for a token', native, dai, parseEther('1')],
    ['the coin for a token that trades nowhere else', native, reef, parseEther('2')],
    ['wrapped coins for a token', weth, dai, parseEther('0.25')],
    ['a token for the coin', reef, native, parseEther('100')],
    ['a token for another, over the wrapped coin', reef, dai, parseEther('1000')],
  ])('[S7-06, S7-11] changes %s, and exactly what was quoted arrives', async (_, from, to, amount) => {
    const user = person(3)
    if (from === weth) {
      const wrap = parseAbi(['function deposit() payable'])
      await chain.send(user, { to: weth, value: amount, data: encodeFunctionData({ abi: wrap }) })
    }
    const { told, tx, arrived } = await swap(from, to, amount, user)
    expect(tx.target).toBe(rangeRouter)
    expect(arrived).toBe(told.out)
    expect(told.least).toBe((told.out * 99n) / 100n)
  })

  test('is held to the least that arrives, to the user and to a time', async () => {
    const user = person(4)
    const until = BigInt(Math.floor(Date.now() / 1000))
    const single = await build(native, reef, parseEther('0.1'), user)
    const [deadline, calls] = decodeFunctionData({ abi: routerAbi, data: single.data }).args as [
      bigint,
      Hex[],
    ]
    expect(deadline).toBeGreaterThan(until)
    expect(deadline).toBeLessThan(until + 3_600n)
    const least = (BigInt(single.amount) * 99n) / 100n
    expect(calls.map((data) => decodeFunctionData({ abi: routerAbi, data }))).toMatchObject([
      {
        functionName: 'exactInputSingle',
        args: [{ tokenIn: weth, tokenOut: reef, fee: 3_000, amountOutMinimum: least }],
      },
    ])
    expect(calls[0]?.toLowerCase()).toContain(user.slice(2))
  })

  test('to the coin unwraps for the user, and by the same least', async () => {
    const user = person(3)
    const tx = await build(reef, native, parseEther('3'), user)
    const [, calls] = decodeFunctionData({ abi: routerAbi, data: tx.data }).args as [bigint, Hex[]]
    const [single, unwrap] = calls.map((data) => decodeFunctionData({ abi: routerAbi, data }))
    const least = (BigInt(tx.amount) * 99n) / 100n
    expect(single?.args[0]).toMatchObject({ recipient: `0x${'0'.repeat(39)}2`, amountOutMinimum: least })
    expect(unwrap?.functionName).toBe('unwrapWETH9')
    expect([unwrap?.args[0], String(unwrap?.args[1]).toLowerCase()]).toEqual([least, user])
  })

  test('over two pools packs its path', async () => {
    const tx = await build(reef, dai, parseEther('3'), person(3))
    const [, calls] = decodeFunctionData({ abi: routerAbi, data: tx.data }).args as [bigint, [Hex]]
    const several = decodeFunctionData({ abi: routerAbi, data: calls[0] })
    expect(several).toMatchObject({
      functionName: 'exactInput',
      args: [{ path: packedPath([reef, weth, dai], [3_000, 500]).toLowerCase() }],
    })
  })

  test('of more than the range holds is refused', async () => {
    const query = { amount: parseEther('900').toString(), from: id(native), to: id(reef) }
    const answer = await gateway.ask(`/v1/convert/quotes?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reasons: [{ description: expect.stringContaining('insufficient liquidity') }],
    })
  })

  test('that would fail is refused instead of built', async () => {
    const user = person(3)
    const amount = parseEther('10')
    await (await approval(reef, dai, user, amount)).send()
    const snapshot = await chain.evm.request('evm_snapshot')
    // The router is gone: quotes still come, swaps fail.
    await chain.evm.request('hardhat_setCode', [rangeRouter, '0xfe'])
    const body = { amount: amount.toString(), from: id(reef), to: id(dai), userAddress: id(user) }
    const answer = await gateway.ask('/v1/convert/build-transaction', {
      method: 'POST',
      body: JSON.stringify({ ...body, eip155: { slippage: 1 } }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      reasons: [{ description: expect.stringContaining('slippage') }],
    })
    await chain.evm.request('evm_revert', [snapshot])
  })
})

test('a token of the pairs alone is quoted as before', async () => {
  const amount = parseUnits('100', 6)
  expect((await quote(usdc, weth, amount)).out).toBe(await pairsGive(amount, [usdc, weth]))
})
