/** A purchase from the press to the tokens: windows, orders, balances, reloads, and services that go away. */
import { limits, seconds } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import type { ProviderPage } from './openProvider.js'
import { balanceOf, buyer, openShop, orderId, type Shop, shopAnswers, shopWorld, usdc } from './testShop.js'

function createPage() {
  const went: string[] = []
  const page: ProviderPage = { go: (url) => void went.push(url), close: () => void went.push('closed') }
  return { page, went }
}

const purchaseOf = ({ shop }: Shop) => shop.store.get().purchase

async function choose(world: Shop) {
  const { shop } = world
  await shop.open()
  shop.setAmount('100')
  shop.compare()
  await expect.poll(() => shop.store.get().quotes.status).toBe('ready')
}

async function start(world: Shop) {
  await choose(world)
  const { page, went } = createPage()
  await world.shop.buy({ provider: 'sandbox', page })
  return went
}

test('[S7-17] the window of the press goes to the page of the provider, and the order is followed to its end', async () => {
  const world = await openShop()
  const { shop, clock, answers, asked } = world
  expect(await start(world)).toEqual(['https://pay.test/order'])
  expect(asked('widget')[0]?.body).toMatchObject({
    serviceProvider: 'sandbox',
    sourceAmount: '100',
    walletAddress: buyer,
    chainId: 'eip155:1',
  })
  expect(shop.store.get()).toMatchObject({
    step: 'progress',
    purchase: { status: 'created', providerName: 'Sandbox', isSandbox: true, isBlocked: false, before: '5' },
  })
  answers[orderId] = { json: { status: 'paid' } }
  await clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)?.status).toBe('paid')
  // The order is quicker than the balance: what was bought is there when it can be seen.
  answers[orderId] = { json: { status: 'delivered', transactionHash: '0xabc' } }
  await clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)).toMatchObject({ status: 'delivered', transactionHash: '0xabc', holds: undefined })
  answers.balance = balanceOf('103.5')
  await clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)?.holds).toBe('103.5')
  const before = asked(orderId).length
  await clock.advanceAsync(seconds(60))
  expect(asked(orderId)).toHaveLength(before)
})

test('a window that was blocked leaves a link', async () => {
  const world = await openShop()
  await choose(world)
  await world.shop.buy({ provider: 'sandbox' })
  expect(purchaseOf(world)).toMatchObject({ isBlocked: true, url: 'https://pay.test/order' })
  world.shop.finish()
})

test('a page that cannot be had closes the window and leads back to the offers with the reason', async () => {
  const world = await openShop(undefined, {
    ...shopAnswers(),
    widget: {
      status: 400,
      json: { status: 'FAILED', reasons: [{ field: 'provider', description: 'Closed' }] },
    },
  })
  expect(await start(world)).toEqual(['closed'])
  expect(world.shop.store.get()).toMatchObject({ step: 'quote', purchase: undefined, problem: 'Closed' })
  world.shop.close()
})

test('a page that is no web address is never gone to', async () => {
  const world = await openShop(undefined, {
    ...shopAnswers(),
    widget: { json: { widgetUrl: 'javascript:alert(1)', orderId } },
  })
  expect(await start(world)).toEqual(['closed'])
  expect(world.shop.store.get()).toMatchObject({ step: 'quote', problem: 'Something went wrong' })
  world.shop.close()
})

test.each([
  ['failed', 'The card was declined'],
  ['expired', undefined],
] as const)('[D-13] an order that %s says so, and is asked for no more', async (status, reason) => {
  const world = await openShop()
  await start(world)
  world.answers[orderId] = { json: { status, reason: reason ?? null } }
  await world.clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)).toMatchObject({ status, reason })
  const before = world.asked(orderId).length
  await world.clock.advanceAsync(seconds(60))
  expect(world.asked(orderId)).toHaveLength(before)
  expect(world.asked('balance')).toHaveLength(1)
})

test('after an order that failed, the same can be tried once more', async () => {
  const world = await openShop()
  await start(world)
  world.answers[orderId] = { json: { status: 'failed' } }
  await world.clock.advanceAsync(limits.onrampPoll)
  world.shop.again()
  expect(world.shop.store.get()).toMatchObject({ step: 'quote', amount: '100', purchase: undefined })
  await expect.poll(() => world.shop.store.get().quotes.status).toBe('ready')
  world.shop.close()
})

test('an order that the gateway does not know is not one that failed', async () => {
  const world = await openShop()
  await start(world)
  world.answers[orderId] = { status: 404 }
  await world.clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)?.status).toBe('unknown')
})

test('[D-13] a gateway that goes away is told of and asked again, and the purchase goes on', async () => {
  const world = await openShop()
  await start(world)
  world.answers[orderId] = 'unreachable'
  await world.clock.advanceAsync(limits.onrampPoll + seconds(3))
  expect(purchaseOf(world)).toMatchObject({ status: 'created', isLost: true })
  world.answers[orderId] = { json: { status: 'paid' } }
  await world.clock.advanceAsync(limits.onrampPoll + seconds(3))
  expect(purchaseOf(world)).toMatchObject({ status: 'paid', isLost: false })
  world.shop.finish()
})

test('an hour proves nothing: the purchase is slow, not failed, and whoever asks is told', async () => {
  const world = await openShop()
  await start(world)
  await world.clock.advanceAsync(limits.onrampFollow + limits.onrampPollSlow)
  expect(purchaseOf(world)).toMatchObject({ status: 'created', isSlow: true })
  expect(world.clock.pending).toBe(0)
  world.answers[orderId] = { json: { status: 'paid' } }
  world.shop.checkAgain()
  await world.clock.advanceAsync(0)
  expect(purchaseOf(world)).toMatchObject({ status: 'paid', isSlow: false })
  world.shop.finish()
})

test('a reload goes on where it was, and an end is told once', async () => {
  const first = await openShop(shopWorld())
  await start(first)
  const world = await openShop(first.reload(), first.answers)
  expect(world.shop.store.get()).toMatchObject({
    step: 'progress',
    purchase: {
      orderId,
      status: 'created',
      url: 'https://pay.test/order',
      pays: '100',
      gets: '98.5',
      symbol: 'USDC',
      contract: usdc,
      address: buyer,
      before: '5',
    },
  })
  world.answers[orderId] = { json: { status: 'delivered' } }
  world.answers.balance = balanceOf('103.5')
  await world.clock.advanceAsync(limits.onrampPoll)
  expect(purchaseOf(world)).toMatchObject({ status: 'delivered', holds: '103.5' })
  const last = await openShop(world.reload(), world.answers)
  expect(last.shop.store.get()).toMatchObject({ step: 'amount', purchase: undefined })
})

test.each(['{', '{"version":2}', '{"version":1,"url":"javascript:alert(1)"}', 'x'.repeat(70_000)])(
  'a stored purchase that cannot be read is none: %.30s',
  async (text) => {
    const first = await openShop(shopWorld())
    await start(first)
    const world = first.reload()
    world.context.storage.raw.set('onramp.purchase', text)
    const { shop } = await openShop(world, first.answers)
    expect(shop.store.get()).toMatchObject({ step: 'amount', purchase: undefined })
  },
)

test('where nobody keeps an order, more of the token than before says that it arrived', async () => {
  const world = await openShop(undefined, {
    ...shopAnswers(),
    widget: { json: { widgetUrl: 'https://pay.test/order' } },
  })
  await start(world)
  await world.clock.advanceAsync(limits.onrampPollSlow)
  expect(purchaseOf(world)?.status).toBe('created')
  world.answers.balance = balanceOf('103.5')
  await world.clock.advanceAsync(limits.onrampPollSlow)
  expect(purchaseOf(world)).toMatchObject({ status: 'delivered', holds: '103.5' })
})

test('the coin of the network is found by whatever address a gateway or a shop gives it', async () => {
  const placeholder = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  const ether = { name: 'Ether', symbol: 'ETH', address: `eip155:1:${placeholder}` }
  const world = await openShop(undefined, {
    ...shopAnswers(),
    options: {
      json: {
        paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '500' }] }],
        purchaseCurrencies: [
          {
            id: '1',
            name: 'Ether',
            symbol: 'ETH',
            networks: [{ name: 'ethereum', chain_id: '1', contract_address: placeholder }],
          },
        ],
      },
    },
    widget: { json: { widgetUrl: 'https://pay.test/order' } },
    balance: balanceOf('1', ether),
  })
  await start(world)
  expect(purchaseOf(world)).toMatchObject({ symbol: 'ETH', contract: undefined, before: '1' })
  world.answers.balance = balanceOf('1.03', ether)
  await world.clock.advanceAsync(limits.onrampPollSlow)
  expect(purchaseOf(world)).toMatchObject({ status: 'delivered', holds: '1.03' })
})

test('letting go forgets the purchase on this page and after a reload', async () => {
  const first = await openShop(shopWorld())
  await start(first)
  first.shop.finish()
  expect(first.shop.store.get()).toMatchObject({ step: 'amount', purchase: undefined })
  expect(first.clock.pending).toBe(0)
  const { shop } = await openShop(first.reload(), first.answers)
  expect(shop.store.get().purchase).toBeUndefined()
})

test('two presses buy once', async () => {
  const world = await openShop()
  await choose(world)
  const second = createPage()
  await Promise.all([
    world.shop.buy({ provider: 'sandbox', page: createPage().page }),
    world.shop.buy({ provider: 'cards', page: second.page }),
  ])
  expect(world.asked('widget')).toHaveLength(1)
  expect(second.went).toEqual(['closed'])
  world.shop.finish()
})
