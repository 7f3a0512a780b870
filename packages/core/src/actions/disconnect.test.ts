/** Leaving: everything that is forgotten, and what is said when a wallet will not let go. */

import { limits } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import type { WalletSession } from '../connector.js'
import { contextOf } from '../context.js'
import type { KitEvent } from '../events.js'
import { selectAccount, selectStatus } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork, settle } from '../testing/index.js'

async function connected(asks: Parameters<typeof createFakeWallet>[0] = {}) {
  const wallet = createFakeWallet({ type: 'AUTH', ...asks })
  const world = createTestKit({ wallets: [wallet] })
  const events: KitEvent[] = []
  world.kit.on((event) => events.push(event))
  await world.kit.connect({ connectorId: 'fake' })
  return { ...world, wallet, events }
}

describe('[S4-05] disconnecting forgets', () => {
  test('account, network, send state, social provider, sign-in, balance, connector ids and listeners', async () => {
    const { kit, wallet, events } = await connected()
    wallet.changeNetwork('eip155:10')
    contextOf(kit).store.set({
      send: { sendTokenAmount: '1' },
      socialProvider: 'google',
      signIn: { isRequired: false, session: {} as never }, // only its presence counts here
      balances: { eip155: { status: 'loading', balance: undefined, retryAt: undefined } },
    })
    await kit.disconnect()
    const state = kit.store.get()
    expect(state.connections.eip155).toMatchObject({
      status: 'disconnected',
      wallets: [],
      attempt: undefined,
    })
    expect(selectAccount(state)).toBeUndefined()
    expect(state.activeNetworks.eip155?.networkId).toBe('eip155:1')
    expect(state.send).toEqual({})
    expect(state.socialProvider).toBeUndefined()
    expect(state.signIn.session).toBeUndefined()
    expect(state.balances).toEqual({})
    expect(contextOf(kit).storage.read('connections')).toBeUndefined()
    expect(wallet.listeners).toBe(0)
    expect(wallet.isAuthorised).toBe(false)
    expect(events.at(-1)).toMatchObject({ name: 'DISCONNECT_SUCCESS', props: { namespace: 'all' } })
  })

  test('[S4-06] the markers of the embedded wallet', async () => {
    const { kit } = await connected()
    contextOf(kit).storage.write('embeddedLogin', { email: 'ada@example.com', networkId: 'eip155:1' })
    await kit.disconnect({ namespace: 'eip155' })
    expect(contextOf(kit).storage.read('embeddedLogin')).toBeUndefined()
  })

  test('an attempt under way', async () => {
    const wallet = createFakeWallet({ asks: ['connect'] })
    const { kit } = createTestKit({ wallets: [wallet] })
    const attempt = kit.connect({ connectorId: 'fake' })
    const failed = expect(attempt).rejects.toMatchObject({ code: 'request.aborted' })
    await settle()
    await kit.disconnect()
    await failed
    expect(selectStatus(kit.store.get())).toBe('disconnected')
  })
})

test('[S8-04] a wallet that refuses is reported in the words of the spec, and is left all the same', async () => {
  const { kit, wallet, events } = await connected({ asks: ['disconnect'] })
  const left = kit.disconnect()
  const failed = expect(left).rejects.toThrow('Failed to disconnect')
  await settle()
  expect(selectStatus(kit.store.get())).toBe('disconnected')
  wallet.reject('disconnect', new Error('no'))
  await failed
  expect(events.at(-1)).toMatchObject({
    name: 'DISCONNECT_ERROR',
    props: { message: 'Failed to disconnect' },
  })
})

test('[S8-04] a namespace is named when only that one was left', async () => {
  const { kit, wallet } = await connected({ asks: ['disconnect'] })
  const left = kit.disconnect({ namespace: 'eip155' })
  const failed = expect(left).rejects.toThrow('Failed to disconnect chain eip155')
  await settle()
  wallet.reject('disconnect', new Error('no'))
  await failed
})

test('[D-10] a wallet that never answers a disconnect does not hold the next connection for long', async () => {
  const { kit, clock, wallet } = await connected({ asks: ['disconnect'] })
  const left = kit.disconnect()
  const failed = expect(left).rejects.toThrow('Failed to disconnect')
  const again = kit.connect({ connectorId: 'fake' })
  await clock.advanceAsync(limits.disconnectDeadline - 1)
  // Until then the wallet is not asked: its late goodbye would end the new connection.
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['disconnect'])
  expect(selectStatus(kit.store.get())).toBe('connecting')
  await clock.advanceAsync(1)
  await failed
  await expect(again).resolves.toMatchObject({ connectorId: 'fake' })
})

test('with another namespace still connected, that one comes to the front', async () => {
  const solana = createFakeWallet({ id: 'sol', namespace: 'solana', networkId: 'solana:main' })
  const { kit } = createTestKit({
    networks: [fakeNetwork(), fakeNetwork({ namespace: 'solana', reference: 'main' })],
    adapters: [
      createFakeAdapter({ wallets: [createFakeWallet()] }),
      createFakeAdapter({ namespace: 'solana', wallets: [solana] }),
    ],
  })
  await kit.connect({ connectorId: 'sol' })
  await kit.connect({ connectorId: 'fake' })
  expect(kit.store.get().activeNamespace).toBe('eip155')
  await kit.disconnect({ namespace: 'eip155' })
  expect(kit.store.get().activeNamespace).toBe('solana')
  expect(selectStatus(kit.store.get())).toBe('connected')
})

test('a wallet that vanishes or takes back its accounts is left without being asked', async () => {
  for (const leave of ['vanish', 'lock'] as const) {
    const { kit, wallet } = await connected({ asks: ['disconnect'] })
    if (leave === 'vanish') wallet.vanish(new Error('extension reloaded'))
    else wallet.changeAccounts([])
    expect(selectStatus(kit.store.get())).toBe('disconnected')
    expect(contextOf(kit).storage.read('connections')).toBeUndefined()
    expect([wallet.listeners, wallet.prompts.length]).toEqual([0, 0])
  }
})

test('[S4-05] one wallet can be left while the others stay and are restored after a reload', async () => {
  const world = createTestKit({ wallets: ['a', 'b'].map((id) => createFakeWallet({ id })) })
  const events: KitEvent[] = []
  world.kit.on((event) => events.push(event))
  await world.kit.connect({ connectorId: 'a' })
  await world.kit.connect({ connectorId: 'b' })
  await world.kit.disconnect({ connectorId: 'b' })
  expect(events.at(-1)).toMatchObject({ name: 'DISCONNECT_SUCCESS', props: { namespace: 'eip155' } })
  const { kit } = world.reload()
  await kit.ready
  expect(kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)).toEqual(['a'])
})

test('[S4-05] [S4-06] a wallet that leaves by itself is recorded, and takes the embedded markers along', async () => {
  const { kit, wallet, events } = await connected()
  contextOf(kit).storage.write('embeddedLogin', { email: 'ada@example.com' })
  wallet.vanish()
  expect(contextOf(kit).storage.read('embeddedLogin')).toBeUndefined()
  expect(events.at(-1)).toMatchObject({ name: 'DISCONNECT_SUCCESS', props: { namespace: 'eip155' } })
})

test.each([
  'Account',
  'ProfileWallets',
  'UnsupportedChain',
  'ApproveTransaction',
  'SIWXSignMessage',
] as const)('[S4-05] a wallet that leaves by itself takes %s off the screen; Connect stays', async (view) => {
  const { kit, wallet } = await connected()
  kit.open({ view })
  wallet.vanish()
  expect(kit.store.get().modal.isOpen).toBe(false)
  await kit.connect({ connectorId: 'fake' })
  kit.open({ view: 'Connect' })
  wallet.changeAccounts([])
  expect(selectAccount(kit.store.get())).toBeUndefined()
  expect(kit.store.get().modal.isOpen).toBe(true)
})

test('a session that keeps talking after it was left has no say', async () => {
  const wallet = createFakeWallet()
  const { connect } = wallet.connector
  const voices: (() => void)[] = []
  const deaf = {
    ...wallet,
    connector: {
      ...wallet.connector,
      connect: async (input: Parameters<typeof connect>[0]): Promise<WalletSession> => ({
        ...(await connect(input)),
        subscribe(listener) {
          voices.push(() => listener({ type: 'disconnected' }))
          return () => {}
        },
      }),
    },
  }
  const { kit } = createTestKit({ wallets: [deaf] })
  await kit.connect({ connectorId: 'fake' })
  await kit.disconnect()
  await kit.connect({ connectorId: 'fake' })
  voices[0]?.()
  expect(selectStatus(kit.store.get())).toBe('connected')
  voices[1]?.()
  expect(selectStatus(kit.store.get())).toBe('disconnected')
})
