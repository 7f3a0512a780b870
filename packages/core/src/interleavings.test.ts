/** The connection machine against everything that can happen, in any order: thousands of seeded worlds. */

import type { Namespace } from '@latchkey/spec/caip'
import { limits, minutes, seconds } from '@latchkey/spec/limits'
import { canMove } from '@latchkey/spec/states'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextOf } from './context.js'
import type { Kit } from './kit.js'
import type { KitState } from './state.js'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeStorage,
  createFakeWallet,
  createTestKit,
  type FakeWallet,
  fakeNetwork,
  settle,
  type TestKit,
} from './testing/index.js'

const accounts = {
  a: ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000a2'],
  b: ['0x00000000000000000000000000000000000000b1', '0x00000000000000000000000000000000000000b2'],
  c: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', '4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF2eqMWxqUa4p6Gx'],
}
const asks = [
  'connect',
  'reconnect',
  'disconnect',
  'signMessage',
  'switchNetwork',
  'addNetwork',
  'switchAccount',
] as const
const networks = [
  fakeNetwork(),
  fakeNetwork({ reference: '10' }),
  fakeNetwork({ namespace: 'solana', reference: 'main' }),
] as const
const offered = ['eip155:1', 'eip155:10', 'solana:main', 'eip155:999'] as const

const wallet = fc.constantFrom('a', 'b', 'c')
const pick = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconnect') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('disconnect'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('switch'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switchAccount'), wallet, pick }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve'), wallet, pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reject'), wallet, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('accounts'), wallet, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('network'), wallet, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('vanish'), wallet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('appear'), wallet }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload') }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle'), turns: fc.nat(12) }) },
)
interface Step {
  readonly do: string
  readonly wallet?: string
  readonly pick?: number
  readonly turns?: number
}

/** Everything a page and its wallets can do, and what must hold whatever they do. */
function createWorld() {
  const wallets: Record<string, FakeWallet> = {
    a: createFakeWallet({ id: 'a', accounts: accounts.a, asks, knownNetworks: ['eip155:1'] }),
    b: createFakeWallet({ id: 'b', accounts: accounts.b, asks, canWithdraw: true }),
    c: createFakeWallet({
      id: 'c',
      accounts: accounts.c,
      asks,
      namespace: 'solana',
      networkId: 'solana:main',
    }),
  }
  const list = Object.values(wallets)
  const eip155 = createFakeAdapter({ wallets: list.slice(0, 2) })
  const solana = createFakeAdapter({ namespace: 'solana', wallets: list.slice(2) })
  const adapters = [eip155, solana]
  let world: TestKit = createTestKit({
    clock: createFakeClock(),
    storage: createFakeStorage(),
    wallets: list,
    adapters,
    networks: [...networks],
  })
  const open = new Set<Promise<unknown>>()
  let stopWatching = watchMoves(world.kit)

  function watchMoves(kit: Kit) {
    return kit.subscribe((state, before) => {
      for (const namespace of ['eip155', 'solana'] as const) {
        const from = before.connections[namespace]?.status ?? 'disconnected'
        const to = state.connections[namespace]?.status ?? 'disconnected'
        expect(from === to || canMove('connection', from, to), `${from} → ${to}`).toBe(true)
      }
    })
  }

  /** Rejections are part of the game; only what never ends is a fault. */
  function track(work: Promise<unknown>) {
    const done: Promise<unknown> = work.catch(() => {}).finally(() => open.delete(done))
    open.add(done)
  }

  async function sign(namespace: Namespace) {
    const shown = world.kit.store.get().connections[namespace]?.wallets[0]?.accounts[0]?.address
    const signature = await world.kit.signMessage({ message: 'hello', namespace })
    expect(signature).toBe(`hello signed by ${shown}`)
  }

  async function run({ do: what, wallet: id = 'a', pick: n = 0, turns = 0 }: Step) {
    const { kit, clock } = world
    const it = wallets[id]
    if (!it) return
    const prompt = it.prompts[n % Math.max(1, it.prompts.length)]
    const own = accounts[id as keyof typeof accounts]
    const namespace = it.connector.namespace
    if (what === 'connect') track(kit.connect({ connectorId: id }))
    if (what === 'cancel') kit.cancelConnect()
    if (what === 'reconnect') track(kit.reconnect())
    if (what === 'disconnect') {
      const inputs = [
        {},
        { namespace: 'eip155' },
        { namespace: 'solana' },
        { namespace: 'eip155', connectorId: 'a' },
      ]
      track(kit.disconnect(inputs[n] as { namespace?: Namespace })) // one of the four above
    }
    if (what === 'switch') track(kit.switchNetwork({ networkId: offered[n] ?? 'eip155:1' }))
    if (what === 'sign') track(sign(n % 2 ? 'solana' : 'eip155'))
    if (what === 'switchAccount') {
      const address = it.connector && (own[n % 2] as never) // any of the wallet's two addresses
      track(kit.switchAccount({ address, namespace }))
    }
    if (what === 'approve') prompt?.approve()
    if (what === 'reject') prompt?.reject()
    if (what === 'accounts')
      it.changeAccounts(n === 0 ? [...own].reverse() : n === 1 ? own : n === 2 ? own.slice(1) : [])
    if (what === 'network') it.changeNetwork(offered[n] ?? 'eip155:1')
    if (what === 'vanish') it.vanish()
    if (what === 'appear') {
      const adapter = namespace === 'solana' ? solana : eip155
      adapter.withdraw(it)
      adapter.announce(it)
    }
    if (what === 'wait')
      clock.advance([50, limits.connectorAppear, limits.restoreDeadline, seconds(45)][n] ?? 0)
    if (what === 'reload') {
      stopWatching()
      for (const each of list) each.pageLeft()
      world = world.reload()
      stopWatching = watchMoves(world.kit)
    }
    if (what === 'settle') await settle(turns)
  }

  /** True at every moment, also in the middle of everything. */
  function check() {
    const state = world.kit.store.get()
    for (const it of list) {
      const shown = walletsOf(state).find(({ connectorId }) => connectorId === it.connector.id)
      expect(it.peakPrompts, `${it.connector.id} was asked twice at once`).toBeLessThanOrEqual(1)
      expect(it.listeners, `listeners on ${it.connector.id}`).toBe(shown ? 1 : 0)
      // D-11: what is shown is what the session would sign with, and there is always somebody to sign.
      if (shown) {
        expect(shown.accounts.map(({ address }) => address)).toEqual(
          shown.session.accounts().map(({ address }) => address),
        )
        expect(shown.accounts[0]?.address).toBe(it.activeAddress)
      }
    }
    for (const namespace of ['eip155', 'solana'] as const) {
      const { status = 'disconnected', wallets: joined = [], attempt } = state.connections[namespace] ?? {}
      expect(status === 'connected').toBe(joined.length > 0)
      expect(status === 'connecting' || status === 'reconnecting').toBe(
        joined.length === 0 && Boolean(attempt),
      )
      const networkId = joined[0]?.networkId
      if (networkId) expect(state.activeNetworks[namespace]?.networkId).toBe(networkId)
    }
  }

  /** Lets everything come to its end: by answers, or only by deadlines when nobody ever answers. */
  async function finish(isAnswered: boolean) {
    for (let i = 0; i < 12; i += 1) {
      if (isAnswered) for (const it of list) for (const each of it.prompts) each.approve()
      await world.clock.advanceAsync(minutes(2))
      check()
    }
    await world.clock.advanceAsync(limits.walletDeadline * 3)
    await settle()
    check()
    const { kit } = world
    const state = kit.store.get()
    expect(open.size, 'calls that never ended').toBe(0)
    expect(contextOf(kit).jobs.attempts.size).toBe(0)
    expect(contextOf(kit).jobs.lanes.size).toBe(0)
    expect(contextOf(kit).jobs.leaving.size).toBe(0)
    expect(state.isSwitchingNamespace).toBe(false)
    for (const connection of Object.values(state.connections)) {
      expect(['connected', 'disconnected']).toContain(connection.status)
    }
    const stored = contextOf(kit).storage.read('connections')
    for (const namespace of ['eip155', 'solana'] as const) {
      const connected = state.connections[namespace]?.wallets.map(({ connectorId }) => connectorId) ?? []
      expect(stored?.[namespace]?.[0]).toBe(connected[0] ?? stored?.[namespace]?.[0])
      for (const id of connected) expect(stored?.[namespace]).toContain(id)
    }
    stopWatching()
    kit.destroy()
    await settle()
    for (const it of list) expect(it.listeners).toBe(0)
    for (const adapter of adapters) expect([adapter.listeners, adapter.running]).toEqual([0, 0])
    expect(world.clock.pending).toBe(0)
  }

  return { run, check, finish }
}

const walletsOf = ({ connections }: KitState) => Object.values(connections).flatMap(({ wallets }) => wallets)

test('[S4-01] [S4-03] [D-10] [D-11] no order of events leaves a kit stuck, leaking or showing another address', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 60 }),
      fc.boolean(),
      async (steps, isAnswered) => {
        const world = createWorld()
        for (const each of steps) {
          await world.run(each)
          world.check()
        }
        await world.finish(isAnswered)
      },
    ),
    { numRuns: 3000, seed: 20_261_115, endOnFailure: false },
  )
}, 240_000)
