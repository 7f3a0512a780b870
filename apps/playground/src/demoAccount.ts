/** A gateway that says of an account what a scene wants; everything else is asked of whoever would have been asked. */
import { networks } from './networks.js'
import { demoAddress, moreAddresses } from './wallets.js'

export type AccountMood = 'answers' | 'never' | 'fails' | 'empty' | 'unserved'

const chain = networks[0].caipNetworkId
const held = (name: string, symbol: string, numeric: string, price: number, digit = '') => ({
  name,
  symbol,
  chainId: chain,
  ...(digit && { address: `${chain}:0x${digit.repeat(40)}` }),
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

const balances = [
  held('Ether', 'ETH', '1.284731998', 2995.22),
  held('USD Coin', 'USDC', '1250.5', 1, 'a'),
  held('Wrapped Bitcoin', 'WBTC', '0.0041', 97_450.12, 'b'),
  held('Dust', 'DUST', '0.00000412', 0.00012345, 'c'),
  held('A token with a name that does not end where the line ends', 'LONGSYMBOL', '123456789.123456', 0, 'd'),
  ...Array.from({ length: 9 }, (_, index) =>
    held(`Token ${index + 1}`, `T${index + 1}`, '10', 0.5, String(index + 1)),
  ),
]

const art = (index: number, isSpam = false) => ({
  chainId: chain,
  contract: `${chain}:0x${'c'.repeat(40)}`,
  tokenId: String(index),
  standard: index % 3 === 0 ? 'erc1155' : 'erc721',
  amount: index % 3 === 0 ? '12' : '1',
  name: isSpam ? 'Claim 5,000 now at a page you should not visit' : `Lantern #${index}`,
  collection: { name: isSpam ? 'Totally real' : 'Lanterns', symbol: null },
  description: null,
  image: null,
  isSpam,
})

const operations = ['receive', 'send', 'trade', 'approve', 'mint', 'execute'] as const

function done(index: number) {
  const operation = operations[index % operations.length] ?? 'send'
  const moved = (direction: string, symbol: string, numeric: string) => ({
    fungible_info: { name: symbol, symbol, icon: null },
    nft_info: null,
    direction,
    quantity: { numeric },
  })
  const transfers = {
    receive: [moved('in', 'ETH', '0.125')],
    send: [moved('out', 'USDC', '48.2501')],
    trade: [moved('out', 'ETH', '1'), moved('in', 'USDC', '2985.2429')],
    approve: [moved('self', 'USDC', '0')],
    mint: [
      {
        ...moved('in', '', '1'),
        fungible_info: null,
        nft_info: { name: 'Lantern #7', flags: { is_spam: false } },
      },
    ],
    execute: [moved('self', 'ETH', '0')],
  }[operation]
  return {
    id: `demo-${index}`,
    metadata: {
      operationType: operation,
      hash: `0x${index.toString(16).padStart(64, '0')}`,
      minedAt: new Date(Date.now() - index * 4 * 86_400_000).toISOString(),
      sentFrom: operation === 'receive' ? moreAddresses[0] : demoAddress,
      sentTo: operation === 'receive' ? demoAddress : moreAddresses[1],
      status: index === 1 ? 'failed' : 'confirmed',
      nonce: index,
      chain,
    },
    transfers,
  }
}

const pageSize = 25
const all = Array.from({ length: 110 }, (_, index) => done(index))

function answer(path: string, query: URLSearchParams, isEmpty: boolean): unknown {
  const full = { completeness: 'full' }
  if (path.endsWith('/balance'))
    return { balances: isEmpty ? [{ ...balances[0], quantity: { decimals: '18', numeric: '0' } }] : balances }
  if (path.endsWith('/nfts')) {
    const spam = query.get('spam') === 'true' ? [art(1, true)] : []
    const own = Array.from({ length: 11 }, (_, index) => art(index + 1))
    return { data: isEmpty ? [] : [...own, ...spam], next: null, meta: full }
  }
  const from = Number(query.get('cursor') ?? 0)
  const next = from + pageSize < all.length ? String(from + pageSize) : null
  return isEmpty ? { data: [], next: null } : { data: all.slice(from, from + pageSize), next }
}

export const demoAccount =
  (mood: AccountMood): typeof globalThis.fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (url.pathname.endsWith('/v1/supported-chains'))
      return Response.json({ http: mood === 'unserved' ? [] : [chain], ws: [] })
    if (!/\/v1\/account\/[^/]+\/(?:balance|history|nfts)$/.test(url.pathname)) return fetch(input, init)
    if (mood === 'never') await new Promise((_, reject) => init?.signal?.addEventListener('abort', reject))
    // A refusal and not an outage: it is not asked again and again before it is told.
    if (mood === 'fails') return new Response(null, { status: 404 })
    return Response.json(answer(url.pathname, url.searchParams, mood === 'empty'))
  }
