/** A gateway that sells and names as a scene wants: nothing is charged, nothing is registered. */
import { demoAccount } from './demoAccount.js'

export type ShopMood = 'answers' | 'silent' | 'empty' | 'refuses' | 'paid' | 'delivered' | 'failed' | 'lost'

const orderId = '3f0c2f6e-9a51-4a7c-8b1e-0d1c2b3a4f5e'

const options = {
  paymentCurrencies: ['USD', 'EUR'].map((id) => ({
    id,
    payment_method_limits: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
  })),
  purchaseCurrencies: [
    { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        {
          name: 'ethereum',
          chain_id: '1',
          contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        },
      ],
    },
  ],
}

const providers = [
  { serviceProvider: 'harbor', name: 'Harbor Pay' },
  { serviceProvider: 'brass', name: 'Brass & Sons' },
  { serviceProvider: 'sandbox', name: 'Sandbox', sandbox: true },
]

const quotes = [
  { serviceProvider: 'harbor', sourceAmount: '100', destinationAmount: '0.03286', totalFee: '1.20' },
  { serviceProvider: 'brass', sourceAmount: '100', destinationAmount: '0.03251', totalFee: '2.40' },
  { serviceProvider: 'sandbox', sourceAmount: '100', destinationAmount: '0.03190', totalFee: '1.57' },
]

const orders = { paid: 'paid', delivered: 'delivered', failed: 'failed' } as const

const taken = ['alice', 'bobby', 'latchkey']

function suggestions(label: string) {
  const words = [label, `${label}-eth`, `the-${label}`, `${label}1`]
  return words.map((word) => ({ name: `${word}.latch.id`, registered: taken.includes(word) }))
}

const refusal = {
  status: 'FAILED',
  reasons: [{ field: 'asset', description: 'ETH is not sold in your region' }],
}

/** Answers questions for buying and names; everything else is asked of whoever would have been asked. */
export const demoShop =
  (mood: ShopMood): typeof globalThis.fetch =>
  async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    const last = pathname.split('/').at(-1) ?? ''
    if (!/\/(?:onramp|profile|identity)\//.test(pathname)) return demoAccount('answers')(input, init)
    if (mood === 'silent' || (mood === 'lost' && last === orderId)) return new Response(null, { status: 404 })
    if (pathname.includes('/suggestions/')) return Response.json({ suggestions: suggestions(last) })
    if (pathname.includes('/identity/')) return Response.json({ name: null, avatar: null })
    if (last === 'nonce') {
      const expiresAt = new Date(Date.now() + 300_000).toISOString()
      return Response.json({ nonce: crypto.randomUUID(), expiresAt })
    }
    if (last === 'options') return Response.json(options)
    if (last === 'providers') return Response.json(providers)
    if (last === 'quotes' && mood === 'refuses') return Response.json(refusal, { status: 400 })
    if (last === 'quotes') return Response.json(mood === 'empty' ? [] : quotes)
    if (last === 'widget') return Response.json({ widgetUrl: new URL('/', location.href).href, orderId })
    if (last === orderId) return Response.json(order(mood))
    return Response.json({})
  }

function order(mood: ShopMood) {
  const status = mood in orders ? orders[mood as keyof typeof orders] : 'created' // asked for in the same line
  return { status, reason: status === 'failed' ? 'The card was declined' : null, transactionHash: null }
}
