/** The screens of buying, drawn for a real kit with a gateway that answers what the test says. */
import { type Kit, selectRoute } from '@latchkey/core'
import { createFakeWallet, createTestKit, type FakeAnswer, fakeNetwork } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'

const address = '0x00000000000000000000000000000000000000A1'
const orderId = '7d9f5c0e-2b0a-4a52-9c51-6a0c3f1d2e4b'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

const shopAnswers = (): Record<string, FakeAnswer> => ({
  options: {
    json: {
      paymentCurrencies: ['USD', 'EUR'].map((id) => ({
        id,
        payment_method_limits: [
          { id: 'card', min: '10.00', max: '7500.00' },
          { id: 'ach_bank_account', min: '20.00', max: '25000.00' },
        ],
      })),
      purchaseCurrencies: [
        { id: '1', name: 'USD Coin', symbol: 'USDC', networks: [sold('1', '0xc1'), sold('10', '0xc1')] },
        { id: '2', name: 'Ether', symbol: 'ETH', networks: [sold('1', '')] },
      ],
    },
  },
  providers: { json: [{ serviceProvider: 'sandbox', name: 'Sandbox', sandbox: true }] },
  quotes: {
    json: [
      { serviceProvider: 'cards', sourceAmount: '100', destinationAmount: '97.5', totalFee: '2.5' },
      { serviceProvider: 'sandbox', sourceAmount: '100', destinationAmount: '1098.5', totalFee: '1.5' },
    ],
  },
  widget: { json: { widgetUrl: 'https://pay.test/order', orderId } },
  [orderId]: { json: { status: 'created' } },
})

const sold = (chain_id: string, contract_address: string) => ({
  name: `n${chain_id}`,
  display_name: `N${chain_id}`,
  chain_id,
  contract_address,
})

async function openShop(answers = shopAnswers()) {
  const world = createTestKit({
    wallets: [createFakeWallet({ accounts: [address] })],
    networks: [fakeNetwork({ name: 'Ethereum' }), fakeNetwork({ reference: '10', name: 'Optimism' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
  kits.push(world.kit)
  world.fetch.always(({ url }) => answers[new URL(url).pathname.split('/').at(-1) ?? ''] ?? { status: 404 })
  await world.kit.connect({ connectorId: 'fake' })
  world.kit.open({ view: 'OnRampProviders' })
  const view = await drawView(world.kit, 'OnRampProviders')
  drawn.push(view)
  await view.seen('Compare offers')
  return { ...world, view, answers }
}

async function compare(world: Awaited<ReturnType<typeof openShop>>) {
  await world.view.type('Amount to pay', '100')
  await world.view.press('Compare offers')
  return world.view.seen('from Sandbox')
}

function allowWindows() {
  const page = { opener: {} as unknown, location: { href: '' }, close: vi.fn<() => void>() }
  // Only these three are used of a window.
  const opened = vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  return { page, opened }
}

test('[S9-05] what is wrong with an amount is said beside it, in the limits of the way to pay', async () => {
  const { view } = await openShop()
  expect(view.button('Compare offers').getAttribute('aria-disabled')).toBe('true')
  expect(view.text).toContain('Providers usually keep 1% to 2% of what you pay.')
  await view.type('Amount to pay', '15')
  expect(view.button('Compare offers').getAttribute('aria-disabled')).toBe('false')
  act(() => (view.all('input[type=radio]')[1] as HTMLInputElement).click())
  expect(view.text).toContain('The least is $20.00')
  await view.type('Amount to pay', '25000.01')
  expect(view.text).toContain('The most is $25,000.00')
  await view.type('Amount to pay', '100.001')
  expect(view.text).toContain('At most two decimals')
  await view.press('$250')
  expect(view.find('input[aria-label="Amount to pay"]')).toHaveProperty('value', '250')
})

test('[S3-14] a token is chosen with the network it arrives on', async () => {
  const { view } = await openShop()
  expect(view.text).toContain('USDC on Ethereum')
  await view.press('USD Coin')
  await view.settle()
  await view.type('Search tokens', 'nothing')
  expect(view.text).toContain('Nothing here is called “nothing”.')
  await view.press('Back')
  expect(view.text).toContain('USDC on Ethereum')
})

test('the focus follows from step to step, and is not lost with the button that was pressed', async () => {
  const world = await openShop()
  const { view } = world
  // What is drawn apart from the page has the element around it as its root.
  const page = view.find('form')?.getRootNode() as HTMLElement
  document.body.append(page)
  const focused = () => document.activeElement?.getAttribute('aria-label')
  const press = (name: string) => {
    view.button(name).focus()
    return view.press(name)
  }
  // Who opens the view says where the focus is first.
  expect(document.activeElement).toBe(document.body)
  await press('USD Coin')
  expect(focused()).toBe('Choose what to buy')
  await press('Back')
  expect(focused()).toBe('How much to buy')
  await view.type('Amount to pay', '100')
  await press('Compare offers')
  expect(focused()).toBe('Compare offers')
  await view.seen('from Sandbox')
  await press('Change')
  expect(focused()).toBe('How much to buy')
  await press('Compare offers')
  await view.seen('from Sandbox')
  allowWindows()
  await press('from Sandbox')
  expect(focused()).toBe('Your purchase')
  page.remove()
})

test('[S7-19] offers stand side by side with what arrives, what it costs, and which is a test', async () => {
  const world = await openShop()
  await compare(world)
  const { view } = world
  expect(view.text).toContain('You pay $100.00 by card')
  expect(view.all('li button').map((each) => each.getAttribute('aria-label'))).toEqual([
    'Buy 1,098.5 USDC from Sandbox for $100.00. Fee $1.50, included',
    'Buy 97.5 USDC from cards for $100.00. Fee $2.50, included',
  ])
  expect(view.find('li button')?.textContent).toContain('BestTest')
  await view.press('Change')
  expect(view.find('input[aria-label="Amount to pay"]')).toHaveProperty('value', '100')
})

test('[D-14] an offer shows as many digits as the row has room for, and reads all of them out', async () => {
  const destinationAmount = '0.032862999999999999'
  const quotes = { json: [{ serviceProvider: 'sandbox', sourceAmount: '100', destinationAmount }] }
  const world = await openShop({ ...shopAnswers(), quotes })
  const offer = await compare(world)
  expect(offer.textContent).toContain('0.032862USDC')
  expect(offer.querySelector('[title]')?.getAttribute('title')).toBe('0.032862999999999999')
  expect(offer.getAttribute('aria-label')).toContain('Buy 0.032862999999999999 USDC from Sandbox')
})

test('[D-18] where nobody answers there is an estimate that is called one, and nothing to buy', async () => {
  const world = await openShop({ ...shopAnswers(), options: { status: 404 } })
  const { view, answers } = world
  expect(view.text).toContain('The shop does not answer')
  await view.type('Amount to pay', '100')
  await view.press('Compare offers')
  expect(view.text).toContain('Estimate')
  expect(view.text).toContain('About $98.00 to $99.00 worth of COIN')
  expect(view.text).toContain('this is not an offer')
  expect(view.all('li button')).toEqual([])
  answers.options = shopAnswers().options ?? {}
  await view.press('Try again')
  expect((await view.seen('from Sandbox')).textContent).toContain('1,098.5')
  expect(view.text).not.toContain('Estimate')
})

test('[D-13] no offers and a refusal are two screens', async () => {
  const none = await openShop({ ...shopAnswers(), quotes: { json: [] } })
  await none.view.type('Amount to pay', '100')
  await none.view.press('Compare offers')
  await none.view.loaded()
  expect(none.view.text).toContain('Nobody sells USDC for this amount')
  const refusal = { status: 'FAILED', reasons: [{ field: 'asset', description: 'USDC is not sold' }] }
  const refused = await openShop({ ...shopAnswers(), quotes: { status: 400, json: refusal } })
  await refused.view.type('Amount to pay', '100')
  await refused.view.press('Compare offers')
  await refused.view.loaded()
  expect(refused.view.find('[role=alert]')?.textContent).toContain('USDC is not sold')
})

test('[S7-17] the window is opened in the press, cannot reach back, and the way is followed to the tokens', async () => {
  const world = await openShop()
  const { view, clock, answers, kit } = world
  const { page, opened } = allowWindows()
  await compare(world)
  act(() => view.button('from Sandbox').click())
  expect(opened).toHaveBeenCalledOnce()
  expect(page.opener).toBeNull()
  await act(() => vi.waitUntil(() => page.location.href === 'https://pay.test/order'))
  await view.settle()
  expect(view.text).toContain('Continue at Sandbox')
  expect(view.text).toContain('Pay $100.00 in the window that opened')
  expect(view.find('a')?.getAttribute('href')).toBe('https://pay.test/order')
  expect(view.text).toContain('A test: nobody is charged.')
  answers[orderId] = { json: { status: 'paid' } }
  await act(() => clock.advanceAsync(limits.onrampPoll))
  expect(view.text).toContain('1,098.5 USDC is on its way to 0x0000…00A1.')
  expect(view.find('[aria-current=step]')?.textContent).toBe('Tokens in your account')
  answers[orderId] = { json: { status: 'delivered' } }
  await act(() => clock.advanceAsync(limits.onrampPoll))
  expect(view.text).toContain('1,098.5 USDC arrived')
  await view.press('Done')
  expect(selectRoute(kit.store.get()).view).toBe('Account')
})

test('a blocked window leaves a link that no browser blocks', async () => {
  const world = await openShop()
  vi.spyOn(window, 'open').mockReturnValue(null)
  await compare(world)
  await world.view.press('from Sandbox')
  await world.view.loaded()
  expect(world.view.text).toContain('Your browser blocked the window')
  const link = world.view.find('a')
  expect(link?.getAttribute('href')).toBe('https://pay.test/order')
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
})

test('a purchase that failed says why in the words of the provider, and can be tried again', async () => {
  const world = await openShop()
  const { view, clock, answers } = world
  allowWindows()
  await compare(world)
  await view.press('from Sandbox')
  await view.loaded()
  answers[orderId] = { json: { status: 'failed', reason: 'The card was declined' } }
  await act(() => clock.advanceAsync(limits.onrampPoll))
  expect(view.text).toContain('The card was declined')
  await view.press('Try again')
  await view.seen('from Sandbox')
})

test('an order that is not known any more does not invite to pay again', async () => {
  const world = await openShop()
  const { view, clock, answers, kit } = world
  allowWindows()
  await compare(world)
  await view.press('from Sandbox')
  await view.loaded()
  answers[orderId] = { status: 404 }
  await act(() => clock.advanceAsync(limits.onrampPoll))
  expect(view.text).toContain('This order is not known here')
  expect(view.text).not.toContain('Try again')
  await view.press('Dismiss')
  expect(selectRoute(kit.store.get()).view).toBe('Account')
})

test('[D-13] a gateway that goes away meanwhile is told of, and nothing is said to have failed', async () => {
  const world = await openShop()
  const { view, clock, answers } = world
  allowWindows()
  await compare(world)
  await view.press('from Sandbox')
  await view.loaded()
  answers[orderId] = 'unreachable'
  await act(() => clock.advanceAsync(limits.onrampPoll + 3000))
  expect(view.text).toContain('No connection. Trying again…')
  expect(view.text).toContain('Continue at Sandbox')
})

test('an hour proves nothing: it is called slow, and can be asked about', async () => {
  const world = await openShop()
  const { view, clock, answers } = world
  allowWindows()
  await compare(world)
  await view.press('from Sandbox')
  await view.loaded()
  await act(() => clock.advanceAsync(limits.onrampFollow + limits.onrampPollSlow))
  expect(view.text).toContain('Nothing is lost')
  answers[orderId] = { json: { status: 'paid' } }
  await view.press('Check again')
  await act(() => clock.advanceAsync(0))
  expect(view.text).toContain('Payment received')
})

test('[D-01] without a gateway nothing is sold', async () => {
  const { kit } = createTestKit()
  kits.push(kit)
  await kit.connect({ connectorId: 'fake' })
  const view = await drawView(kit, 'OnRampProviders')
  drawn.push(view)
  await view.loaded()
  expect(view.text).toContain('Buying is not set up')
})
