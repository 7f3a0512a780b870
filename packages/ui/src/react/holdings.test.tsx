/** The hooks about what an account holds and did, over a gateway that answers what the test says. */
import { createFakeWallet, createTestKit, type FakeAnswer, fakeNetwork, settle } from '@latchkey/core/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { LatchkeyProvider, useActivity, useBalances, useNfts } from '../react.js'

// Chunks are fetched one after the other, and a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0).reverse()) end()
})

type Kit = ReturnType<typeof createTestKit>['kit']

function run<T>(kit: Kit, hook: () => T): { readonly last: T } {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <LatchkeyProvider kit={kit}>
        <Probe />
      </LatchkeyProvider>,
    ),
  )
  ended.push(() => act(() => root.unmount()))
  return {
    get last() {
      return seen.at(-1) as T
    },
  }
}

function create(answer: (path: string, query: URLSearchParams) => FakeAnswer, gatewayUrl?: string) {
  const wallet = createFakeWallet()
  const world = createTestKit({
    wallets: [wallet],
    networks: [fakeNetwork()],
    features: { analytics: false },
    ...(gatewayUrl !== undefined && { gatewayUrl }),
  })
  world.fetch.always(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/supported-chains') return { json: { http: ['eip155:1'], ws: [] } }
    return answer(pathname, searchParams)
  })
  ended.push(() => world.kit.destroy())
  return { ...world, wallet }
}

/** Chunks come by the module system, which no clock moves. */
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {
        await vi.dynamicImportSettled()
        await settle()
      })
      check()
    },
    { timeout: 20_000 },
  )

const coin = {
  name: 'Coin',
  symbol: 'COIN',
  chainId: 'eip155:1',
  price: 2,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}
const gateway = 'https://gateway.test'

test('balances are idle without an account, and those of the account that signs with one', async () => {
  const { kit } = create(() => ({ json: { balances: [coin] } }), gateway)
  const hook = run(kit, () => useBalances())
  expect(hook.last).toMatchObject({ status: 'idle', items: [], total: undefined })
  await act(() => kit.connect({ connectorId: 'fake' }))
  await until(() =>
    expect(hook.last).toMatchObject({
      status: 'ready',
      total: '3',
      items: [{ symbol: 'COIN', value: '3' }],
    }),
  )
})

test('[D-13] a failure is told as one, and is tried again on demand', async () => {
  let isUp = false
  const { kit } = create(() => (isUp ? { json: { data: [], next: null } } : { status: 404 }), gateway)
  const hook = run(kit, () => useActivity())
  await act(() => kit.connect({ connectorId: 'fake' }))
  await until(() => expect(hook.last).toMatchObject({ status: 'failed', items: [], hasMore: false }))
  isUp = true
  act(() => hook.last.refresh())
  await until(() => expect(hook.last).toMatchObject({ status: 'ready', items: [], error: undefined }))
})

test('collectibles come page by page, with spam on demand', async () => {
  const nft = (tokenId: string, isSpam = false) => ({
    chainId: 'eip155:1',
    contract: 'eip155:1:0x00000000000000000000000000000000000000C0',
    tokenId,
    standard: 'erc721',
    amount: '1',
    name: `Key ${tokenId}`,
    collection: { name: 'Keys', symbol: null },
    description: null,
    image: null,
    isSpam,
  })
  const { kit } = create((_, query) => {
    const data = query.get('cursor')
      ? [nft('2')]
      : query.get('spam') === 'true'
        ? [nft('3', true)]
        : [nft('1')]
    const next = query.get('cursor') || query.get('spam') === 'true' ? null : 'more'
    return { json: { data, next, meta: { completeness: 'full' } } }
  }, gateway)
  await act(() => kit.connect({ connectorId: 'fake' }))
  const hook = run(kit, () => useNfts())
  await until(() => expect(hook.last).toMatchObject({ status: 'ready', hasMore: true }))
  act(() => hook.last.loadMore())
  await until(() => expect(hook.last.items.map(({ tokenId }) => tokenId)).toEqual(['1', '2']))
  expect(hook.last.hasMore).toBe(false)
  const spam = run(kit, () => useNfts({ withSpam: true }))
  await until(() => expect(spam.last.items).toMatchObject([{ tokenId: '3', isSpam: true }]))
})

test('[S2-11] without a gateway activity is off, and says so', async () => {
  const { kit } = create(() => ({ status: 404 }))
  await act(() => kit.connect({ connectorId: 'fake' }))
  const hook = run(kit, () => useActivity())
  await until(() => expect(hook.last.status).toBe('off'))
})
