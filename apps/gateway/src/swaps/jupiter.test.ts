import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outbound, OutboundRequest } from '../ports/outbound.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { createJupiter, jupiterNetwork } from './jupiter.js'

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const native = 'So11111111111111111111111111111111111111111'
const user = base58.encode(new Uint8Array(32).fill(7))

/** As it is before anybody signs: room for one signature, version 0, one key that signs. */
function transactionOf(payer: string): string {
  const head = [1, ...new Uint8Array(64), 0x80, 1, 0, 1, 2]
  return base64.encode(
    Uint8Array.from([...head, ...base58.decode(payer), ...new Uint8Array(32), ...new Uint8Array(34)]),
  )
}

/** The shape of the provider's documentation, with invented amounts. */
const recorded = (more: object = {}) => ({
  mode: 'ultra',
  inputMint: 'So11111111111111111111111111111111111111112',
  outputMint: usdc,
  inAmount: '1000000000',
  outAmount: '161480000',
  otherAmountThreshold: '160672600',
  swapMode: 'ExactIn',
  slippageBps: 50,
  priceImpactPct: '-0.0001',
  routePlan: [{ swapInfo: { label: 'Meteora DLMM' }, percent: 100 }],
  feeBps: 10,
  transaction: null,
  gasless: false,
  requestId: '0190d9a8-6d9e-7c2a-8f5e-0d9b3a2c1e4f',
  totalTime: 312,
  taker: null,
  ...more,
})

function outboundOf(answer: unknown, status = 200): Outbound & { asked: OutboundRequest[] } {
  const asked: OutboundRequest[] = []
  return {
    asked,
    async send(request) {
      asked.push(request)
      return { status, text: JSON.stringify(answer), retryAfter: undefined }
    },
  }
}

function world(answer: unknown, status = 200) {
  const outbound = outboundOf(answer, status)
  return {
    jupiter: createJupiter({ outbound, clock: createFakeClock(), key: 'a-secret-key-of-the-operator' }),
    ...outbound,
  }
}

const question = { from: native, to: usdc, amount: 1_000_000_000n }
const asking = { ...question, user, slippage: 100n }

describe('Jupiter', () => {
  test('tells what arrives, and is asked for the coin by the mint that wraps it, with its key in a header', async () => {
    const { jupiter, asked } = world(recorded())
    expect(await jupiter.quote(question, {})).toEqual({ amountOut: 161_480_000n, least: 160_672_600n })
    const [{ url = '', headers = {} } = {}] = asked
    expect(url).toBe(
      `https://api.jup.ag/ultra/v1/order?inputMint=So11111111111111111111111111111111111111112&outputMint=${usdc}&amount=1000000000`,
    )
    expect(headers['x-api-key']).toBe('a-secret-key-of-the-operator')
  })

  test('gives a transaction that the account itself pays for', async () => {
    const transaction = transactionOf(user)
    const { jupiter, asked } = world(recorded({ transaction, taker: user }))
    expect(await jupiter.build(asking, {})).toMatchObject({ transaction, amountOut: 161_480_000n })
    expect(asked[0]?.url).toContain(`taker=${user}`)
  })

  test.each([
    ['somebody else pays for', transactionOf(usdc)],
    ['is none', 'AAAA'],
    ['is not even base64', 'no transaction'],
  ])('is not believed when the transaction %s', async (_, transaction) => {
    const { jupiter } = world(recorded({ transaction }))
    await expect(jupiter.build(asking, {})).rejects.toMatchObject({ status: 503 })
  })

  test('[D-16] what would lose more than the user allows is not passed on', async () => {
    const { jupiter } = world(
      recorded({ transaction: transactionOf(user), otherAmountThreshold: '159000000' }),
    )
    await expect(jupiter.build(asking, {})).rejects.toMatchObject({ status: 400 })
    expect(await jupiter.build({ ...asking, slippage: 200n }, {})).toMatchObject({ least: 159_000_000n })
  })

  test('an account that cannot pay, and a pair without a way, are told as such', async () => {
    await expect(world(recorded()).jupiter.build(asking, {})).rejects.toThrow(/cannot pay/)
    const none = { errorMessage: 'Failed to get quotes', errorCode: 3, transaction: null }
    await expect(world(none).jupiter.quote(question, {})).rejects.toThrow(/insufficient liquidity/)
  })

  test.each([
    ['is away', 500, {}],
    ['says something else', 200, { outAmount: 1.5 }],
  ])('that %s is told as such', async (_, status, answer) => {
    await expect(world(answer, status).jupiter.quote(question, {})).rejects.toMatchObject({ status: 503 })
  })
})

describe('through the gateway', () => {
  let gateway: TestGateway
  beforeAll(async () => {
    const outbound = outboundOf(recorded({ transaction: transactionOf(user) }))
    gateway = await startTestGateway(
      {
        LATCHKEY_UPSTREAMS: JSON.stringify({ [jupiterNetwork]: ['http://127.0.0.1:9'] }),
        LATCHKEY_JUPITER_KEY: 'a-secret-key-of-the-operator',
      },
      { outbound },
    )
  })
  afterAll(() => gateway.stop())
  const id = (address: string) => `${jupiterNetwork}:${address}`

  test('[S7-06] a quote for solana has the least that arrives', async () => {
    const query = new URLSearchParams({
      amount: '1000000000',
      from: id(native),
      to: id(usdc),
      projectId: 'p',
    })
    const answer = await gateway.ask(`/v1/convert/quotes?${query}`)
    expect(await answer.json()).toEqual({
      quotes: [
        {
          id: null,
          fromAmount: '1000000000',
          fromAccount: id(native),
          toAccount: id(usdc),
          toAmount: '161480000',
          minimumToAmount: '160672600',
        },
      ],
    })
  })

  test('[S7-11] a transaction for solana is to be signed as it is; without its terms it is refused', async () => {
    const body = { amount: '1000000000', from: id(native), to: id(usdc), userAddress: id(user) }
    const ask = (more: object) =>
      gateway.ask('/v1/convert/build-transaction?projectId=p', {
        method: 'POST',
        body: JSON.stringify({ ...body, ...more }),
      })
    const built = await ask({ solana: { slippage: 1 } })
    expect(await built.json()).toEqual({
      tx: {
        from: id(user),
        data: transactionOf(user),
        amount: '161480000',
        solana: { least: '160672600', requestId: '0190d9a8-6d9e-7c2a-8f5e-0d9b3a2c1e4f' },
      },
    })
    expect((await ask({ eip155: { slippage: 1 } })).status).toBe(400)
  })
})
