/** Buying, from what is on sale to what each provider gives for it. */
import { hours, limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { startFeature } from '../../feature.js'
import { createTestKit, fakeNetwork } from '../../testing/index.js'
import { onramp } from '../onDemand.js'
import { openShop, shopAnswers, shopWorld } from './testShop.js'

const seen = ({ store }: Awaited<ReturnType<typeof openShop>>['shop']) => store.get()

test('without a gateway, or where the app does not want it, nothing is sold', async () => {
  expect(await startFeature(createTestKit().context, onramp)).toBeUndefined()
  const off = createTestKit({ gatewayUrl: 'https://gateway.test', features: { onramp: false } })
  expect(await startFeature(off.context, onramp)).toBeUndefined()
})

test('[S3-14] [S7-18] what is on sale comes from the gateway, on networks of the app, the one in use first', async () => {
  const { shop } = await openShop()
  await shop.open()
  expect(seen(shop).options?.isBuiltIn).toBe(false)
  expect(shop.tokens().map(({ symbol, networkId }) => `${symbol} ${networkId}`)).toEqual([
    'USDC eip155:1',
    'ETH eip155:1',
    'USDC eip155:10',
  ])
  expect(seen(shop)).toMatchObject({
    fiat: { code: 'USD' },
    method: { id: 'card', min: '10.00', max: '7500.00' },
    token: { symbol: 'USDC', networkId: 'eip155:1' },
  })
})

test.each([
  ['a refusal', { status: 400 }],
  ['no such path', { status: 404 }],
  ['nothing that can be used', { json: { paymentCurrencies: [], purchaseCurrencies: [] } }],
  [
    'limits that are none',
    {
      json: {
        paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: 'NaN', max: '-1' }] }],
        purchaseCurrencies: [],
      },
    },
  ],
])('[S7-18] [S9-05] [D-18] with %s there are built-in options, and they say so', async (_, answer) => {
  const { shop } = await openShop(undefined, { ...shopAnswers(), options: answer })
  await shop.open()
  expect(seen(shop).options).toMatchObject({
    isBuiltIn: true,
    fiats: ['USD', 'EUR'].map((code) => ({
      code,
      methods: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    })),
  })
  expect(seen(shop).token).toMatchObject({ networkId: 'eip155:1', contract: undefined })
})

test('[D-18] what is built in is estimated with the usual fees, never quoted, and cannot be bought', async () => {
  const { shop, asked } = await openShop(undefined, { ...shopAnswers(), options: { status: 404 } })
  await shop.open()
  shop.setAmount('100.')
  shop.compare()
  // S9-05: 1 to 2 per cent.
  expect(seen(shop)).toMatchObject({
    step: 'quote',
    quotes: { status: 'estimate', estimate: { low: '98', high: '99' } },
  })
  let isClosed = false
  await shop.buy({ provider: '', page: { go() {}, close: () => void (isClosed = true) } })
  expect(isClosed).toBe(true)
  expect(seen(shop).purchase).toBeUndefined()
  expect(asked('quotes')).toEqual([])
})

test('a service that comes back is believed again, with what was chosen', async () => {
  const { shop, answers } = await openShop(undefined, { ...shopAnswers(), options: { status: 404 } })
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  answers.options = shopAnswers().options ?? {}
  await shop.refresh()
  expect(seen(shop)).toMatchObject({ options: { isBuiltIn: false }, amount: '100', step: 'quote' })
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  shop.close()
})

test.each([
  ['', { kind: 'empty' }],
  ['abc', { kind: 'invalid' }],
  ['10.001', { kind: 'too-fine' }],
  ['9.99', { kind: 'too-low', limit: '10.00' }],
  ['10', undefined],
  ['7500.00', undefined],
  ['7500.01', { kind: 'too-high', limit: '7500.00' }],
  ['1'.repeat(200), { kind: 'invalid' }],
])('[S9-05] an amount of %j by card', async (amount, problem) => {
  const { shop } = await openShop()
  await shop.open()
  shop.setAmount(amount)
  expect(shop.amountProblem()).toEqual(problem)
  shop.compare()
  expect(seen(shop).step).toBe(problem ? 'amount' : 'quote')
  shop.close()
})

test('each way to pay and each currency has its own limits', async () => {
  const { shop } = await openShop()
  await shop.open()
  shop.setAmount('15')
  shop.chooseMethod('ach_bank_account')
  expect(shop.amountProblem()).toEqual({ kind: 'too-low', limit: '20.00' })
  shop.setAmount('150')
  shop.chooseMethod('card')
  expect(shop.amountProblem()).toBeUndefined()
  shop.chooseFiat('GBP')
  // The way to pay stays where the other currency has it.
  expect(seen(shop).method).toMatchObject({ id: 'card', max: '100.00' })
  expect(shop.amountProblem()).toEqual({ kind: 'too-high', limit: '100.00' })
  shop.chooseFiat('XXX')
  shop.chooseToken('nothing')
  expect(seen(shop).fiat?.code).toBe('GBP')
})

test('[S3-15] [S7-19] the offers of all providers stand side by side, the one that gives most first', async () => {
  const { shop, asked } = await openShop()
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  expect(seen(shop).quotes).toEqual({
    status: 'ready',
    items: [
      { provider: 'sandbox', name: 'Sandbox', isSandbox: true, pays: '100', gets: '98.5', fee: '1.5' },
      { provider: 'cards', name: 'Cards & Co', isSandbox: false, pays: '100', gets: '97.5', fee: '2.5' },
    ],
  })
  expect(asked('quotes')[0]?.body).toMatchObject({
    sourceAmount: '100',
    sourceCurrencyCode: 'USD',
    destinationCurrencyCode: 'USDC',
    chainId: 'eip155:1',
    paymentMethodType: 'card',
  })
  shop.close()
})

test('offers are asked for anew while somebody looks, and the old ones stay meanwhile', async () => {
  const { shop, asked, clock, answers } = await openShop()
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  answers.quotes = 'hang'
  await clock.advanceAsync(limits.onrampQuoteRefresh)
  expect(asked('quotes')).toHaveLength(2)
  expect(seen(shop).quotes).toMatchObject({ status: 'loading', items: [{}, {}] })
  shop.close()
  const before = asked('quotes').length
  await clock.advanceAsync(hours(1))
  expect(asked('quotes')).toHaveLength(before)
})

test('whoever leaves before the shop has answered leaves no questions behind', async () => {
  const { shop, asked, clock } = await openShop()
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  shop.close()
  const before = asked('quotes').length
  const opening = shop.open()
  shop.close()
  await opening
  await clock.advanceAsync(hours(1))
  expect(asked('quotes')).toHaveLength(before)
})

test('a page that is refused after everybody left brings no offers, until somebody looks again', async () => {
  let refuse = () => {}
  const { shop, asked, clock } = await openShop(undefined, {
    ...shopAnswers(),
    widget: () => new Promise((resolve) => (refuse = () => resolve({ status: 404 }))),
  })
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  const buying = shop.buy({ provider: 'sandbox' })
  await expect.poll(() => asked('widget')).toHaveLength(1)
  shop.close()
  refuse()
  await buying
  expect(seen(shop).step).toBe('quote')
  const before = asked('quotes').length
  await clock.advanceAsync(hours(1))
  expect(asked('quotes')).toHaveLength(before)
  await shop.open()
  await expect.poll(() => asked('quotes')).toHaveLength(before + 1)
  shop.close()
})

test('offers go on for the one who still looks when another leaves', async () => {
  const { shop, asked, clock } = await openShop()
  await Promise.all([shop.open(), shop.open()])
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  shop.close()
  await clock.advanceAsync(limits.onrampQuoteRefresh)
  expect(asked('quotes')).toHaveLength(2)
  shop.close()
  await clock.advanceAsync(hours(1))
  expect(asked('quotes')).toHaveLength(2)
})

test('[D-14] offers of another gateway, in JSON numbers, become exact decimals; what is no amount is dropped', async () => {
  const { shop } = await openShop(undefined, {
    ...shopAnswers(),
    providers: { status: 404 },
    quotes: {
      json: [
        { serviceProvider: 'a', sourceAmount: 100, destinationAmount: 1e-7, totalFee: null },
        { serviceProvider: 'b', sourceAmount: '100', destinationAmount: '-5' },
      ],
    },
  })
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  expect(seen(shop).quotes).toMatchObject({
    items: [{ provider: 'a', name: 'a', isSandbox: false, pays: '100', gets: '0.0000001', fee: undefined }],
  })
  shop.close()
})

test('[D-13] that nobody sells it is not that nobody answered', async () => {
  const { shop, answers, clock } = await openShop(undefined, { ...shopAnswers(), quotes: { json: [] } })
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes).toEqual({ status: 'ready', items: [] })
  answers.quotes = {
    status: 400,
    json: { status: 'FAILED', reasons: [{ field: 'asset', description: 'USDC is not sold' }] },
  }
  await clock.advanceAsync(limits.onrampQuoteRefresh)
  expect(seen(shop).quotes).toEqual({ status: 'refused', reason: 'USDC is not sold' })
  answers.quotes = 'unreachable'
  await clock.advanceAsync(limits.onrampQuoteRefresh)
  await clock.advanceAsync(limits.httpTimeout)
  expect(seen(shop).quotes).toEqual({ status: 'estimate', estimate: { low: '98', high: '99' } })
  shop.close()
})

test('[S7-17] [S7-19] a gateway with a single provider is asked for its quote and its page', async () => {
  const { shop, asked } = await openShop(undefined, {
    ...shopAnswers(),
    quotes: { status: 404 },
    quote: {
      json: {
        paymentTotal: { amount: '100.00', currency: 'USD' },
        paymentSubtotal: { amount: '98.10', currency: 'USD' },
        purchaseAmount: { amount: '98.10', currency: 'USDC' },
        quoteId: 'q_1',
      },
    },
    onrampurl: { json: { url: 'https://pay.test/one' } },
  })
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  await shop.buy({ provider: '' })
  expect(seen(shop).purchase).toMatchObject({ url: 'https://pay.test/one', orderId: undefined })
  expect(asked('onrampurl')[0]?.body).toMatchObject({
    destinationWallets: [{ assets: ['USDC'] }],
    defaultNetwork: 'eip155:1',
    defaultExperience: 'buy',
    presetFiatAmount: '100.00',
  })
  shop.finish()
})

test('on a network that nothing is sold for, there is nothing to choose', async () => {
  const world = createTestKit({
    networks: [fakeNetwork({ reference: '5' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
  const { shop } = await openShop(world)
  await shop.open()
  expect(shop.tokens()).toEqual([])
  expect(seen(shop).token).toBeUndefined()
  shop.setAmount('100')
  shop.compare()
  expect(seen(shop).step).toBe('amount')
})

test('a kit that is gone leaves no timer behind', async () => {
  const { shop, kit, clock } = await openShop(shopWorld())
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => seen(shop).quotes.status).toBe('ready')
  await shop.buy({ provider: 'sandbox' })
  kit.destroy()
  expect(clock.pending).toBe(0)
})

test('the form starts with what somebody lacks, on the network in use, where that is on sale', async () => {
  const { shop, answers } = await openShop(undefined, { ...shopAnswers(), options: { status: 404 } })
  shop.fill({ token: 'usdc', amount: '25,5', fiat: 'eur' })
  await shop.open()
  // What is built in has only the coin; the wish is kept until more is on sale.
  expect(seen(shop)).toMatchObject({ amount: '25.5', fiat: { code: 'EUR' }, token: { symbol: 'COIN' } })
  answers.options = shopAnswers().options ?? {}
  await shop.refresh()
  expect(seen(shop).token).toMatchObject({ symbol: 'USDC', networkId: 'eip155:1' })
  shop.fill({ token: 'NOPE' })
  expect(seen(shop)).toMatchObject({ token: { symbol: 'USDC' }, amount: '25.5' })
  const away = shop.tokens().at(-1)
  shop.fill({ token: away?.id })
  expect(seen(shop).token).toMatchObject({ symbol: 'USDC', networkId: 'eip155:10' })
  shop.close()
})
