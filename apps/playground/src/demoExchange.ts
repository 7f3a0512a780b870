/** A gateway that quotes swaps as a scene wants; everything else is asked of whoever would have been asked. */
import { networks } from './networks.js'

export type ExchangeMood = 'answers' | 'silent' | 'fails' | 'unserved' | 'dry' | 'steep'

const chain = networks[1].caipNetworkId
const token = (name: string, symbol: string, address: string, decimals: number) => ({
  name,
  symbol,
  address: `${chain}:${address}`,
  decimals,
  logoUri: null,
  eip2612: false,
})

const tokens = [
  token('Ether', 'ETH', `0x${'e'.repeat(40)}`, 18),
  token('USD Coin', 'USDC', `0x${'a'.repeat(40)}`, 6),
  token('Wrapped Bitcoin', 'WBTC', `0x${'b'.repeat(40)}`, 8),
  token('Dai', 'DAI', `0x${'d'.repeat(40)}`, 18),
  ...Array.from({ length: 60 }, (_, index) =>
    token(`Token ${index + 1}`, `T${index + 1}`, `0x${(index + 1).toString(16).padStart(40, '0')}`, 18),
  ),
]

const prices = [
  { address: tokens[0]?.address, symbol: 'ETH', price: 2995.22 },
  { address: tokens[1]?.address, symbol: 'USDC', price: 1 },
]

const refuse = (field: string, description: string) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status: 400 })

function quote(amount: string, mood: ExchangeMood): Response {
  if (mood === 'dry') return refuse('', 'There is insufficient liquidity for this swap')
  const expiry = Math.floor(Date.now() / 1000) + 30
  const impact = mood === 'steep' ? '7.42' : '0.04'
  // One ether is 2,985.2429 dollars, in units of 18 and 6 decimals.
  const toAmount = ((BigInt(amount) * 29_852_429n) / 10n ** 16n).toString()
  return Response.json({ quotes: [{ id: null, toAmount, expiry, priceImpact: impact }] })
}

export const demoExchange =
  (mood: ExchangeMood): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const { pathname, searchParams } = url
    if (pathname.endsWith('/v1/fungible/price')) return Response.json({ fungibles: prices })
    if (!pathname.includes('/v1/convert/')) return fetch(input, init)
    if (mood === 'silent')
      return new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('left'))),
      )
    if (mood === 'fails') return Response.json({}, { status: 500 })
    if (mood === 'unserved') return refuse('chainId', `Chain ID ${chain} is not supported`)
    if (pathname.endsWith('/tokens')) return Response.json({ tokens })
    if (pathname.endsWith('/quotes')) return quote(searchParams.get('amount') ?? '0', mood)
    if (pathname.endsWith('/gas-price')) return Response.json({ standard: '2000000000' })
    return Response.json({}, { status: 503 })
  }
