/** A kit as a whole: alone on a server, beside another one, and after its end. */

import { limits, minutes } from '@latchkey/spec/limits'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { contextOf } from './context.js'
import { createLatchkey } from './createLatchkey.js'
import type { KitEvent } from './events.js'
import { selectAccount, selectStatus } from './select.js'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeSocketPair,
  createFakeWallet,
  createTestKit,
  fakeNetwork,
  settle,
} from './testing/index.js'

afterEach(() => void vi.unstubAllGlobals())

describe('[D-03] on a server', () => {
  test('a kit is created, opened, used and destroyed without a DOM', async () => {
    expect('window' in globalThis || 'document' in globalThis).toBe(false)
    const kit = createLatchkey({ networks: [fakeNetwork()], adapters: [createFakeAdapter()] })
    kit.attachScreen()
    kit.open()
    expect(kit.store.get().modal.isOpen).toBe(true)
    expect(kit.close()).toBe(true)
    await kit.ready
    kit.setTheme({ mode: 'light' })
    expect(kit.store.get().theme.mode).toBe('light')
    kit.destroy()
  })

  test('merely importing the core touches no global of a browser', async () => {
    const touched: string[] = []
    for (const name of ['window', 'document', 'localStorage', 'location']) {
      vi.stubGlobal(name, undefined)
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => void touched.push(name),
      })
    }
    vi.resetModules()
    await import('./index.js')
    expect(touched).toEqual([])
    for (const name of ['window', 'document', 'localStorage', 'location'])
      Reflect.deleteProperty(globalThis, name)
  })
})

test('[D-03] two kits on a page share nothing', async () => {
  const one = createTestKit({ id: 'one' })
  const two = createTestKit({ id: 'two', clock: one.clock, storage: one.storage })
  const heard: KitEvent[] = []
  two.kit.on((event) => heard.push(event))
  one.kit.open()
  one.kit.setTheme({ mode: 'light' })
  await one.kit.connect({ connectorId: 'fake' })
  expect(two.kit.store.get().modal.isOpen).toBe(false)
  expect(two.kit.store.get().theme.mode).toBe('dark')
  expect(selectStatus(two.kit.store.get())).toBe('disconnected')
  expect(heard).toEqual([])
  const again = two.reload()
  await again.kit.ready
  expect(selectAccount(again.kit.store.get())).toBeUndefined()
  one.kit.destroy()
  again.kit.open()
  expect(again.kit.store.get().modal.isOpen).toBe(true)
})

describe('[D-03] destroy', () => {
  /** Everything going on at once: prompts, requests, timers, toasts, fetches. */
  async function busy() {
    const asks = ['connect', 'signMessage', 'disconnect'] as const
    const wallets = [createFakeWallet({ id: 'a' }), createFakeWallet({ id: 'b', asks })]
    const world = createTestKit({ wallets, gatewayUrl: 'https://gateway.test' })
    world.fetch.always(() => 'hang')
    const { kit } = world
    const calls: Promise<unknown>[] = [kit.connect({ connectorId: 'a' })]
    await settle()
    kit.open({ view: 'ApproveTransaction' })
    kit.close()
    calls.push(kit.connect({ connectorId: 'b' }))
    const api = await contextOf(kit).services.api()
    calls.push(api?.supports('eip155:1') ?? Promise.resolve())
    const stopStore = kit.subscribe(() => {})
    const element = { isRemoved: false }
    kit.onDestroy(() => {
      element.isRemoved = true
    })
    await settle()
    return { ...world, calls: Promise.allSettled(calls), element, stopStore }
  }

  test('removes every listener, timer, element and request', async () => {
    const { kit, clock, wallets, adapters, fetch, calls, element } = await busy()
    expect(clock.pending).toBeGreaterThan(0)
    expect(fetch.pending).toBeGreaterThan(0)
    expect(wallets[0].listeners).toBe(1)
    kit.destroy()
    await calls
    await settle()
    expect(clock.pending).toBe(0)
    expect(fetch.pending).toBe(0)
    expect(wallets.map(({ listeners }) => listeners)).toEqual([0, 0])
    expect(adapters.map(({ listeners, running }) => [listeners, running])).toEqual([[0, 0]])
    expect(element.isRemoved).toBe(true)
    expect(kit.store.get()).toMatchObject({ isDestroyed: true, modal: { isOpen: false } })
  })

  test('closes the sockets of its adapters', () => {
    const pair = createFakeSocketPair()
    const onMessage = () => {}
    const relay = {
      namespace: 'eip155' as const,
      start: () => {
        pair.client.addEventListener('message', onMessage)
        return {
          connectors: () => [],
          subscribe: () => () => {},
          stop() {
            pair.client.removeEventListener('message', onMessage)
            pair.client.close()
          },
        }
      },
    }
    const kit = createLatchkey({ networks: [fakeNetwork()], adapters: [relay], clock: createFakeClock() })
    pair.flush()
    expect([pair.isOpen, pair.listeners]).toEqual([true, 1])
    kit.destroy()
    pair.flush()
    expect([pair.isOpen, pair.listeners]).toEqual([false, 0])
  })

  test('ends every call with a reason, and later calls at once', async () => {
    const { kit, calls } = await busy()
    kit.destroy()
    const [, pending] = await calls
    expect(pending).toMatchObject({ status: 'rejected', reason: { code: 'kit.destroyed' } })
    for (const call of [
      () => kit.connect({ connectorId: 'a' }),
      () => kit.disconnect(),
      () => kit.reconnect(),
      () => kit.signMessage({ message: 'm' }),
      () => kit.switchNetwork({ networkId: 'eip155:1' }),
      () => kit.getBalance(),
      () => contextOf(kit).services.api(),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'kit.destroyed' })
    }
  })

  test('nothing changes afterwards, however late an answer comes, and twice is harmless', async () => {
    const { kit, wallets, clock } = await busy()
    kit.destroy()
    const state = kit.store.get()
    const heard: string[] = []
    kit.on(({ name }) => heard.push(name))
    for (const prompt of wallets[1]?.prompts ?? []) prompt.approve()
    wallets[0].changeAccounts(['0x00000000000000000000000000000000000000C1'])
    kit.open()
    await clock.advanceAsync(minutes(10))
    kit.destroy()
    expect(kit.store.get()).toBe(state)
    expect(heard).toEqual([])
  })

  test('keeps what is stored, so that the next page load restores it', async () => {
    const first = createTestKit()
    await first.kit.connect({ connectorId: 'fake' })
    const { kit } = first.reload()
    await kit.ready
    expect(selectStatus(kit.store.get())).toBe('connected')
  })
})

test('[D-10] an adapter that does not start costs its namespace and nothing else', async () => {
  const broken = {
    ...createFakeAdapter({ namespace: 'solana' }),
    start() {
      throw new Error('no wasm')
    },
  }
  const wallet = createFakeWallet()
  const { kit } = createTestKit({
    networks: [fakeNetwork(), fakeNetwork({ namespace: 'solana', reference: 'main' })],
    adapters: [broken, createFakeAdapter({ wallets: [wallet] })],
  })
  await kit.connect({ connectorId: 'fake' })
  expect(selectStatus(kit.store.get())).toBe('connected')
  expect(
    contextOf(kit)
      .log.entries()
      .some(({ text }) => text.includes('solana')),
  ).toBe(true)
})

test('a listener that throws stops nobody else', () => {
  const { kit } = createTestKit()
  const heard: string[] = []
  kit.on(() => {
    throw new Error('mine')
  })
  const stop = kit.on(({ name }) => heard.push(name))
  kit.open()
  stop()
  kit.close()
  expect(heard).toEqual(['MODAL_OPEN', 'VIEW_SHOWN'])
  expect(
    contextOf(kit)
      .log.entries()
      .some(({ text }) => text === 'A listener of MODAL_OPEN failed'),
  ).toBe(true)
})

test('wallets that appear and go are in the state', () => {
  const wallet = createFakeWallet({ id: 'late' })
  const adapter = createFakeAdapter()
  const { kit } = createTestKit({ adapters: [adapter] })
  expect(kit.store.get().connectors).toEqual([])
  adapter.announce(wallet)
  expect(kit.store.get().connectors).toEqual([wallet.connector])
  adapter.withdraw(wallet)
  expect(kit.store.get().connectors).toEqual([])
})

test('[D-22] JSON-RPC goes to the gateway and to nobody else; without one, to the nodes of the network', () => {
  const adapter = createFakeAdapter()
  createTestKit({ adapters: [adapter], gatewayUrl: '/gateway/', projectId: 'p' })
  expect(adapter.context?.rpcUrls(fakeNetwork())).toEqual(['/gateway/v1?chainId=eip155%3A1&projectId=p'])
  const alone = createFakeAdapter()
  createTestKit({ adapters: [alone] })
  expect(alone.context?.rpcUrls(fakeNetwork())).toEqual(['https://rpc.test/eip155/1'])
})

test('[S4-10] toasts close by themselves after a while, and a replacement follows 150 ms after the old one closed', async () => {
  const { showToast } = await import('./actions/toast.js')
  const { kit, clock } = createTestKit()
  const toast = () => kit.store.get().toast
  showToast(contextOf(kit), { variant: 'loading', text: 'Authenticating...' })
  clock.advance(minutes(1))
  expect(toast()).toMatchObject({ isOpen: true, variant: 'loading', text: 'Authenticating...' })
  showToast(contextOf(kit), { variant: 'success', text: 'Done' })
  expect(toast().isOpen).toBe(false)
  clock.advance(limits.toastReplaceDelay - 1)
  expect(toast().isOpen).toBe(false)
  clock.advance(1)
  expect(toast()).toMatchObject({ isOpen: true, variant: 'success', text: 'Done' })
  clock.advance(limits.toastLifetime - 1)
  expect(toast().isOpen).toBe(true)
  clock.advance(1)
  expect(toast().isOpen).toBe(false)
})
