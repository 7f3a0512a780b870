/** Tokens: exact, of the account and network that are shown, honest about failure. */
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeBalance } from '../../adapter.js'
import { startFeature } from '../../feature.js'
import type { FakeAnswer, FakeCall } from '../../testing/createFakeFetch.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '../../testing/index.js'
import { tokens as feature } from '../onDemand.js'
import { subjectKey, subjectOf } from '../subject.js'
import { readTokens, totalOf } from './readTokens.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const gatewayUrl = 'https://gateway.test'
const coin = { name: 'Coin', symbol: 'COIN', price: 2, quantity: { decimals: '18', numeric: '1.5' } }
const dollar = {
  name: 'Dollar',
  symbol: 'USDX',
  address: 'eip155:1:0x00000000000000000000000000000000000000D0',
  price: 1,
  quantity: { decimals: '6', numeric: '10' },
}
const onMainnet = (holding: object) => ({ chainId: 'eip155:1', iconUrl: '', ...holding })
const balancesIn = (calls: readonly FakeCall[]) => calls.filter(({ url }) => url.includes('/balance?'))

interface WorldInput {
  /** What the gateway answers when it is asked for balances. */
  readonly answer?: () => FakeAnswer
  readonly served?: readonly string[]
  readonly testnet?: boolean
  readonly hasGateway?: boolean
  readonly native?: NativeBalance
}

async function create(input: WorldInput = {}) {
  const { answer = () => ({ json: { balances: [onMainnet(coin), onMainnet(dollar)] } }) } = input
  const { served = ['eip155:1'], testnet, hasGateway = true, native } = input
  const wallet = createFakeWallet()
  const adapter = createFakeAdapter({ wallets: [wallet], ...(native && { getBalance: async () => native }) })
  const world = createTestKit({
    wallets: [wallet],
    adapters: [adapter],
    networks: [fakeNetwork(testnet === undefined ? {} : { testnet }), fakeNetwork({ reference: '10' })],
    features: { analytics: false },
    ...(hasGateway && { gatewayUrl }),
  })
  world.fetch.always(({ url }) => {
    if (url.includes('/v1/supported-chains')) return { json: { http: served, ws: [] } }
    return url.includes('/balance?') ? answer() : { status: 404 }
  })
  await world.kit.connect({ connectorId: 'fake' })
  const handle = await startFeature(world.context, feature)
  const subject = subjectOf(world.kit.store.get())
  if (!handle || !subject) throw new Error('the feature did not start')
  const list = () => handle.store.get().lists[subjectKey(subject)]
  return {
    ...world,
    wallet,
    tokens: handle,
    subject,
    list,
    asked: () => balancesIn(world.fetch.calls).length,
  }
}

/** Three retries of the request and three of the query, with their waits (S8-33). */
async function failing(input: WorldInput = {}) {
  let isUp = false
  const good: FakeAnswer = { json: { balances: [onMainnet(coin)] } }
  const world = await create({ ...input, answer: () => (isUp ? good : { status: 500 }) })
  const loading = world.tokens.load(world.subject)
  await world.clock.advanceAsync(12_000)
  await loading
  return { ...world, mend: () => (isUp = true) }
}

test('[S3-05] [S7-05] what an account holds comes with its worth, worth most first, and a total', async () => {
  const { tokens, subject, fetch, kit } = await create()
  await expect(tokens.load(subject)).resolves.toMatchObject({
    status: 'ready',
    items: [
      { symbol: 'USDX', value: '10', price: '1', quantity: { decimals: '6', numeric: '10' } },
      { symbol: 'COIN', value: '3', price: '2' },
    ],
    total: '13',
  })
  const [call] = balancesIn(fetch.calls)
  const { pathname, searchParams } = new URL(call?.url ?? '')
  expect(pathname).toBe(`/v1/account/${subject.address}/balance`)
  expect([searchParams.get('currency'), searchParams.get('chainId')]).toEqual(['usd', 'eip155:1'])
  kit.destroy()
})

test('[S9-02] a list asked for again within 30 s comes from the cache, and not after', async () => {
  const { tokens, subject, asked, kit } = await create()
  await tokens.load(subject)
  vi.advanceTimersByTime(limits.balanceCache - 1)
  await tokens.load(subject)
  expect(asked()).toBe(1)
  vi.advanceTimersByTime(1)
  await tokens.load(subject)
  expect(asked()).toBe(2)
  kit.destroy()
})

test('a refresh asks after what was asked before, past the cache', async () => {
  const { tokens, subject, asked, kit } = await create()
  const first = tokens.load(subject)
  const second = tokens.refresh(subject)
  await Promise.all([first, second])
  expect(asked()).toBe(2)
  kit.destroy()
})

test('a list that is followed is read again every 30 s, until nobody follows it', async () => {
  const { tokens, subject, asked, clock, kit } = await create()
  const stop = tokens.follow(subject)
  await vi.waitFor(() => expect(asked()).toBe(1))
  await clock.advanceAsync(limits.balanceCache)
  await vi.waitFor(() => expect(asked()).toBe(2))
  stop()
  await clock.advanceAsync(10 * limits.balanceCache)
  expect(asked()).toBe(2)
  kit.destroy()
})

test('after a transaction the list is read again, at once where it is followed', async () => {
  const { tokens, subject, asked, context, kit } = await create()
  const settle = (networkId: `${string}:${string}`) =>
    context.events.emit('TRANSACTION_SETTLED', { networkId, kind: 'send', status: 'confirmed' })
  await tokens.load(subject)
  settle('eip155:10')
  await tokens.load(subject)
  expect(asked()).toBe(1)
  settle('eip155:1')
  await tokens.load(subject)
  expect(asked()).toBe(2)
  const stop = tokens.follow(subject)
  settle('eip155:1')
  await vi.waitFor(() => expect(asked()).toBe(3))
  stop()
  kit.destroy()
})

test('[D-11] the list of one account is never that of another', async () => {
  const { tokens, subject, kit } = await create()
  await tokens.load(subject)
  const other = { ...subject, address: asAddress('0x00000000000000000000000000000000000000A2') }
  expect(tokens.store.get().lists[subjectKey(other)]).toBeUndefined()
  kit.destroy()
})

test('[S5-20] on a test network nobody is asked, and nothing is worth 0', async () => {
  const { tokens, subject, asked, kit } = await create({ testnet: true })
  await expect(tokens.load(subject)).resolves.toMatchObject({ status: 'unsupported', items: [], total: '0' })
  expect(asked()).toBe(0)
  expect(kit.store.get().toast.isOpen).toBe(false)
  kit.destroy()
})

test('[S7-01] [S8-02] of a network that the gateway does not serve only the coin is known, and that is said', async () => {
  const native = { value: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'COIN' }
  const { tokens, subject, asked, kit } = await create({ served: [], native })
  await expect(tokens.load(subject)).resolves.toMatchObject({
    status: 'unsupported',
    items: [{ symbol: 'COIN', price: '0', quantity: { decimals: '18', numeric: '1.5' } }],
    total: undefined,
  })
  expect(asked()).toBe(0)
  expect(kit.store.get().toast.text).toBe('Token Balance Unavailable')
  kit.destroy()
})

test('[D-10] without a gateway the coin is read from the chain', async () => {
  const native = { value: 1n, decimals: 18, symbol: 'COIN' }
  const { tokens, subject, kit } = await create({ hasGateway: false, native })
  await expect(tokens.load(subject)).resolves.toMatchObject({
    status: 'ready',
    items: [{ quantity: { numeric: '0.000000000000000001' } }],
  })
  kit.destroy()
})

describe('a failure', () => {
  test('[S4-26] [S8-02] [D-13] shows the toast and is not an empty list', async () => {
    const { list, kit } = await failing()
    expect(list()).toMatchObject({ status: 'failed', total: undefined, error: { code: 'http.status' } })
    expect(kit.store.get().toast).toMatchObject({ isOpen: true, text: 'Token Balance Unavailable' })
    kit.destroy()
  })

  test('[S4-26] [S5-08] [S9-01] blocks another try for 30 s', async () => {
    const { tokens, subject, list, asked, clock, mend, kit } = await failing()
    const before = asked()
    mend()
    clock.advance((list()?.retryAt ?? 0) - clock.now() - 1)
    await expect(tokens.refresh(subject)).resolves.toMatchObject({ status: 'failed' })
    expect(asked()).toBe(before)
    clock.advance(1)
    await expect(tokens.refresh(subject)).resolves.toMatchObject({ status: 'ready', total: '3' })
    kit.destroy()
  })

  test('[D-13] keeps what was read before', async () => {
    let isUp = true
    const good: FakeAnswer = { json: { balances: [onMainnet(coin)] } }
    const { tokens, subject, clock, kit } = await create({ answer: () => (isUp ? good : { status: 500 }) })
    await tokens.load(subject)
    isUp = false
    const refreshed = tokens.refresh(subject)
    await clock.advanceAsync(12_000)
    await expect(refreshed).resolves.toMatchObject({
      status: 'failed',
      items: [{ symbol: 'COIN' }],
      total: '3',
    })
    kit.destroy()
  })

  test('[D-10] a gateway that never answers is given up', async () => {
    const { tokens, subject, clock, kit } = await create({ answer: () => 'hang' })
    const loading = tokens.load(subject)
    await clock.advanceAsync(limits.accountReadDeadline)
    await expect(loading).resolves.toMatchObject({ status: 'failed', error: { code: 'http.timeout' } })
    kit.destroy()
  })

  test('of an account that nobody looks at any more is told nobody', async () => {
    const { tokens, subject, wallet, clock, kit } = await create({ answer: () => ({ status: 500 }) })
    const loading = tokens.load(subject)
    wallet.changeAccounts(['0x00000000000000000000000000000000000000A2'])
    await clock.advanceAsync(12_000)
    await expect(loading).resolves.toMatchObject({ status: 'failed' })
    expect(kit.store.get().toast.isOpen).toBe(false)
    kit.destroy()
  })
})

describe('what is read', () => {
  const read = (...holdings: object[]) =>
    // As loose as another gateway may be.
    readTokens(holdings as Parameters<typeof readTokens>[0], { networkId: 'eip155:1', gatewayUrl })

  test('[S5-06] entries without decimals are dropped', () => {
    const badge = onMainnet({ ...coin, symbol: 'BADGE', quantity: { decimals: '0', numeric: '3' } })
    expect(read(onMainnet(coin), badge).map(({ symbol }) => symbol)).toEqual(['COIN'])
  })

  test('[D-15] a token of another network, or one that cannot be read, costs its own line only', () => {
    const elsewhere = { ...onMainnet(dollar), chainId: 'eip155:10' }
    const broken = onMainnet({ ...dollar, quantity: { decimals: '6', numeric: '1e5' } })
    const negative = onMainnet({ ...dollar, price: -1 })
    expect(read(elsewhere, broken, negative, onMainnet(coin)).map(({ symbol }) => symbol)).toEqual(['COIN'])
  })

  test('[D-14] the worth is counted from the exact amount, not from the number on the wire', () => {
    const numeric = '123456789012345678901234567890.000000000000000001'
    const [token] = read(
      onMainnet({ ...coin, value: 1.2e29, price: 1e-7, quantity: { decimals: '18', numeric } }),
    )
    expect(token).toMatchObject({
      price: '0.0000001',
      value: '12345678901234567890123.4567890000000000000000001',
      quantity: { numeric },
    })
  })

  test('a price of 0 is an unknown price: no worth, and last in the list', () => {
    const items = read(onMainnet({ ...coin, price: 0 }), onMainnet({ ...dollar, value: null }))
    expect(items.map(({ symbol, value }) => [symbol, value])).toEqual([
      ['USDX', '10'],
      ['COIN', undefined],
    ])
    expect(totalOf(items)).toBe('10')
    expect(totalOf(items.slice(1))).toBeUndefined()
    expect(totalOf([])).toBe('0')
  })

  test('a picture that the gateway keeps has its whole address', () => {
    const [token] = read(onMainnet({ ...coin, iconUrl: '/images/a.svg' }))
    expect(token?.iconUrl).toBe('https://gateway.test/images/a.svg')
  })
})
