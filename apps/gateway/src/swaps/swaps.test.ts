import { endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { decodeFunctionData, encodeFunctionData, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { local, localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

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

const { usdc, dai, weth, usdt, toll, stuck, router } = local.addresses
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const id = (address: string) => `${local.networkId}:${address}`
const erc20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function approve(address spender, uint256 value)',
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

const get = (path: string, query: Record<string, string>) =>
  gateway.ask(`${path}?${new URLSearchParams(query)}`)
const post = (path: string, body: unknown) =>
  gateway.ask(path, { method: 'POST', body: JSON.stringify(body) })

async function good<schema extends v.GenericSchema>(answer: Promise<Response>, schema: schema) {
  const response = await answer
  expect(response.status, await response.clone().text()).toBe(200)
  return v.parse(schema, await response.json())
}

async function quote(from: string, to: string, amount: bigint) {
  const query = { amount: amount.toString(), from: id(from), to: id(to) }
  const { quotes } = await good(get('/v1/convert/quotes', query), endpoints.swapQuotes.response)
  const [first] = quotes
  if (!first) throw new Error('no quote came')
  return first
}

const build = (from: string, to: string, amount: bigint, user: Hex, slippage = 1, more: object = {}) =>
  post('/v1/convert/build-transaction', {
    amount: amount.toString(),
    from: id(from),
    to: id(to),
    userAddress: id(user),
    eip155: { slippage },
    disableEstimate: true,
    ...more,
  })

const approve = (token: string, amount: bigint, user: Hex, to: string = weth) =>
  get('/v1/convert/build-approve', {
    from: id(token),
    to: id(to),
    userAddress: id(user),
    amount: amount.toString(),
  })

/** What is built for a wallet of eip155. */
async function built(...input: Parameters<typeof build>) {
  const { tx } = await good(build(...input), endpoints.swapTransaction.response)
  if (!('eip155' in tx)) throw new Error('a transaction of eip155 is expected')
  return tx
}

/** Does what a client does: quote, approve exactly, build, send. Returns what arrived and what was promised. */
async function swap(from: string, to: string, amount: bigint, user: Hex, slippage = 1) {
  const told = await quote(from, to, amount)
  if (from !== native) {
    const { tx } = await good(approve(from, amount, user, to), endpoints.swapApproval.response)
    // Clients of this wire call the address in `from`.
    await chain.send(user, { to: tx.from.split(':')[2] as Hex, data: tx.data as Hex })
  }
  const tx = await built(from, to, amount, user, slippage)
  const before = await held(to, user)
  const hash = await chain.send(user, {
    to: tx.to.split(':')[2] as Hex,
    data: tx.data,
    gas: BigInt(tx.eip155.gas),
    value: from === native ? amount : 0n,
  })
  const receipt = (await chain.evm.request('eth_getTransactionReceipt', [hash])) as {
    status: string
    gasUsed: string
    effectiveGasPrice: string
  }
  expect(receipt.status).toBe('0x1')
  const fee = to === native ? BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) : 0n
  return { told, arrived: (await held(to, user)) - before + fee }
}

describe('a swap as the gateway builds it', () => {
  test.each([
    ['ether for a token', native, dai, parseEther('1')],
    ['a token for ether', usdc, native, parseUnits('300', 6)],
    ['a token for another', usdc, dai, parseUnits('100', 6)],
    ['a token for one that is two pools away', dai, usdt, parseEther('50')],
    ['ether for wrapped ether', native, weth, parseEther('2')],
    ['wrapped ether for ether', weth, native, parseEther('1')],
  ])('[S7-06, S7-11] changes %s, and exactly what was quoted arrives', async (_, from, to, amount) => {
    const { told, arrived } = await swap(from, to, amount, person(0))
    expect(arrived).toBe(BigInt(told.toAmount))
    expect(BigInt(told.minimumToAmount ?? 0)).toBe((BigInt(told.toAmount) * 99n) / 100n)
  })

  test('takes a toll into account by what the user allows', async () => {
    const { told, arrived } = await swap(native, toll, parseEther('0.5'), person(1), 3)
    expect(arrived).toBeLessThan(BigInt(told.toAmount))
    expect(arrived).toBeGreaterThan((BigInt(told.toAmount) * 97n) / 100n)
  })

  test.each([true, false, undefined])(
    '[S7-11] is refused when it would fail, instead of costing gas, with disableEstimate %s',
    async (disableEstimate) => {
      const answer = await build(native, toll, parseEther('0.5'), person(1), 0.1, { disableEstimate })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        reasons: [{ description: expect.stringContaining('slippage') }],
      })
    },
  )

  test('[S7-11] is not built with a permit, which would be lost on its way to the exchange', async () => {
    const eip155 = { slippage: 1, permit: `0x${'ab'.repeat(65)}` }
    const answer = await build(usdc, dai, 1_000_000n, person(1), 1, { eip155 })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        status: 'FAILED',
        reasons: [
          {
            field: 'eip155.permit',
            description: 'A permit is not passed on: approve the token, as build-approve writes it',
          },
        ],
      },
    ])
  })

  test('has gas to spare, and goes to the router with the user as receiver', async () => {
    const user = person(2)
    const tx = await built(native, usdc, 10n ** 15n, user)
    expect(tx.from).toBe(id(user))
    expect(tx.to).toBe(id(router))
    const abi = parseAbi([
      'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
    ])
    const { args } = decodeFunctionData({ abi, data: tx.data })
    expect(args[0]).toBe((BigInt(tx.amount) * 99n) / 100n)
    expect(args[2].toLowerCase()).toBe(user)
  })
})

describe('a quote', () => {
  test('[D-16] tells its impact and its end', async () => {
    const small = await quote(native, usdc, parseEther('0.1'))
    const large = await quote(native, usdc, parseEther('100'))
    expect(Number(small.priceImpact)).toBeLessThan(0.1)
    expect(Number(large.priceImpact)).toBeGreaterThan(8)
    expect(Number(large.priceImpact)).toBeLessThan(10)
    expect(small.expiry).toBeGreaterThan(Date.now() / 1000)
  })

  test.each([
    ['more than the pools hold', native, usdc, parseEther('1000'), 'insufficient liquidity'],
    ['a token that nothing trades', usdc, stuck, 1_000_000n, 'insufficient liquidity'],
    ['a token for itself', usdc, usdc, 1n, 'itself'],
    ['nothing', usdc, dai, 0n, 'more than nothing'],
    ['more than a token can count', usdc, dai, maxUint256 + 1n, 'more than any'],
  ])('for %s is refused with the reason', async (_, from, to, amount, reason) => {
    const answer = await get('/v1/convert/quotes', { amount: amount.toString(), from: id(from), to: id(to) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ reasons: [{ description: expect.stringContaining(reason) }] })
  })
})

describe('an approval', () => {
  test('[S7-09, S7-12] is for the exact amount, and echoes the token to call', async () => {
    const user = person(3)
    const { tx } = await good(approve(usdc, 12_345n, user), endpoints.swapApproval.response)
    expect(tx.from).toBe(id(usdc))
    const { args } = decodeFunctionData({ abi: erc20, data: tx.data as Hex })
    expect(args).toEqual([router, 12_345n])
    await chain.send(user, { to: usdc, data: tx.data as Hex })
    const query = { tokenAddress: id(usdc), userAddress: id(user) }
    const { allowance } = await good(get('/v1/convert/allowance', query), endpoints.swapAllowance.response)
    expect(allowance).toBe('12345')
  })

  test('without an amount is for all, as clients of this wire expect', async () => {
    const query = { from: id(usdc), to: id(dai), userAddress: id(person(3)) }
    const { tx } = await good(get('/v1/convert/build-approve', query), endpoints.swapApproval.response)
    const { args } = decodeFunctionData({ abi: erc20, data: tx.data as Hex })
    expect(args).toEqual([router, maxUint256])
  })
})

test('[S7-07] tokens begin with the native coin, and one can be asked for by its address', async () => {
  const all = await good(
    get('/v1/convert/tokens', { chainId: local.networkId }),
    endpoints.swapTokens.response,
  )
  expect(all.tokens[0]).toMatchObject({ symbol: 'ETH', address: id(native), decimals: 18 })
  expect(all.tokens.map(({ symbol }) => symbol)).toEqual([
    'ETH',
    'WETH',
    'USDC',
    'DAI',
    'USDT',
    'TOLL',
    'STUCK',
    'REEF',
  ])
  const query = { chainId: local.networkId, address: usdc }
  const one = await good(get('/v1/convert/tokens', query), endpoints.swapTokens.response)
  expect(one.tokens).toEqual([
    { name: 'Local USD Coin', symbol: 'USDC', address: id(usdc), decimals: 6, logoUri: null, eip2612: true },
  ])
  expect((await get('/v1/convert/tokens', { chainId: 'eip155:5' })).status).toBe(400)
})

test('[S7-10] gas prices rise with the hurry and pay for the next blocks', async () => {
  const fees = await good(
    get('/v1/convert/gas-price', { chainId: local.networkId }),
    endpoints.swapGasPrice.response,
  )
  const [standard, fast, instant] = [fees.standard, fees.fast, fees.instant].map(BigInt)
  const block = (await chain.evm.request('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas: string
  }
  expect(standard).toBeGreaterThan(BigInt(block.baseFeePerGas))
  expect(fast).toBeGreaterThanOrEqual(standard ?? 0n)
  expect(instant).toBeGreaterThanOrEqual(fast ?? 0n)
})
