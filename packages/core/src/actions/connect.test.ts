/** Connecting: what is shown, what is asked, and what late or broken wallets cannot do. */

import { asAddress } from '@latchkey/spec/caip'
import { limits, minutes } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import type { KitEvent } from '../events.js'
import { selectAccount, selectStatus, selectWallet } from '../select.js'
import {
  createFakeAdapter,
  createFakeWallet,
  createTestKit,
  fakeNetwork,
  settle,
  type TestKitInput,
} from '../testing/index.js'

import { recentWallets } from '../wallets/recent.js'

const one = asAddress('0x00000000000000000000000000000000000000A1')
const two = asAddress('0x00000000000000000000000000000000000000A2')

function create(input: TestKitInput = {}) {
  const world = createTestKit(input)
  const events: KitEvent[] = []
  world.kit.on((event) => events.push(event))
  return { ...world, events, names: () => events.map(({ name }) => name) }
}

describe('connecting', () => {
  test('[S4-01] [S4-04] shows connecting while the wallet asks and the account once it answered', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit, names } = create({ wallets: [wallet] })
    const connected = kit.connect({ connectorId: 'fake' })
    await settle()
    expect(selectStatus(kit.store.get())).toBe('connecting')
    wallet.approve('connect')
    await expect(connected).resolves.toMatchObject({ namespace: 'eip155', accounts: [{ address: one }] })
    expect(selectStatus(kit.store.get())).toBe('connected')
    expect(selectAccount(kit.store.get())?.address).toBe(one)
    expect(names()).toEqual(expect.arrayContaining(['CONNECT_STARTED', 'CONNECT_SUCCESS']))
  })

  test('[S8-32] a refusal ends disconnected, says so in the view and is told apart from a failure', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit, names } = create({ wallets: [wallet] })
    const connected = kit.connect({ connectorId: 'fake' })
    await settle()
    wallet.reject('connect')
    await expect(connected).rejects.toMatchObject({ code: 'connection.rejected', cause: { code: 4001 } })
    expect(kit.store.get().connections.eip155).toMatchObject({
      status: 'disconnected',
      error: { code: 'connection.rejected' },
    })
    expect(names()).toContain('USER_REJECTED')
  })

  test('[D-10] a wallet whose screen still shows an earlier question is told apart from a failure', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit } = create({ wallets: [wallet] })
    const connected = kit.connect({ connectorId: 'fake' })
    const failed = expect(connected).rejects.toMatchObject({
      code: 'connection.pending',
      cause: { code: -32002 },
    })
    await settle()
    wallet.reject('connect', Object.assign(new Error('Already processing'), { code: -32002 }))
    await failed
  })

  test('[D-10] a wallet that never answers is given up with a reason, and can be tried again', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit, clock } = create({ wallets: [wallet] })
    const connected = kit.connect({ connectorId: 'fake' })
    const failed = expect(connected).rejects.toMatchObject({ code: 'connection.timeout' })
    await clock.advanceAsync(limits.connectDeadline)
    await failed
    expect(kit.store.get().connections.eip155?.error?.message).toBe('Wallet fake did not answer in time')
    expect(clock.pending).toBe(0)
    // The question is still on the wallet's screen: the retry takes it over instead of asking twice.
    const again = kit.connect({ connectorId: 'fake' })
    await settle()
    expect(wallet.prompts).toHaveLength(1)
    wallet.approve('connect')
    await expect(again).resolves.toMatchObject({ connectorId: 'fake' })
  })

  test('a late answer of an abandoned attempt changes nothing and is handed back to the wallet', async () => {
    const slow = createFakeWallet({ id: 'slow', asks: ['connect'] })
    const quick = createFakeWallet({ id: 'quick', accounts: [two] })
    const { kit } = create({ wallets: [slow, quick] })
    const abandoned = kit.connect({ connectorId: 'slow' })
    const failed = expect(abandoned).rejects.toMatchObject({ code: 'request.aborted' })
    await settle()
    await kit.connect({ connectorId: 'quick' })
    await failed
    slow.approve('connect')
    await settle()
    expect(selectAccount(kit.store.get())?.address).toBe(two)
    expect(kit.store.get().connections.eip155?.wallets).toHaveLength(1)
    expect(slow.isAuthorised).toBe(false)
    expect(slow.listeners).toBe(0)
  })

  test('cancelConnect and an aborted signal give up without an error on screen', async () => {
    const wallet = createFakeWallet({ asks: ['connect'], canWithdraw: true })
    const { kit } = create({ wallets: [wallet] })
    let controller = new AbortController()
    const ways = [
      () => kit.cancelConnect(),
      () => controller.abort(),
      // Whatever reason the app gives.
      () => controller.abort(new Error('The page has moved on')),
      () => controller.abort('unmounted'),
    ]
    for (const giveUp of ways) {
      controller = new AbortController()
      const connected = kit.connect({ connectorId: 'fake', signal: controller.signal })
      const failed = expect(connected).rejects.toMatchObject({ code: 'request.aborted' })
      await settle()
      giveUp()
      await failed
      expect(kit.store.get().connections.eip155).toMatchObject({ status: 'disconnected', error: undefined })
      expect(wallet.prompts).toHaveLength(0)
    }
  })

  test('two wallets of one namespace are connected side by side; the newest signs', async () => {
    const wallets = [createFakeWallet({ id: 'a' }), createFakeWallet({ id: 'b', accounts: [two] })]
    const { kit } = create({ wallets })
    await kit.connect({ connectorId: 'a' })
    await kit.connect({ connectorId: 'b' })
    expect(kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)).toEqual([
      'b',
      'a',
    ])
    await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${two}`)
    await kit.disconnect({ namespace: 'eip155', connectorId: 'b' })
    expect(selectStatus(kit.store.get())).toBe('connected')
    await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${one}`)
  })

  test('[D-11] a wallet that shares no account is not connected', async () => {
    const wallet = createFakeWallet({ accounts: [] })
    const { kit } = create({ wallets: [wallet] })
    await expect(kit.connect({ connectorId: 'fake' })).rejects.toMatchObject({
      code: 'connection.no-accounts',
    })
    expect(selectStatus(kit.store.get())).toBe('disconnected')
    expect([wallet.listeners, wallet.isAuthorised]).toEqual([0, false])
  })

  test('[S4-09] a pairing link is shown with the moment it expires, and a new one replaces it', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { connect } = wallet.connector
    let show = (_: string) => {}
    const relay = {
      ...wallet,
      connector: {
        ...wallet.connector,
        connect: (input: Parameters<typeof connect>[0]) => {
          show = input.onUri ?? show
          return connect(input)
        },
      },
    }
    const { kit, clock } = create({ wallets: [relay] })
    const connected = kit.connect({ connectorId: 'fake' })
    await settle()
    const attempt = () => kit.store.get().connections.eip155?.attempt
    show('wc:1')
    expect(attempt()).toMatchObject({ uri: 'wc:1', uriExpiresAt: clock.now() + limits.pairingLifetime })
    clock.advance(minutes(3))
    show('wc:2')
    expect(attempt()).toMatchObject({ uri: 'wc:2', uriExpiresAt: clock.now() + limits.pairingLifetime })
    wallet.approve('connect')
    await connected
    show('wc:late')
    expect(attempt()).toBeUndefined()
  })

  test('[S9-04] the two wallets used last are kept, newest first, also after disconnecting', async () => {
    const { kit } = create({ wallets: ['a', 'b', 'c'].map((id) => createFakeWallet({ id })) })
    for (const id of ['a', 'b', 'c', 'b']) await kit.connect({ connectorId: id })
    await kit.disconnect()
    expect(recentWallets(contextOf(kit))).toEqual(['b', 'c'])
  })

  test('a connector that nobody offers is named', async () => {
    const { kit } = create()
    await expect(kit.connect({ connectorId: 'nope' })).rejects.toThrow('No wallet nope is offered')
  })

  test('a connector that throws at once is a failed connection like any other', async () => {
    const wallet = createFakeWallet()
    const broken = {
      ...wallet,
      connector: {
        ...wallet.connector,
        connect: () => {
          throw new Error('boom')
        },
      },
    }
    const { kit } = create({ wallets: [broken] })
    await expect(kit.connect({ connectorId: 'fake' })).rejects.toMatchObject({
      code: 'connection.failed',
      cause: { message: 'boom' },
    })
    expect(selectStatus(kit.store.get())).toBe('disconnected')
  })
})

describe('restoring', () => {
  test('[S4-02] a stored connection shows as connecting until the wallet answered', async () => {
    const wallet = createFakeWallet({ asks: ['reconnect'] })
    const first = create({ wallets: [wallet] })
    await first.kit.connect({ connectorId: 'fake' })
    const { kit } = first.reload()
    expect(selectStatus(kit.store.get())).toBe('connecting')
    await settle()
    wallet.approve('reconnect')
    await kit.ready
    expect(selectStatus(kit.store.get())).toBe('connected')
    expect(selectAccount(kit.store.get())?.address).toBe(one)
  })

  test('[S4-02] a wallet that has nothing to restore ends disconnected and is not tried again', async () => {
    const wallet = createFakeWallet()
    const first = create({ wallets: [wallet] })
    await first.kit.connect({ connectorId: 'fake' })
    wallet.vanish()
    first.storage.values.set('latchkey:default::connections', '{"version":1,"data":{"eip155":["fake"]}}')
    const { kit } = first.reload()
    await kit.ready
    expect(selectStatus(kit.store.get())).toBe('disconnected')
    expect(contextOf(kit).storage.read('connections')).toBeUndefined()
  })

  test('[S4-03] stored wallets are tried most recently used first, and the first that answers is active', async () => {
    const order: string[] = []
    const wallets = ['a', 'b', 'c'].map((id) => {
      const wallet = createFakeWallet({ id })
      const { reconnect } = wallet.connector
      return {
        ...wallet,
        connector: {
          ...wallet.connector,
          reconnect: (input: { signal: AbortSignal }) => {
            order.push(id)
            return id === 'c'
              ? Promise.reject(new Error('locked'))
              : (reconnect?.(input) ?? Promise.resolve(undefined))
          },
        },
      }
    })
    const first = create({ wallets })
    for (const id of ['a', 'b', 'c']) await first.kit.connect({ connectorId: id })
    const { kit } = first.reload()
    await kit.ready
    expect(order).toEqual(['c', 'b', 'a'])
    expect(kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)).toEqual([
      'b',
      'a',
    ])
    expect(contextOf(kit).storage.read('connections')).toEqual({ eip155: ['b', 'a'] })
  })

  test('[S4-03] reconnecting shows as such and never asks the person', async () => {
    const wallet = createFakeWallet({ asks: ['reconnect'] })
    const first = create({ wallets: [wallet] })
    await first.kit.connect({ connectorId: 'fake' })
    const { kit, clock } = first.reload()
    await clock.advanceAsync(limits.restoreDeadline)
    await kit.ready
    expect(selectStatus(kit.store.get())).toBe('disconnected')
    contextOf(kit).storage.write('connections', { eip155: ['fake'] })
    const again = kit.reconnect()
    expect(selectStatus(kit.store.get())).toBe('reconnecting')
    await settle()
    expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['reconnect', 'reconnect'])
    wallet.prompts[1]?.approve()
    await again
    expect(selectStatus(kit.store.get())).toBe('connected')
    expect(wallet.peakPrompts).toBe(0)
  })

  test('[S4-03] a wallet that announces itself late is still restored', async () => {
    const wallet = createFakeWallet()
    const adapter = createFakeAdapter({ wallets: [wallet] })
    const first = create({ wallets: [wallet], adapters: [adapter] })
    await first.kit.connect({ connectorId: 'fake' })
    adapter.withdraw(wallet)
    const { kit, clock } = first.reload()
    await clock.advanceAsync(limits.connectorAppear - 1)
    expect(selectStatus(kit.store.get())).toBe('connecting')
    adapter.announce(wallet)
    await kit.ready
    expect(selectStatus(kit.store.get())).toBe('connected')
  })

  test('[D-10] wallets that never appear do not add up their waits', async () => {
    const wallets = ['a', 'b', 'c'].map((id) => createFakeWallet({ id }))
    const adapter = createFakeAdapter({ wallets })
    const first = create({ wallets, adapters: [adapter] })
    for (const id of ['a', 'b', 'c']) await first.kit.connect({ connectorId: id })
    for (const wallet of wallets) adapter.withdraw(wallet)
    const { kit, clock } = first.reload()
    await clock.advanceAsync(limits.connectorAppear)
    expect(selectStatus(kit.store.get())).toBe('disconnected')
  })

  test('an abandoned restore keeps what is stored; choosing a wallet wins', async () => {
    const a = createFakeWallet({ id: 'a', asks: ['reconnect'] })
    const b = createFakeWallet({ id: 'b', accounts: [two] })
    const first = create({ wallets: [a, b] })
    await first.kit.connect({ connectorId: 'a' })
    const { kit } = first.reload()
    await settle()
    await kit.connect({ connectorId: 'b' })
    await kit.ready
    a.approve('reconnect')
    await settle()
    expect(selectWallet(kit.store.get())?.connectorId).toBe('b')
    expect(contextOf(kit).storage.read('connections')).toEqual({ eip155: ['b', 'a'] })
  })

  test('a reload comes back to the namespace and network it was on', async () => {
    const networks = [
      fakeNetwork(),
      fakeNetwork({ reference: '10' }),
      fakeNetwork({ namespace: 'solana', reference: 'main' }),
    ] as const
    const first = create({ networks: [...networks] })
    await first.kit.switchNetwork({ networkId: 'eip155:10' })
    await first.kit.switchNetwork({ networkId: 'solana:main' })
    const { kit } = first.reload()
    expect(kit.store.get().activeNamespace).toBe('solana')
    expect(kit.store.get().activeNetworks.eip155?.networkId).toBe('eip155:10')
  })
})
