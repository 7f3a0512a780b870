/** The hooks of features with steps: one shape for all, and payments on a screen of the app's own. */
import type { AdapterHandle, PayReceipt, PayRequest } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { asAddress } from '@latchkey/spec/caip'
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import {
  LatchkeyProvider,
  useEmbeddedWallet,
  useNames,
  useOnramp,
  usePay,
  useSend,
  useSwap,
} from '../react.js'

// The first test brings the code along, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const payer = asAddress('0x00000000000000000000000000000000000000A1')
const shop = '0x00000000000000000000000000000000000000B2'
const coin = 10n ** 18n
const order: PayRequest = { asset: 'eip155:1/slip44:60', amount: '0.5', recipient: shop }

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

function run<T>({ kit }: ReturnType<typeof createTestKit>, hook: () => T) {
  const drawn: T[] = []
  const Probe = () => {
    drawn.push(hook())
    return null
  }
  const root = createRoot(document.createElement('div'))
  const page = (
    <StrictMode>
      <LatchkeyProvider kit={kit}>
        <Probe />
      </LatchkeyProvider>
    </StrictMode>
  )
  act(() => root.render(page))
  return {
    get last() {
      return drawn.at(-1) as T
    },
    remove: () => act(() => root.unmount()),
  }
}

/** Until what was drawn says so; chunks come through the module system, which no fake clock moves. */
const seen = (isThere: () => unknown) =>
  vi.waitUntil(
    async () => {
      await act(settle)
      return isThere()
    },
    { timeout: 20_000 },
  )

function createWorld() {
  const wallet = createFakeWallet({ accounts: [payer], asks: ['sendTransaction'] })
  const chain = { isMined: false }
  const base = createFakeAdapter({
    wallets: [wallet],
    getBalance: async () => ({ value: 2n * coin, decimals: 18, symbol: 'COIN' }),
    getTransaction: async () =>
      chain.isMined
        ? { place: 'block', height: 2, depth: 1, isSuccess: true }
        : { place: 'waiting', height: 1 },
  })
  const transfers: Partial<AdapterHandle> = {
    getFee: async () => ({ gas: 21_000n, likely: 1n, most: 2n, fields: {} }),
    prepareTransfer: async ({ to, amount }) => ({ to, value: amount }),
    readAddress: async (text) => asAddress(text),
    isContract: async () => false,
  }
  const world = createTestKit({
    wallets: [wallet],
    adapters: [{ ...base, start: (lent) => ({ ...base.start(lent), ...transfers }) }],
    features: { pay: true, analytics: false },
    isHeadless: true,
  })
  cleanups.push(() => world.kit.destroy())
  return { ...world, wallet, chain }
}

test.each([
  ['useSend', useSend],
  ['useSwap', useSwap],
  ['useOnramp', useOnramp],
  ['useNames', useNames],
  ['usePay', usePay],
  ['useEmbeddedWallet', useEmbeddedWallet],
])('%s has the shape of the others, from its first paint to its end', async (_, hook) => {
  const world = createTestKit({
    gatewayUrl: 'https://gateway.test',
    walletUrl: 'https://wallet.test',
    features: { pay: true, analytics: false },
    isHeadless: true,
  })
  cleanups.push(() => world.kit.destroy())
  world.fetch.always(() => ({ status: 404 }))
  const flow = run<{ status: string; state: unknown; actions: unknown; retry(): void }>(world, hook)
  expect(flow.last).toMatchObject({ status: 'loading', state: undefined, actions: undefined })
  await seen(() => flow.last.status === 'ready')
  const { actions } = flow.last
  expect(flow.last).toMatchObject({ state: expect.any(Object), retry: expect.any(Function) })
  act(() => world.kit.setTheme({ mode: 'light' }))
  expect(flow.last.actions).toBe(actions)
  flow.remove()
})

test('usePay: asked, confirmed, paid and receipted without the modal', async () => {
  const world = createWorld()
  const { kit, wallet, chain, clock } = world
  await kit.connect({ connectorId: 'fake' })
  const hook = run(world, usePay)
  await seen(() => hook.last.status === 'ready')
  let receipt: Promise<PayReceipt> | undefined
  act(() => {
    receipt = hook.last.actions?.ask(order)
  })
  await seen(() => hook.last.state?.stage.status === 'ready')
  expect(hook.last.state).toMatchObject({
    payer,
    asset: { symbol: 'COIN', units: coin / 2n },
    stage: { way: { kind: 'direct' }, held: 2n * coin },
  })
  act(() => void hook.last.actions?.confirm())
  await seen(() => wallet.prompts.length > 0)
  expect(hook.last.state?.stage).toMatchObject({ status: 'paying', step: 'wallet' })
  await act(async () => wallet.approve('sendTransaction'))
  await seen(() => wallet.prompts.length === 0)
  chain.isMined = true
  await seen(async () => {
    await act(() => clock.advanceAsync(1000))
    return hook.last.state?.stage.status === 'paid'
  })
  expect(await receipt).toMatchObject({ amount: '0.5', recipient: shop, payer, status: 'confirmed' })
  expect(kit.store.get().modal.isOpen).toBe(false)
  hook.remove()
})

test('usePay: what is wrong with a request rejects, and a payment is given up with its screen', async () => {
  const world = createWorld()
  await world.kit.connect({ connectorId: 'fake' })
  const hook = run(world, usePay)
  await seen(() => hook.last.status === 'ready')
  await expect(hook.last.actions?.ask({ ...order, amount: '0' })).rejects.toMatchObject({
    code: 'pay.invalid',
  })
  const receipts: (Promise<PayReceipt> | undefined)[] = []
  const ask = () => act(() => void receipts.push(hook.last.actions?.ask({ ...order })))
  ask()
  act(() => hook.last.actions?.cancel())
  await expect(receipts[0]).rejects.toMatchObject({ code: 'pay.closed' })
  ask()
  receipts[1]?.catch(() => {})
  await seen(() => hook.last.state?.stage.status === 'ready')
  hook.remove()
  await expect(receipts[1]).rejects.toMatchObject({ code: 'pay.closed' })
})
