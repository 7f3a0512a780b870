import { describe, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { type Outbound, OutboundError, type OutboundRequest } from '../ports/outbound.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { createCoingecko } from './coingecko.js'
import { createDefillama } from './defillama.js'
import { one, readPrice } from './fixed.js'
import { readCoingeckoKey, readPriceProviders } from './providers.js'

const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const unknown: Hex = `0x${'9'.repeat(40)}`

/** Answers by the path of the question; a path that it does not know fails the test. */
function recorded(answers: Readonly<Record<string, unknown>>) {
  const asked: OutboundRequest[] = []
  const outbound: Outbound = {
    async send(request) {
      asked.push(request)
      const { pathname } = new URL(request.url)
      if (!(pathname in answers)) throw new Error(`nobody expected ${pathname}`)
      return { status: 200, text: JSON.stringify(answers[pathname]), retryAfter: undefined }
    },
  }
  return { outbound, clock: createFakeClock(), asked }
}

describe('CoinGecko', () => {
  test('is asked by platform and contract, with its key in a header', async () => {
    const world = recorded({
      '/api/v3/simple/price': { ethereum: { usd: 3120.55 } },
      '/api/v3/simple/token_price/ethereum': { [usdc]: { usd: 1.0001 }, [unknown]: {} },
    })
    const provider = createCoingecko({ ...world, key: { kind: 'demo', key: 'CG-secret-key' } })
    const prices = await provider.dollars('eip155:1', ['native', usdc, unknown], {})
    expect([...prices]).toEqual([
      ['native', readPrice('3120.55')],
      [usdc, readPrice('1.0001')],
    ])
    expect(world.asked.every(({ headers }) => headers?.['x-cg-demo-api-key'] === 'CG-secret-key')).toBe(true)
    expect(world.asked.every(({ url }) => !url.includes('secret'))).toBe(true)
  })

  test('tells what a currency is worth through its rates', async () => {
    const rates = { usd: { value: 64_000, unit: '$' }, eur: { value: 32_000, unit: '€' } }
    const provider = createCoingecko({ ...recorded({ '/api/v3/exchange_rates': { rates } }), key: undefined })
    expect(await provider.currency('eur', {})).toBe(2n * one)
  })

  test('is not asked about a network that it does not know', async () => {
    const provider = createCoingecko({ ...recorded({}), key: undefined })
    expect(await provider.dollars('eip155:31337', ['native'], {})).toEqual(new Map())
  })
})

describe('DefiLlama', () => {
  test('is believed where it is fresh and sure', async () => {
    const clock = createFakeClock()
    const now = Math.floor(clock.now() / 1000)
    const shy: Hex = `0x${'1'.repeat(40)}`
    const old: Hex = `0x${'2'.repeat(40)}`
    const ids = [
      'coingecko:ethereum',
      `ethereum:${usdc}`,
      `ethereum:${shy}`,
      `ethereum:${old}`,
      `ethereum:${unknown}`,
    ]
    const coins = {
      'coingecko:ethereum': { price: 3_120.5, timestamp: now, symbol: 'ETH', confidence: 0.99 },
      [`ethereum:${usdc}`]: { price: 0.9999, timestamp: now, decimals: 6, symbol: 'USDC', confidence: 0.99 },
      [`ethereum:${shy}`]: { price: 5, timestamp: now, confidence: 0.2 },
      [`ethereum:${old}`]: { price: 5, timestamp: now - 90_000, confidence: 0.99 },
    }
    const world = recorded({ [`/prices/current/${ids.join(',')}`]: { coins } })
    const provider = createDefillama({ ...world, clock })
    const prices = await provider.dollars('eip155:1', ['native', usdc, shy, old, unknown], {})
    expect([...prices]).toEqual([
      ['native', readPrice('3120.5')],
      [usdc, readPrice('0.9999')],
    ])
  })
})

describe('a provider that fails', () => {
  const failing = (answer: () => Promise<{ status: number; text: string; retryAfter: undefined }>) =>
    createDefillama({ outbound: { send: answer }, clock: createFakeClock() })
  const say = (status: number, text: string) => async () => ({ status, text, retryAfter: undefined })

  test.each([
    ['with a status', say(429, '')],
    ['with something that is not JSON', say(200, '<html>')],
    ['with another shape', say(200, '{"coins":[1]}')],
    ['by not being there', () => Promise.reject(new OutboundError('unreachable'))],
  ])('%s rejects', async (_, answer) => {
    await expect(failing(answer).dollars('eip155:1', ['native'], {})).rejects.toThrow()
  })

  test('is given up after the time of S7-31', async () => {
    const clock = createFakeClock()
    const hanging = new Promise<never>(() => {})
    const provider = createDefillama({ outbound: { send: () => hanging }, clock })
    const answer = expect(provider.dollars('eip155:1', ['native'], {})).rejects.toThrow('no answer in time')
    await clock.advance(10_000)
    await answer
  })
})

test('settings of providers are read or refused without the key', () => {
  expect(readPriceProviders('defillama, coingecko')).toEqual(['defillama', 'coingecko'])
  expect(() => readPriceProviders('oracle')).toThrow('known are')
  expect(readCoingeckoKey('pro:CG-12345678')).toEqual({ kind: 'pro', key: 'CG-12345678' })
  expect(() => readCoingeckoKey('CG-very-secret')).toThrow(expect.not.stringContaining('secret'))
})
