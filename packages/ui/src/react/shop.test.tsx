/** The hooks for names and for buying, in an app without our interface. */
import { createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { LatchkeyProvider, useNames, useOnramp } from '../react.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const address = '0x00000000000000000000000000000000000000A1'

function run<T>(world: ReturnType<typeof createTestKit>, hook: () => T) {
  const drawn: T[] = []
  const Probe = () => {
    drawn.push(hook())
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() =>
    root.render(
      <LatchkeyProvider kit={world.kit}>
        <Probe />
      </LatchkeyProvider>,
    ),
  )
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
    { timeout: 10_000 },
  )

function createWorld() {
  const wallet = createFakeWallet({ accounts: [address] })
  const world = createTestKit({
    wallets: [wallet],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
    isHeadless: true,
  })
  const answers: Record<string, unknown> = {
    '/v1/profile/suggestions/bobby': { suggestions: [{ name: 'bobby.latch.id', registered: false }] },
    '/v1/profile/suggestions/name': { suggestions: [{ name: 'name.latch.id', registered: true }] },
    '/v1/profile/nonce': { nonce: 'n', expiresAt: '2026-01-05T10:05:00.000Z' },
    '/v1/profile/account': {},
    [`/v1/identity/${address}`]: { name: 'bobby.latch.id' },
    '/v1/onramp/multi/quotes': [{ serviceProvider: 'shop', sourceAmount: '100', destinationAmount: '0.03' }],
    '/v1/onramp/widget': { widgetUrl: 'https://pay.test/' },
    '/v1/onramp/options': {
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10', max: '500' }] }],
      purchaseCurrencies: [
        { id: '1', name: 'Ether', symbol: 'ETH', networks: [{ name: 'eth', chain_id: '1' }] },
      ],
    },
  }
  world.fetch.always(({ url }) => {
    const json = answers[new URL(url).pathname]
    return json === undefined ? { status: 404 } : { json }
  })
  return world
}

test('[S4-21] useNames registers a name without the modal', async () => {
  const world = createWorld()
  await world.kit.connect({ connectorId: 'fake' })
  const hook = run(world, useNames)
  expect(hook.last).toMatchObject({ status: 'loading', state: undefined, actions: undefined })
  await seen(() => hook.last.status === 'ready')
  act(() => hook.last.actions?.type('bobby'))
  await act(() => world.clock.advanceAsync(limits.nameSearchWait))
  await seen(() => hook.last.state?.check.status === 'free')
  await act(async () => hook.last.actions?.register())
  expect(hook.last.state).toMatchObject({ step: 'RegisterAccountNameSuccess', registered: 'bobby.latch.id' })
  expect(world.kit.store.get().modal.isOpen).toBe(false)
  hook.remove()
  world.kit.destroy()
})

test('useNames knows what names end with before anything is typed, and leaves the form of another alone', async () => {
  const world = createWorld()
  await world.kit.connect({ connectorId: 'fake' })
  const first = run(world, useNames)
  await seen(() => first.last.state?.zone === 'latch.id')
  expect(first.last.state).toMatchObject({ label: '', check: { status: 'empty' } })
  act(() => first.last.actions?.type('bobby'))
  const second = run(world, useNames)
  await seen(() => second.last.status === 'ready')
  expect(second.last.state).toMatchObject({ label: 'bobby', zone: 'latch.id' })
  expect(world.fetch.calls.filter(({ url }) => url.includes('/suggestions/'))).toHaveLength(1)
  first.remove()
  second.remove()
  world.kit.destroy()
})

test('[S7-18] useOnramp goes from what is on sale to a link of the provider', async () => {
  const world = createWorld()
  await world.kit.connect({ connectorId: 'fake' })
  const hook = run(world, useOnramp)
  await seen(() => hook.last.state?.options)
  expect(hook.last.tokens.map(({ symbol }) => symbol)).toEqual(['ETH'])
  act(() => hook.last.actions?.setAmount('5'))
  expect(hook.last.need).toEqual({ kind: 'too-low', limit: '10' })
  act(() => hook.last.actions?.setAmount('100'))
  act(() => hook.last.actions?.compare())
  await seen(() => hook.last.state?.quotes.status === 'ready')
  await act(async () => hook.last.actions?.buy({ provider: 'shop' }))
  expect(hook.last.state?.purchase).toMatchObject({ url: 'https://pay.test/', isBlocked: true, gets: '0.03' })
  act(() => hook.last.actions?.finish())
  hook.remove()
  world.kit.destroy()
})

test.each([
  ['useNames', useNames],
  ['useOnramp', useOnramp],
])('[D-01] %s is off in an app without a gateway', async (_, hook) => {
  const world = createTestKit({ isHeadless: true })
  const probe = run<{ readonly status: string }>(world, hook)
  await seen(() => probe.last.status === 'off')
  probe.remove()
  world.kit.destroy()
})
