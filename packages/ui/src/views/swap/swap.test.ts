/** The views of swaps, against a real kit and a gateway that answers as the test says. */
import { type Kit, selectView } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, createTestKit, type FakeAnswer } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'

const me = '0x00000000000000000000000000000000000000A1'
const other = '0x00000000000000000000000000000000000000B2'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = '0x00000000000000000000000000000000000000c3'

// The first view brings its code along, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

const listed = (symbol: string, address: string, decimals: number) => ({
  name: symbol,
  symbol,
  address: `eip155:1:${address}`,
  decimals,
  logoUri: null,
  eip2612: false,
})

async function create({ swaps = true }: { readonly swaps?: boolean } = {}) {
  const wallet = createFakeWallet({ name: 'Demo', accounts: [me, other] })
  const base = createFakeAdapter({
    wallets: [wallet],
    getBalance: async () => ({ value: 10n ** 18n, decimals: 18, symbol: 'ETH' }),
  })
  const adapter = {
    ...base,
    start: (lent: Parameters<typeof base.start>[0]) => ({
      ...base.start(lent),
      readContract: async () => 0n,
    }),
  }
  const world = createTestKit({
    wallets: [wallet],
    adapters: [adapter],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false, swaps },
  })
  kits.push(world.kit)
  const answers: Record<string, FakeAnswer> = {
    tokens: { json: { tokens: [listed('ETH', native, 18), listed('USDC', usdc, 6)] } },
    quotes: { json: { quotes: [{ id: null, toAmount: '2000000000' }] } },
  }
  world.fetch.always(({ url }) => answers[new URL(url).pathname.split('/').at(-1) ?? ''] ?? { status: 404 })
  await world.kit.connect({ connectorId: 'fake' })
  const draw = async (view: 'Swap' | 'SwapPreview' | 'SwapSelectToken') => {
    const found = await drawView(world.kit, view)
    drawn.push(found)
    await found.loaded()
    return found
  }
  /** The form, with half a coin that has a quote. */
  const quoted = async () => {
    world.kit.open({ view: 'Swap', data: { swap: { from: 'ETH', to: 'USDC', amount: '0.5' } } })
    const view = await drawView(world.kit, 'Swap', { swap: { from: 'ETH', to: 'USDC', amount: '0.5' } })
    drawn.push(view)
    await vi.waitFor(
      async () => {
        await view.loaded()
        await act(() => world.clock.advanceAsync(limits.swapTypingPause))
        expect(view.button('Review swap').getAttribute('aria-disabled')).toBe('false')
      },
      { timeout: 20_000 },
    )
    return view
  }
  return { ...world, wallet, answers, draw, quoted, shown: () => selectView(world.kit.store.get()) }
}

test.each(['Swap', 'SwapPreview', 'SwapSelectToken'] as const)(
  '%s says that swaps are switched off',
  async (view) => {
    const { draw } = await create({ swaps: false })
    expect((await draw(view)).text).toContain('Swaps are not set up')
  },
)

test('[D-10] a preview of nothing leads to the form', async () => {
  const { kit, draw, shown } = await create()
  kit.open({ view: 'SwapPreview' })
  await draw('SwapPreview')
  await vi.waitFor(() => expect(shown()).toBe('Swap'))
})

test('[D-11] another account in the preview leads back to the form', async () => {
  const { draw, quoted, shown, wallet } = await create()
  const form = await quoted()
  await form.press('Review swap')
  expect(shown()).toBe('SwapPreview')
  const preview = await draw('SwapPreview')
  // It stays while there is something to prepare, and where that failed.
  expect(shown()).toBe('SwapPreview')
  await act(async () => wallet.changeAccounts([other]))
  await preview.settle()
  await vi.waitFor(() => expect(shown()).toBe('Swap'))
})

test('[D-13] all of the coin says so where nobody tells the price of gas', async () => {
  const { quoted, answers } = await create()
  const form = await quoted()
  await form.seen('Max')
  await form.press('Max')
  const sentence = 'The most that can be swapped could not be read. Try again.'
  await vi.waitFor(async () => {
    await form.loaded()
    expect(form.text).toContain(sentence)
  })
  expect(form.find('input')).toHaveProperty('value', '0.5')
  answers['gas-price'] = { json: { standard: '10' } }
  await form.press('Max')
  await vi.waitFor(async () => {
    await form.loaded()
    expect(form.text).not.toContain(sentence)
  })
  expect(form.find('input')).toHaveProperty('value', '0.999999999995')
})
