/** For tests: a connected account and a gateway that sells, as the test says. */
import { startFeature } from '../../feature.js'
import type { FakeAnswer, FakeCall } from '../../testing/createFakeFetch.js'
import { createFakeWallet, createTestKit, fakeNetwork, type TestKit } from '../../testing/index.js'
import { onramp } from '../onDemand.js'
import type { Onramp } from './onrampHandle.js'

export const buyer = '0x00000000000000000000000000000000000000A1'
export const usdc = '0x00000000000000000000000000000000000000C1'
export const orderId = '7d9f5c0e-2b0a-4a52-9c51-6a0c3f1d2e4b'

type Answer = FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)

const limitsOf = (max: string) => [
  { id: 'card', min: '10.00', max },
  { id: 'ach_bank_account', min: '20.00', max: '25000.00' },
]

/** By the end of the path that is asked for. */
export const shopAnswers = (): Record<string, Answer> => ({
  options: {
    json: {
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: limitsOf('7500.00') },
        { id: 'GBP', payment_method_limits: limitsOf('100.00') },
      ],
      purchaseCurrencies: [
        {
          id: '1',
          name: 'USD Coin',
          symbol: 'USDC',
          networks: [
            { name: 'optimism', display_name: 'Optimism', chain_id: '10', contract_address: usdc },
            { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: usdc },
            { name: 'elsewhere', display_name: 'Elsewhere', chain_id: '999', contract_address: usdc },
          ],
        },
        {
          id: '2',
          name: 'Ether',
          symbol: 'ETH',
          networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
        },
      ],
    },
  },
  providers: {
    json: [
      { serviceProvider: 'sandbox', name: 'Sandbox', sandbox: true },
      { serviceProvider: 'cards', name: 'Cards & Co' },
    ],
  },
  quotes: {
    json: [
      { serviceProvider: 'cards', sourceAmount: '100', destinationAmount: '97.5', totalFee: '2.5' },
      { serviceProvider: 'sandbox', sourceAmount: '100', destinationAmount: '98.5', totalFee: '1.5' },
    ],
  },
  widget: { json: { widgetUrl: 'https://pay.test/order', orderId } },
  [orderId]: { json: { status: 'created' } },
  'supported-chains': { json: { http: ['eip155:1', 'eip155:10'], ws: [] } },
  balance: balanceOf('5'),
})

export function balanceOf(amount: string, other: object = {}): FakeAnswer {
  const token = {
    name: 'USD Coin',
    symbol: 'USDC',
    chainId: 'eip155:1',
    address: `eip155:1:${usdc}`,
    value: 5,
    price: 1,
    quantity: { decimals: '6', numeric: amount },
    iconUrl: '',
    ...other,
  }
  return { json: { balances: [token] } }
}

export interface Shop extends TestKit {
  readonly answers: Record<string, Answer>
  readonly shop: Onramp
  asked(part: string): readonly FakeCall[]
}

export async function openShop(world: TestKit = shopWorld(), answers = shopAnswers()): Promise<Shop> {
  world.fetch.always((call) => {
    const answer = answers[new URL(call.url).pathname.split('/').at(-1) ?? ''] ?? { status: 404 }
    return typeof answer === 'function' ? answer(call) : answer
  })
  if (!world.wallets[0].isAuthorised) await world.kit.connect({ connectorId: 'fake' })
  await world.kit.ready
  const shop = await startFeature(world.context, onramp)
  if (!shop) throw new Error('the shop is closed')
  const asked = (part: string) => world.fetch.calls.filter(({ url }) => new URL(url).pathname.endsWith(part))
  return { ...world, answers, shop, asked }
}

export const shopWorld = (): TestKit =>
  createTestKit({
    wallets: [createFakeWallet({ accounts: [buyer] })],
    networks: [fakeNetwork(), fakeNetwork({ reference: '10' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
