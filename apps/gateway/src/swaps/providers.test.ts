import { describe, expect, test } from 'vitest'
import { chainOf } from '../chain/chain.js'
import { createNetworks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Outbound, OutboundRequest } from '../ports/outbound.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { createSwapProvider, type SwapProviderName, swapProviderNames } from './providers.js'
import { createSwaps } from './swaps.js'

const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const native: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const user: Hex = `0x${'a1'.repeat(20)}`
const data: Hex = '0x2213bc0b00'

/**
 * Written, not recorded: the shapes of 0x's Swap API v2 (allowance holder), 1inch's Swap API v6 and LI.FI's `GET /v1/quote`
 * as their references have them, with invented amounts.
 */
const written: Readonly<
  Record<SwapProviderName, { target: Hex; quote: unknown; build: (to: Hex, value: string) => unknown }>
> = {
  '0x': {
    target: '0x0000000000001ff3684f28c67538d4d072c22734',
    quote: {
      liquidityAvailable: true,
      buyAmount: '3190',
      minBuyAmount: '3158',
      allowanceTarget: '0x0000000000001ff3684f28c67538d4d072c22734',
      issues: { allowance: null },
    },
    build: (to, value) => ({
      liquidityAvailable: true,
      buyAmount: '3190',
      minBuyAmount: '3158',
      transaction: { to, data, gas: '210000', gasPrice: '12000000000', value },
    }),
  },
  '1inch': {
    target: '0x111111125421ca6dc452d289314280a0f8842a65',
    quote: { dstAmount: '3190' },
    build: (to, value) => ({
      dstAmount: '3190',
      tx: { from: user, to, data, value, gas: 210_000, gasPrice: '12000000000' },
    }),
  },
  lifi: {
    target: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
    quote: undefined,
    build: (to, value) => ({
      type: 'lifi',
      estimate: { toAmount: '3190', toAmountMin: '3158', approvalAddress: to },
      transactionRequest: {
        to,
        data,
        value: `0x${BigInt(value).toString(16)}`,
        gasLimit: '0x33450',
        gasPrice: '0x2cb417800',
        chainId: 1,
      },
    }),
  },
}

function world(name: SwapProviderName, answer: unknown, status = 200) {
  const asked: OutboundRequest[] = []
  const outbound: Outbound = {
    async send(request) {
      asked.push(request)
      return { status, text: JSON.stringify(answer), retryAfter: undefined }
    },
  }
  const clock = createFakeClock()
  const provider = createSwapProvider(name, { outbound, clock, key: 'a-secret-key-of-the-operator' })
  const swaps = createSwaps({ networks: createNetworks(new Map()), clock, provider })
  const chain = chainOf({ call: () => Promise.reject(new Error('the chain is not asked')) }, 'eip155:1')
  return { swaps, chain, asked }
}

describe.each(swapProviderNames)('%s', (name) => {
  const { target, quote, build } = written[name]
  const question = { from: usdc, to: native, amount: 1_000_000n }

  test('tells what arrives', async () => {
    const { swaps, chain, asked } = world(name, quote ?? build(target, '0'))
    expect(await swaps.quote(chain, question, {})).toMatchObject({ amountOut: 3_190n, impact: undefined })
    expect(asked[0]?.url).toContain('1000000')
    expect(asked[0]?.url).not.toContain('secret')
    expect(JSON.stringify(asked[0]?.headers)).toContain('a-secret-key-of-the-operator')
  })

  test('builds a transaction, with a tenth of gas to spare', async () => {
    const { swaps, chain, asked } = world(name, build(target, '0'))
    const built = await swaps.build(chain, { ...question, user, slippage: 150n }, {})
    expect(built).toMatchObject({ to: target, data, amountOut: 3_190n, gas: 231_000n })
    expect(new URL(asked[0]?.url ?? '').search).toMatch(/slippageBps=150|slippage=1\.50|slippage=0\.0150/)
  })

  test.each([
    ['calls another contract', (): unknown => build(user, '0')],
    ['takes coins that nobody offered', (): unknown => build(target, '5')],
  ])('is not believed when it %s', async (_, answer) => {
    const { swaps, chain } = world(name, answer())
    const asked = swaps.build(chain, { ...question, user, slippage: 100n }, {})
    await expect(asked).rejects.toMatchObject({ status: 503 })
  })

  test.each([
    ['is away', 500, {}],
    ['says something else', 200, { hello: 1 }],
  ])('that %s is told as such', async (_, status, answer) => {
    const { swaps, chain } = world(name, answer, status)
    await expect(swaps.quote(chain, question, {})).rejects.toMatchObject({ status: 503 })
  })

  test('is the one to approve', async () => {
    const { swaps, chain } = world(name, {})
    const asked = { from: usdc, to: native, user, amount: 5n }
    expect(await swaps.approval(chain, asked, {})).toContain(target.slice(2))
  })

  test('is not asked about networks that it does not serve', () => {
    expect(world(name, {}).swaps.isServed('eip155:31337')).toBe(false)
  })
})

test('eip155:324 is nobody’s: their contracts have other addresses there', () => {
  const input = { outbound: { send: () => Promise.reject(new Error('not asked')) }, clock: createFakeClock() }
  for (const name of swapProviderNames) {
    const provider = createSwapProvider(name, { ...input, key: undefined })
    expect([name, provider.serves('eip155:324')]).toEqual([name, false])
    expect([name, provider.serves('eip155:1')]).toEqual([name, true])
  }
})
