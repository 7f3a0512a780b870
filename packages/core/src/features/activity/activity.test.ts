/** Activity: in order, of this account and network, and a failure that is no empty list. */
import { limits } from '@latchkey/spec/limits'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFeature } from '../../feature.js'
import type { FakeAnswer } from '../../testing/createFakeFetch.js'
import { createTestKit } from '../../testing/index.js'
import { activity as feature } from '../onDemand.js'
import { subjectKey } from '../subject.js'
import { createTestAccount } from '../testAccount.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

interface WireInput {
  readonly minedAt?: string
  readonly chain?: string | null
  readonly transfers?: readonly object[] | null
}

const coins = (direction: string, numeric = '1.5') => ({
  fungible_info: { name: 'Coin', symbol: 'COIN', icon: null },
  nft_info: null,
  direction,
  quantity: { numeric },
})
const badge = (isSpam: boolean) => ({
  fungible_info: null,
  nft_info: { name: 'Badge #1', content: null, flags: { is_spam: isSpam } },
  direction: 'in',
  quantity: { numeric: '1' },
})
const item = (id: string, { minedAt = '2026-11-15T12:00:00Z', ...more }: WireInput = {}) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt,
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 1,
    chain: more.chain === undefined ? 'eip155:1' : more.chain,
  },
  transfers: more.transfers === undefined ? [coins('out')] : more.transfers,
})

const page = (ids: readonly string[], next: string | null = null): FakeAnswer => ({
  json: { data: ids.map((id) => item(id)), next },
})

type Pages = Record<string, FakeAnswer>

/** Pages by cursor; the first under ''. The object may change while the test runs. */
const create = (pages: Pages, { served }: { readonly served?: readonly string[] } = {}) =>
  createTestAccount({
    feature,
    path: '/history',
    answer: (_, query) => pages[query.get('cursor') ?? ''] ?? { status: 400 },
    ...(served && { served }),
  })

const idsOf = ({ transactions }: { readonly transactions: readonly { readonly id: string }[] }) =>
  transactions.map(({ id }) => id)

test('[S4-18] [S7-04] [wire defect 10] pages follow each other by cursor and are appended', async () => {
  const { handle, subject, asked, kit } = await create({
    '': page(['e', 'd'], 'one'),
    one: page(['c', 'b'], 'two'),
    two: page(['a']),
  })
  const first = await handle.load(subject)
  expect(first).toMatchObject({ status: 'ready', next: 'one', lastNetworkInView: 'eip155:1', empty: false })
  await handle.loadMore(subject)
  const all = await handle.loadMore(subject)
  expect(idsOf(all)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(all.next).toBeUndefined()
  // At the end there is nothing to ask for.
  await handle.loadMore(subject)
  expect(asked().map((query) => [query.get('cursor'), query.get('chainId')])).toEqual([
    [null, 'eip155:1'],
    ['one', 'eip155:1'],
    ['two', 'eip155:1'],
  ])
  kit.destroy()
})

test('[S4-18] pages that are asked for at once are read once each, in order', async () => {
  const { handle, subject, asked, kit } = await create({
    '': page(['c'], 'one'),
    one: page(['b'], 'two'),
    two: page(['a']),
  })
  const [, , , last] = await Promise.all([
    handle.load(subject),
    handle.load(subject),
    handle.loadMore(subject),
    handle.loadMore(subject),
  ])
  expect(idsOf(last)).toEqual(['c', 'b', 'a'])
  expect(asked()).toHaveLength(3)
  kit.destroy()
})

test('[S3-12] what was read is grouped by year and then by month', async () => {
  const { handle, subject, kit } = await create({
    '': {
      json: {
        data: [
          item('c', { minedAt: '2026-11-15T12:00:00Z' }),
          item('b', { minedAt: '2026-02-15T12:00:00Z' }),
          item('a', { minedAt: '2024-11-15T12:00:00Z' }),
        ],
        next: null,
      },
    },
  })
  const { transactionsByYear } = await handle.load(subject)
  expect(Object.keys(transactionsByYear)).toEqual(['2024', '2026'])
  expect(Object.keys(transactionsByYear['2026'] ?? {})).toEqual(['1', '10'])
  expect(transactionsByYear['2024']?.['10']?.map(({ id }) => id)).toEqual(['a'])
  kit.destroy()
})

test('[S5-18] what is all spam, of another network or without a date is dropped', async () => {
  const data = [
    item('spam', { transfers: [badge(true), badge(true)] }),
    item('half', { transfers: [badge(true), coins('in')] }),
    item('elsewhere', { chain: 'eip155:10' }),
    item('nowhere', { chain: null }),
    item('undated', { minedAt: 'yesterday' }),
    item('bare', { transfers: null }),
    item('art', { transfers: [badge(false)] }),
  ]
  const { handle, subject, kit } = await create({ '': { json: { data, next: null } } })
  expect(idsOf(await handle.load(subject))).toEqual(['half', 'bare', 'art'])
  kit.destroy()
})

test('pages of which nothing is shown do not stop the list', async () => {
  const { handle, subject, kit } = await create({
    '': page(['c'], 'one'),
    one: { json: { data: [item('spam', { transfers: [badge(true)] })], next: 'two' } },
    two: page(['a'], 'three'),
  })
  await handle.load(subject)
  const more = await handle.loadMore(subject)
  expect([idsOf(more), more.next]).toEqual([['c', 'a'], 'three'])
  kit.destroy()
})

test('[S4-18] an account that did nothing has an empty list', async () => {
  const { handle, subject, kit } = await create({ '': page([]) })
  expect(await handle.load(subject)).toMatchObject({ status: 'ready', empty: true, loading: false })
  kit.destroy()
})

describe('a list that is read again', () => {
  test('takes what is new and keeps the pages behind it', async () => {
    const pages: Pages = { '': page(['d', 'c'], 'one'), one: page(['b', 'a'], 'two') }
    const { handle, subject, kit } = await create(pages)
    await handle.load(subject)
    await handle.loadMore(subject)
    pages[''] = page(['e', 'd'], 'other')
    const list = await handle.refresh(subject)
    expect([idsOf(list), list.next]).toEqual([['e', 'd', 'c', 'b', 'a'], 'two'])
    kit.destroy()
  })

  test('loses what a reorganisation took away', async () => {
    const pages: Pages = { '': page(['d', 'c', 'b'], 'one'), one: page(['a']) }
    const { handle, subject, kit } = await create(pages)
    await handle.load(subject)
    await handle.loadMore(subject)
    pages[''] = page(['x', 'b'], 'one')
    expect(idsOf(await handle.refresh(subject))).toEqual(['x', 'b', 'a'])
    kit.destroy()
  })

  test('starts anew where nothing of it is left', async () => {
    const pages: Pages = { '': page(['b'], 'one'), one: page(['a']) }
    const { handle, subject, kit } = await create(pages)
    await handle.load(subject)
    await handle.loadMore(subject)
    pages[''] = page(['z', 'y'], 'three')
    const list = await handle.refresh(subject)
    expect([idsOf(list), list.next]).toEqual([['z', 'y'], 'three'])
    kit.destroy()
  })

  test('is read every 10 s while it is followed, from answer to question', async () => {
    const pages: Pages = { '': page(['a']) }
    const { handle, subject, clock, asked, kit } = await create(pages)
    const stop = handle.follow(subject)
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    pages[''] = page(['b', 'a'])
    await vi.waitFor(() => expect(handle.store.get().lists[subjectKey(subject)]?.status).toBe('ready'))
    await clock.advanceAsync(limits.activityRefresh)
    await vi.waitFor(() =>
      expect(idsOf(handle.store.get().lists[subjectKey(subject)] ?? { transactions: [] })).toEqual([
        'b',
        'a',
      ]),
    )
    stop()
    await clock.advanceAsync(10 * limits.activityRefresh)
    expect(asked()).toHaveLength(2)
    kit.destroy()
  })
})

test('after a transaction a followed list is read at once', async () => {
  const { handle, subject, asked, context, kit } = await create({ '': page(['a']) })
  const stop = handle.follow(subject)
  await vi.waitFor(() => expect(handle.store.get().lists[subjectKey(subject)]?.status).toBe('ready'))
  context.events.emit('TRANSACTION_SETTLED', { networkId: 'eip155:1', kind: 'send', status: 'confirmed' })
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  stop()
  context.events.emit('TRANSACTION_SETTLED', { networkId: 'eip155:1', kind: 'send', status: 'confirmed' })
  expect(asked()).toHaveLength(2)
  kit.destroy()
})

describe('a failure', () => {
  test('[S4-18] [S8-05] [D-13] is told, reads as empty in the state, and is no empty list', async () => {
    const { handle, subject, kit, pastRetries } = await create({ '': { status: 500 } })
    const events: string[] = []
    kit.on(({ name }) => void events.push(name))
    expect(await pastRetries(handle.load(subject))).toMatchObject({
      status: 'failed',
      empty: true,
      loading: false,
      error: { code: 'http.status' },
    })
    expect(events).toEqual(['ERROR_FETCH_TRANSACTIONS'])
    expect(kit.store.get().toast).toMatchObject({ isOpen: true, text: 'Failed to fetch transactions' })
    kit.destroy()
  })

  test('[S4-18] of a later page clears the cursor and keeps what was read; trying again goes on there', async () => {
    const pages: Pages = { '': page(['c', 'b'], 'one'), one: { status: 500 } }
    const { handle, subject, kit, pastRetries } = await create(pages)
    await handle.load(subject)
    const failed = await pastRetries(handle.loadMore(subject))
    expect(failed).toMatchObject({ status: 'failed', empty: true, isLoadingMore: false })
    expect([idsOf(failed), failed.next]).toEqual([['c', 'b'], undefined])
    pages['one'] = page(['a'])
    expect(idsOf(await handle.retry(subject))).toEqual(['c', 'b', 'a'])
    kit.destroy()
  })

  test('of a cursor that the gateway no longer knows starts from the top', async () => {
    const pages: Pages = { '': page(['b'], 'old') }
    const { handle, subject, kit } = await create(pages)
    await handle.load(subject)
    expect(await handle.loadMore(subject)).toMatchObject({ status: 'failed' })
    pages[''] = page(['c', 'b'], 'new')
    expect(await handle.retry(subject)).toMatchObject({ status: 'ready', next: 'new' })
    kit.destroy()
  })

  test('of a list that is only kept young is told once, and mends by itself', async () => {
    const pages: Pages = { '': page(['a'], 'one') }
    const { handle, subject, kit, clock } = await create(pages)
    const events: string[] = []
    kit.on(({ name }) => void events.push(name))
    const seen: string[] = []
    handle.store.subscribe(({ lists }) => void seen.push(lists[subjectKey(subject)]?.status ?? ''))
    const stop = handle.follow(subject)
    await vi.waitFor(() => expect(seen.at(-1)).toBe('ready'))
    pages[''] = { status: 500 }
    for (let round = 0; round < 3; round++) await clock.advanceAsync(limits.activityRefresh + 12_000)
    expect(events).toEqual(['ERROR_FETCH_TRANSACTIONS'])
    expect(idsOf(handle.store.get().lists[subjectKey(subject)] ?? { transactions: [] })).toEqual(['a'])
    pages[''] = page(['b', 'a'], 'one')
    await clock.advanceAsync(limits.activityRefresh + 12_000)
    await vi.waitFor(() => expect(seen.at(-1)).toBe('ready'))
    // Nothing blinked in between.
    expect(new Set(seen)).toEqual(new Set(['ready', 'failed']))
    stop()
    kit.destroy()
  })

  test('[D-10] a gateway that never answers is given up', async () => {
    const { handle, subject, kit, clock } = await create({ '': 'hang' })
    const loading = handle.load(subject)
    await clock.advanceAsync(limits.accountReadDeadline)
    expect(await loading).toMatchObject({ status: 'failed', error: { code: 'http.timeout' } })
    kit.destroy()
  })
})

test('[S5-17] nobody is asked without an address', async () => {
  const { handle, subject, asked, kit } = await create({ '': page(['a']) })
  const none = { ...subject, address: '' as typeof subject.address } // as a page without types may say it
  expect(await handle.load(none)).toMatchObject({
    status: 'failed',
    error: { message: "Transactions can't be fetched without an accountAddress" },
  })
  expect(asked()).toEqual([])
  kit.destroy()
})

test('[S7-01] nobody is asked for a network that the gateway does not serve', async () => {
  const { handle, subject, asked, kit } = await create({ '': page(['a']) }, { served: [] })
  expect(await handle.load(subject)).toMatchObject({ status: 'unsupported', transactions: [], empty: false })
  expect(asked()).toEqual([])
  kit.destroy()
})

test('[S9-13] with history switched off nothing is loaded', async () => {
  const { kit, context } = createTestKit({
    gatewayUrl: 'https://gateway.test',
    features: { history: false },
  })
  await expect(startFeature(context, feature)).resolves.toBeUndefined()
  kit.destroy()
})
