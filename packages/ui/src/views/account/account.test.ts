/** The tabs of an account, drawn, over a gateway that answers what the test says. */

import { contextOf } from '@latchkey/core/screen'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeWallet,
  createTestKit,
  type FakeAnswer,
  fakeNetwork,
} from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'

// Chunks are fetched one after the other, and a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

const one = '0x00000000000000000000000000000000000000A1'
const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

const token = (symbol: string, numeric: string, price = 1) => ({
  name: `${symbol} token`,
  symbol,
  chainId: 'eip155:1',
  address: `eip155:1:0x${symbol.length.toString().repeat(40)}`,
  price,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})
const coin = { ...token('COIN', '1.9999', 2000), address: undefined }

type Path = '/balance' | '/history' | '/nfts' | '/identity'
type Answers = Partial<Record<Path, (query: URLSearchParams) => FakeAnswer>>

interface WorldInput {
  readonly answers?: Answers
  readonly served?: readonly string[]
  readonly options?: { readonly history?: boolean }
  readonly explorer?: string
}

async function create({ answers = {}, served = ['eip155:1'], options = {}, explorer }: WorldInput = {}) {
  const wallet = createFakeWallet({ accounts: [one] })
  const adapter = createFakeAdapter({
    wallets: [wallet],
    getBalance: async () => ({ value: 10n ** 18n, decimals: 18, symbol: 'COIN' }),
  })
  const network = {
    ...fakeNetwork({ name: 'Testland' }),
    ...(explorer && { blockExplorers: { default: { name: 'Scan', url: explorer } } }),
  }
  const world = createTestKit({
    wallets: [wallet],
    adapters: [adapter],
    networks: [network, fakeNetwork({ reference: '10' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false, ...options },
  })
  const { kit, fetch } = world
  ended.push(() => kit.destroy())
  const open = { answers }
  fetch.always(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/supported-chains') return { json: { http: served, ws: [] } }
    const [path] = (Object.keys(open.answers) as Path[]).filter((each) => pathname.includes(each))
    return (path && open.answers[path]?.(searchParams)) ?? { status: 404 }
  })
  await kit.connect({ connectorId: 'fake' })
  const draw = async (view: 'Account' | 'Transactions', data?: Parameters<typeof drawView>[2]) => {
    const drawn = await drawView(kit, view, data)
    ended.push(() => drawn.remove())
    return drawn
  }
  const asked = (path: Path) => fetch.calls.filter(({ url }) => url.includes(`${path}?`)).length
  return { ...world, draw, asked, answers: open }
}

/** Waits until the view says it: chunks come by the module system, which no clock moves. */
const says = (view: DrawnView, text: string) =>
  vi.waitFor(
    async () => {
      await view.loaded()
      expect(view.text).toContain(text)
    },
    { timeout: 20_000 },
  )

const balances =
  (...list: object[]) =>
  (): FakeAnswer => ({ json: { balances: list } })

test('[S5-07] [S9-12] [D-14] tokens show worth, price and quantity, cut and never rounded up, and the total', async () => {
  const { draw } = await create({
    answers: { '/balance': balances(coin, token('DUST', '0.000004', 0.00012345)) },
  })
  const view = await draw('Account')
  await says(view, 'COIN token')
  // 1.9999 × 2000 is 3,999.80; three decimals of 1.9999 are 1.999.
  for (const text of ['$3,999.80', '$2,000.00', '1.999 COIN', '<$0.01', '$0.0001234', '<0.001 DUST'])
    expect(view.text).toContain(text)
  expect(view.text).toContain('Total value: $3,999.80')
})

test('a price that nobody knows is not worth nothing', async () => {
  const { draw } = await create({ answers: { '/balance': balances({ ...coin, price: 0 }) } })
  const view = await draw('Account')
  await says(view, 'Price unknown')
  expect(view.text).not.toContain('$0.00')
})

test('a long list stays short until somebody wants it long', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...token(`T${index}`, '1', 100 - index),
    address: `eip155:1:0x${String(index).padStart(40, '0')}`,
  }))
  const { draw } = await create({ answers: { '/balance': balances(...many) } })
  const view = await draw('Account')
  await says(view, 'T0 token')
  const lines = () => view.all('[role="tabpanel"] li').length
  expect(lines()).toBe(5)
  await view.press('Show 50 more')
  expect(lines()).toBe(55)
  await view.press('Show all 60 tokens')
  expect(lines()).toBe(60)
})

test('[S4-26] [S9-01] [D-13] a failure is no empty list, and may be repeated after 30 s', async () => {
  const { draw, clock, asked, answers } = await create({ answers: { '/balance': () => ({ status: 500 }) } })
  const view = await draw('Account')
  await vi.waitFor(async () => {
    await act(() => clock.advanceAsync(1000))
    await view.loaded()
    expect(view.text).toContain('Could not load your tokens')
  })
  expect(view.text).not.toContain('No tokens yet')
  const before = asked('/balance')
  answers.answers = { '/balance': balances(coin) }
  expect(view.button('Try again in').getAttribute('aria-disabled')).toBe('true')
  await view.press('Try again in')
  expect(asked('/balance')).toBe(before)
  await act(() => clock.advanceAsync(limits.tokenBalanceRetryWait))
  await view.press('Try again')
  await says(view, 'COIN token')
})

test('[D-13] an empty list leads to buying and receiving where that is offered', async () => {
  const { draw, kit } = await create({
    answers: { '/balance': balances({ ...coin, quantity: { decimals: '18', numeric: '0' } }) },
  })
  const view = await draw('Account')
  await says(view, 'No tokens yet')
  kit.open({ view: 'Account' })
  const panel = view.find('[role="tabpanel"]')
  const ways = [...(panel?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)
  for (const way of ways) expect(['Buy', 'Receive']).toContain(way)
  expect(ways.length).toBeGreaterThan(0)
})

test('[S7-01] a network that the gateway does not serve shows the coin, and says what is missing', async () => {
  const { draw } = await create({ served: [] })
  const view = await draw('Account')
  await says(view, 'Other tokens and prices are not available on Testland')
  expect(view.text).toContain('1.000 COIN')
})

test('[S2-03] the tabs are walked with the arrow keys, and fetched when they are looked at', async () => {
  const { draw, kit, asked } = await create({ answers: { '/balance': balances(coin) } })
  kit.open({ view: 'Account' })
  const view = await draw('Account')
  await says(view, 'COIN token')
  const tabs = view.all('[role="tab"]')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Tokens', 'NFTs', 'Activity'])
  expect(tabs.map((tab) => tab.getAttribute('tabindex'))).toEqual(['0', '-1', '-1'])
  expect([asked('/nfts'), asked('/history')]).toEqual([0, 0])
  act(() => void tabs[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })))
  // The tab is part of the route, so that whoever comes back finds it.
  expect(kit.store.get().router.history.at(-1)).toMatchObject({ view: 'Account', data: { tab: 'Activity' } })
})

test('[S9-13] without history there is no such tab', async () => {
  const { draw } = await create({ answers: { '/balance': balances(coin) }, options: { history: false } })
  const view = await draw('Account')
  await says(view, 'COIN token')
  expect(view.all('[role="tab"]').map(({ textContent }) => textContent)).toEqual(['Tokens', 'NFTs'])
})

const nft = (tokenId: string, more: object = {}) => ({
  chainId: 'eip155:1',
  contract: 'eip155:1:0x00000000000000000000000000000000000000C0',
  tokenId,
  standard: 'erc721',
  amount: '1',
  name: `Key ${tokenId}`,
  collection: { name: 'Keys', symbol: 'KEY' },
  description: null,
  image: null,
  isSpam: false,
  ...more,
})
const nfts = (...data: object[]): FakeAnswer => ({
  json: { data, next: null, meta: { completeness: 'full' } },
})

test('[D-06] collectibles show name, collection and amount; spam only behind its switch', async () => {
  const { draw } = await create({
    answers: {
      '/balance': balances(coin),
      '/nfts': (query) =>
        query.get('spam') === 'true'
          ? nfts(nft('1'), nft('2', { isSpam: true, name: 'Claim now' }))
          : nfts(nft('1', { amount: '3', standard: 'erc1155' })),
    },
  })
  const view = await draw('Account', { tab: 'NFTs' })
  await says(view, 'Key 1')
  for (const text of ['Keys', '×3', '3 of it']) expect(view.text).toContain(text)
  expect(view.text).not.toContain('Claim now')
  const control = view.button('Show spam')
  expect([control.getAttribute('role'), control.getAttribute('aria-checked')]).toEqual(['switch', 'false'])
  await view.press('Show spam')
  await says(view, 'Claim now')
  expect(view.button('Show spam').getAttribute('aria-checked')).toBe('true')
})

test('[D-13] collectibles that could not be read are not none', async () => {
  const { draw, answers } = await create({ answers: { '/nfts': () => ({ status: 404 }) } })
  const view = await draw('Account', { tab: 'NFTs' })
  await says(view, 'Could not load your NFTs')
  answers.answers = { '/nfts': () => nfts() }
  await view.press('Try again')
  await says(view, 'No NFTs yet')
})

const mined = (id: string, minedAt: string, more: object = {}) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt,
    sentFrom: one,
    sentTo: '0x00000000000000000000000000000000000000B1',
    status: 'confirmed',
    chain: 'eip155:1',
    ...more,
  },
  transfers: [
    {
      fungible_info: { name: 'Coin', symbol: 'COIN', icon: null },
      nft_info: null,
      direction: 'out',
      quantity: { numeric: '1.23456' },
    },
  ],
})

test('[S3-12] activity stands by month, and leads to the explorer of its own network', async () => {
  const thisYear = new Date(createFakeClock().now()).getFullYear()
  const { draw } = await create({
    explorer: 'https://scan.test/',
    answers: {
      '/history': () => ({
        json: {
          data: [
            mined('b', `${thisYear}-01-15T12:00:00Z`, { status: 'failed' }),
            mined('a', `${thisYear - 1}-06-15T12:00:00Z`),
          ],
          next: null,
        },
      }),
    },
  })
  const view = await draw('Account', { tab: 'Activity' })
  await says(view, '−1.234 COIN')
  expect(view.all('h3').map(({ textContent }) => textContent)).toEqual(['January', `June ${thisYear - 1}`])
  expect(view.text).toContain('To 0x0000…00B1')
  expect(view.text).toContain('Failed')
  const links = view.all('a[target="_blank"]').map((link) => link.getAttribute('href'))
  expect(links).toContain('https://scan.test/tx/0xb')
})

test('a network without an explorer has lines that lead nowhere', async () => {
  const { draw } = await create({
    answers: { '/history': () => ({ json: { data: [mined('a', '1970-01-15T12:00:00Z')], next: null } }) },
  })
  const view = await draw('Transactions')
  await says(view, '−1.234 COIN')
  expect(view.all('a')).toEqual([])
})

test('[D-13] what failed to load is not an empty history, and can be tried again', async () => {
  const { draw, answers } = await create({ answers: { '/history': () => ({ status: 404 }) } })
  const view = await draw('Transactions')
  await says(view, 'Could not load your activity')
  expect(view.text).not.toContain('No transactions yet')
  answers.answers = { '/history': () => ({ json: { data: [], next: null } }) }
  await view.press('Try again')
  await says(view, 'No transactions yet')
})

test('[D-10] activity that is switched off says so instead of waiting for nobody', async () => {
  const { draw } = await create({ options: { history: false } })
  const view = await draw('Transactions')
  await says(view, 'Activity is not listed on Testland')
})

test('[S4-18] more is loaded by a button, and a page that failed keeps what is there', async () => {
  let isUp = false
  const { draw } = await create({
    answers: {
      '/history': (query) => {
        if (!query.get('cursor'))
          return { json: { data: [mined('b', '1970-01-15T12:00:00Z')], next: 'more' } }
        return isUp ? { json: { data: [mined('a', '1970-01-14T12:00:00Z')], next: null } } : { status: 404 }
      },
    },
  })
  const view = await draw('Transactions')
  await says(view, '−1.234 COIN')
  await view.press('Load more')
  await says(view, 'Could not load more')
  expect(view.all('li')).toHaveLength(1)
  isUp = true
  await view.press('Try again')
  await vi.waitFor(async () => {
    await view.loaded()
    expect(view.all('li')).toHaveLength(2)
  })
})

test('[S9-12] what was just sent stands on top until the history has it', async () => {
  const { draw, kit, answers } = await create({
    answers: { '/history': () => ({ json: { data: [], next: null } }) },
  })
  const centre = await kit.transactions()
  const networkId = 'eip155:1'
  const address = kit.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address
  if (!address) throw new Error('nobody is connected')
  centre.follow({ networkId, hash: '0xabc', address, kind: 'send', title: 'Send 5 COIN' })
  const view = await draw('Transactions')
  await says(view, 'Send 5 COIN')
  expect(view.text).toContain('Pending')
  expect(view.text).not.toContain('No transactions yet')
  answers.answers = {
    '/history': () => ({ json: { data: [mined('abc', '1970-01-15T12:00:00Z')], next: null } }),
  }
  contextOf(kit).events.emit('TRANSACTION_SETTLED', { networkId, kind: 'send', status: 'confirmed' })
  await says(view, '−1.234 COIN')
  expect(view.text).not.toContain('Send 5 COIN')
})
