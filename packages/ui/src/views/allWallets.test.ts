/** The list of all wallets, against a real kit and a gateway that answers as the test says. */
import type { Kit } from '@latchkey/core'
import { contextOf, type DirectoryWallet } from '@latchkey/core/screen'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeFetch,
  createFakeWallet,
  createTestKit,
  type FakeCall,
  fakeNetwork,
  type TestKitInput,
} from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../testing/drawView.js'
import { createFakeRelay } from '../testing/fakeRelay.js'
import { directoryWallet, listed } from '../testing/wallets.js'
import { loadAllWallets } from './loadAllWallets.js'

vi.mock('./loadAllWallets.js', { spy: true })

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

const many: readonly DirectoryWallet[] = Array.from({ length: 560 }, (_, index) =>
  directoryWallet(String(index), {
    name: `Wallet ${String(index).padStart(3, '0')}`,
    badge_type: index % 10 === 0 ? 'certified' : 'none',
  }),
)

/** A directory as the contract describes it. */
function answer({ url }: FakeCall) {
  const query = new URL(url, 'https://gateway.test').searchParams
  const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
  const include = query.get('include')?.split(',')
  const found = many.filter(
    ({ name, badge_type, id }) =>
      name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) &&
      (!query.get('badge_type') || badge_type === query.get('badge_type')) &&
      (!include || include.includes(id)) &&
      !query.get('exclude')?.split(',').includes(id),
  )
  const data = found.slice((page - 1) * entries, page * entries).map(listed)
  return { json: { data, count: found.length } }
}

function open(input: TestKitInput = {}) {
  const clock = createFakeClock()
  const fetch = createFakeFetch()
  fetch.always(answer)
  const { kit } = createTestKit({
    gatewayUrl: 'https://gateway.test',
    wallets: [createFakeRelay()],
    features: { analytics: false },
    ...input,
    clock,
    fetch,
  })
  kits.push(kit)
  const asked = () =>
    fetch.calls
      .map(({ url }) => new URL(url))
      .filter(({ pathname, searchParams }) => pathname === '/getWallets' && !searchParams.has('include'))
      .map(({ searchParams }) => searchParams)
  return {
    kit,
    clock,
    fetch,
    asked,
    async draw() {
      kit.open({ view: 'AllWallets' })
      const view = await drawView(kit, 'AllWallets')
      drawn.push(view)
      return view
    },
  }
}

const cards = (view: DrawnView) => view.all('[data-cell] button').map((card) => card.getAttribute('title'))

/** Lets what is under way come, however many turns of the loop it takes. */
const until = (view: DrawnView, look: () => void) =>
  vi.waitFor(
    async () => {
      await view.loaded()
      look()
    },
    { timeout: 10_000 },
  )

test('[S9-11] the first forty come first, and the grid is as long as the whole list without holding it', async () => {
  const { asked, draw } = open()
  const view = await draw()
  // Skeletons in place of the cards that are on their way.
  expect(view.all('[data-cell]').length).toBeGreaterThan(8)
  await view.seen('Wallet 000')
  expect(asked().map((query) => [query.get('page'), query.get('entries')])).toEqual([['1', '40']])
  expect(view.find('[role="grid"]')?.getAttribute('aria-rowcount')).toBe('140')
  expect(view.all('[data-cell]').length).toBeLessThan(60)
})

test('[S9-11] what is scrolled to is asked for, and the DOM does not grow', async () => {
  const { asked, draw } = open()
  const view = await draw()
  await view.seen('Wallet 000')
  const before = view.all('*').length
  const grid = view.find('[role="grid"]')
  if (!grid) throw new Error('no grid')
  for (const top of [2000, 6000, 13_500]) {
    act(() => {
      grid.scrollTop = top
      grid.dispatchEvent(new Event('scroll'))
    })
    await view.seen(`Wallet ${String((top / 100) * 4).padStart(3, '0')}`)
    expect(view.all('*').length).toBeLessThan(before * 1.6)
  }
  expect(asked().length).toBe(14)
})

test('[S9-11] [S2-17] a search waits 300 ms, is trimmed, and asks for a hundred', async () => {
  const { clock, asked, draw } = open()
  const view = await draw()
  await view.seen('Wallet 000')
  await view.type('Search wallets', '  wallet 12')
  await act(() => clock.advanceAsync(limits.walletSearchWait - 1))
  await view.type('Search wallets', '  wallet 123 ')
  await act(() => clock.advanceAsync(limits.walletSearchWait - 1))
  expect(asked()).toHaveLength(1)
  await act(() => clock.advanceAsync(1))
  await until(view, () => expect(cards(view)).toEqual(['Wallet 123']))
  expect(asked()).toHaveLength(2)
  expect(asked()[1]?.get('search')).toBe('wallet 123')
  expect(asked()[1]?.get('entries')).toBe('100')
})

test('a search that finds nothing says so and leads back', async () => {
  const { clock, draw } = open()
  const view = await draw()
  await view.seen('Wallet 000')
  await view.type('Search wallets', 'nonesuch')
  await act(() => clock.advanceAsync(limits.walletSearchWait))
  await until(view, () => expect(view.text).toContain('No wallet found'))
  expect(view.text).toContain('Nothing here is called “nonesuch”.')
  await view.press('Show all wallets')
  await view.seen('Wallet 000')
})

test('only certified wallets are shown when asked for', async () => {
  const { asked, draw } = open()
  const view = await draw()
  await view.seen('Wallet 000')
  await view.press('Certified')
  await until(view, () => expect(cards(view)[1]).toBe('Wallet 010'))
  expect(asked().at(-1)?.get('badge_type')).toBe('certified')
  expect(view.button('Certified').getAttribute('aria-pressed')).toBe('true')
  await view.press('Certified')
  await until(view, () => expect(cards(view)[1]).toBe('Wallet 001'))
})

test('nobody is offered certified wallets where there are none', async () => {
  const { fetch, draw } = open()
  fetch.always((call) => {
    const { json } = answer(call)
    return { json: { ...json, data: json.data.map((wallet) => ({ ...wallet, badge_type: 'none' })) } }
  })
  const view = await draw()
  await view.seen('Wallet 000')
  expect(() => view.button('Certified')).toThrow('No button Certified')
  expect(view.find('[role="status"]')?.textContent).toBe('560 wallets')
})

test('[D-13] a list that cannot be loaded says so, and is asked for again in place', async () => {
  const { fetch, draw, clock } = open()
  fetch.always(() => ({ status: 404, json: { status: 'FAILURE', reasons: [] } }))
  const view = await draw()
  await until(view, () => expect(view.text).toContain('could not be loaded'))
  expect(view.text).not.toContain('No wallet found')
  fetch.always(answer)
  await view.press('Try again')
  await act(() => clock.advanceAsync(1))
  await view.seen('Wallet 000')
  expect(view.text).not.toContain('could not be loaded')
})

test('[D-13] a later page that fails leaves the earlier ones, and is asked for again', async () => {
  const { fetch, draw } = open()
  const view = await draw()
  await view.seen('Wallet 000')
  fetch.always(() => ({ status: 404, json: { status: 'FAILURE', reasons: [] } }))
  const grid = view.find('[role="grid"]')
  act(() => {
    if (!grid) throw new Error('no grid')
    grid.scrollTop = 900
    grid.dispatchEvent(new Event('scroll'))
  })
  await until(view, () => expect(view.text).toContain('The rest of the list could not be loaded'))
  expect(cards(view)).toContain('Wallet 036')
  fetch.always(answer)
  await view.press('Try again')
  await view.seen('Wallet 044')
})

test('installed wallets come first, once, and are asked at once', async () => {
  const extension = createFakeWallet({ id: 'here', name: 'Here', asks: ['connect'] })
  Object.assign(extension.connector, { rdns: 'test.here', installed: true })
  const { kit, asked, draw } = open({ wallets: [createFakeRelay(), extension] })
  const view = await draw()
  await view.seen('Wallet 000')
  expect(cards(view)[0]).toBe('Here')
  expect(asked()[0]?.get('exclude')).toBe('test.here')
  await view.press('Here')
  expect(extension.prompts).toHaveLength(1)
  expect(kit.store.get().router.history.at(-1)?.view).toBe('ConnectingWalletConnect')
})

test('[S2-16] excluded wallets are neither listed nor shown as installed', async () => {
  const extension = createFakeWallet({ id: 'here', name: 'Here' })
  Object.assign(extension.connector, { rdns: 'test.here', installed: true })
  const { asked, draw } = open({
    wallets: [createFakeRelay(), extension],
    excludeWalletIds: ['test.here', '0'],
  })
  const view = await draw()
  await view.seen('Wallet 001')
  expect(cards(view)[0]).toBe('Wallet 001')
  expect(asked()[0]?.get('exclude')).toBe('test.here,0')
})

test('[D-10] without a gateway the widget has a list of its own', async () => {
  const { kit } = createTestKit({ wallets: [createFakeRelay()] })
  kits.push(kit)
  const view = await drawView(kit, 'AllWallets')
  drawn.push(view)
  await view.seen('MetaMask')
})

test('a view that cannot be loaded ahead is told to the log, and not to the page as an unhandled error', async () => {
  const { kit } = open()
  const info = vi.spyOn(contextOf(kit).log, 'info')
  const missing = new Error('the chunk is gone')
  vi.mocked(loadAllWallets).mockRejectedValueOnce(missing)
  kit.open({ view: 'Connect' })
  const view = await drawView(kit, 'Connect')
  drawn.push(view)
  const row = await view.seen('All wallets')
  act(() => void row.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  await view.loaded()
  expect(info).toHaveBeenCalledWith(expect.any(String), missing)
})

test('[D-10] [S2-16] with the gateway down the list still keeps to what the app wishes', async () => {
  const { fetch, draw } = open({
    excludeWalletIds: ['metamask'],
    includeWalletIds: ['metamask', 'trust-wallet'],
    customWallets: [{ id: 'own', name: 'Own' }],
  })
  fetch.always(() => ({ status: 404, json: { status: 'FAILURE', reasons: [] } }))
  const view = await draw()
  await view.seen('Own')
  expect(view.text).toContain('could not be loaded')
  expect(cards(view)).toEqual(['Own', 'Trust Wallet'])
})

test('opened for one namespace, the list begins with the wallets of that namespace only', async () => {
  const brass = createFakeWallet({ id: 'brass', name: 'Brass' })
  const tin = createFakeWallet({ id: 'tin', name: 'Tin', namespace: 'solana' })
  for (const { connector } of [brass, tin]) Object.assign(connector, { installed: true })
  const network = fakeNetwork({ namespace: 'solana', reference: 'main', name: 'Solana' })
  const { kit } = open({
    networks: [fakeNetwork({ name: 'Ethereum' }), network],
    adapters: [
      createFakeAdapter({ wallets: [brass] }),
      createFakeAdapter({ namespace: 'solana', wallets: [tin] }),
    ],
  })
  const data = { namespace: 'solana' } as const
  kit.open({ view: 'AllWallets', data })
  const view = await drawView(kit, 'AllWallets', data)
  drawn.push(view)
  await view.seen('Wallet 000')
  expect(cards(view).slice(0, 2)).toEqual(['Tin', 'Wallet 000'])
})
