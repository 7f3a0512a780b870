/** Switching networks and namespaces: in one step, or not at all. */

import { describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import type { KitState } from '../state.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork, settle } from '../testing/index.js'
import { isUnrecognisedChain } from '../wallets/walletError.js'
import { push } from './navigate.js'

const networks = [
  fakeNetwork(),
  fakeNetwork({ reference: '10' }),
  fakeNetwork({ namespace: 'solana', reference: 'main' }),
] as const

async function connected(input: Parameters<typeof createFakeWallet>[0] = {}) {
  const wallet = createFakeWallet(input)
  const world = createTestKit({
    networks: [...networks],
    wallets: [wallet],
    adapters: [createFakeAdapter({ wallets: [wallet] }), createFakeAdapter({ namespace: 'solana' })],
  })
  await world.kit.connect({ connectorId: 'fake' })
  return { ...world, wallet }
}

const networkOf = (state: KitState) => state.activeNetworks.eip155?.networkId

test('[S4-07] the network shown changes when the wallet did, not before', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  const switched = kit.switchNetwork({ networkId: 'eip155:10' })
  await settle()
  expect(networkOf(kit.store.get())).toBe('eip155:1')
  wallet.approve('switchNetwork')
  await switched
  expect(networkOf(kit.store.get())).toBe('eip155:10')
})

test('[S4-07] a refused switch leaves everything where it was', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  const switched = kit.switchNetwork({ networkId: 'eip155:10' })
  const failed = expect(switched).rejects.toMatchObject({ code: 4001 })
  await settle()
  wallet.reject('switchNetwork')
  await failed
  expect(networkOf(kit.store.get())).toBe('eip155:1')
  expect(wallet.prompts).toHaveLength(0)
})

describe('[S4-07] however another namespace comes to the front, the send state is reset', () => {
  function beside() {
    const other = createFakeWallet({ id: 'sol', namespace: 'solana', networkId: 'solana:main' })
    const solana = createFakeAdapter({ namespace: 'solana', wallets: [other] })
    const adapters = [createFakeAdapter({ wallets: [createFakeWallet()] }), solana]
    return { other, solana, ...createTestKit({ networks: [...networks], adapters }) }
  }

  test.each(['open', 'connect', 'adopt'] as const)('by %s', async (way) => {
    const { kit, other, solana } = beside()
    await kit.connect({ connectorId: 'fake' })
    contextOf(kit).store.set({ send: { sendTokenAmount: '1' } })
    kit.open({ namespace: 'eip155' })
    expect(kit.store.get().send).toEqual({ sendTokenAmount: '1' })
    if (way === 'open') kit.open({ namespace: 'solana' })
    if (way === 'connect') await kit.connect({ connectorId: 'sol' })
    if (way === 'adopt') {
      await other.connector.connect({ signal: new AbortController().signal })
      solana.context?.adopt({ connectorId: 'sol', isActive: true })
    }
    await expect.poll(() => kit.store.get().activeNamespace).toBe('solana')
    expect(kit.store.get().send).toEqual({})
  })
})

test('views about an account give way to Connect in a namespace without one', async () => {
  const { kit } = await connected()
  kit.open({ view: 'Account' })
  push(contextOf(kit), { view: 'Networks' })
  await kit.switchNetwork({ networkId: 'solana:main' })
  expect(kit.store.get().router.history.map(({ view }) => view)).toEqual(['Connect', 'Networks'])
})

test('[S4-07] another namespace comes with its network in one step, and the send state is reset', async () => {
  const { kit } = await connected()
  contextOf(kit).store.set({ send: { sendTokenAmount: '1' } })
  const seen: KitState[] = []
  kit.subscribe((state) => seen.push(state))
  await kit.switchNetwork({ networkId: 'solana:main' })
  const state = kit.store.get()
  expect([state.activeNamespace, state.activeNetworks.solana?.networkId, state.send]).toEqual([
    'solana',
    'solana:main',
    {},
  ])
  for (const each of seen) expect(each.activeNamespace === 'solana').toBe(Object.keys(each.send).length === 0)
})

test('[S4-07] a switch of namespace is flagged while its wallet is asked', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  await kit.switchNetwork({ networkId: 'solana:main' })
  const back = kit.switchNetwork({ networkId: 'eip155:10' })
  await settle()
  expect(kit.store.get()).toMatchObject({ isSwitchingNamespace: true, activeNamespace: 'solana' })
  wallet.approve('switchNetwork')
  await back
  expect(kit.store.get()).toMatchObject({ isSwitchingNamespace: false, activeNamespace: 'eip155' })
})

test('[S5-19] [S8-21] a network that is not configured raises the alert and an error', async () => {
  const { kit } = await connected()
  await expect(kit.switchNetwork({ networkId: 'eip155:5' })).rejects.toMatchObject({
    code: 'network.switch-not-found',
  })
  await expect
    .poll(() => kit.store.get().alert)
    .toMatchObject({
      isOpen: true,
      id: 'network-not-found',
      title: 'Network Not Found',
    })
  expect(kit.store.get().alert.text).toContain('eip155:5')
})

describe('[S4-24] a wallet that does not know the network', () => {
  test('is taught it, then moved', async () => {
    const { kit, wallet } = await connected({ knownNetworks: ['eip155:1'], asks: ['addNetwork'] })
    const switched = kit.switchNetwork({ networkId: 'eip155:10' })
    await settle()
    wallet.approve('addNetwork')
    await switched
    expect(networkOf(kit.store.get())).toBe('eip155:10')
  })

  test('[S8-14] that refuses to learn it is "Chain is not supported"; a person who says no is not', async () => {
    const { kit, wallet } = await connected({ knownNetworks: [], asks: ['addNetwork'] })
    const refused = kit.switchNetwork({ networkId: 'eip155:10' })
    const failed = expect(refused).rejects.toThrow('Chain is not supported')
    await settle()
    wallet.reject('addNetwork', new Error('cannot'))
    await failed
    const declined = kit.switchNetwork({ networkId: 'eip155:10' })
    const rejected = expect(declined).rejects.toMatchObject({ code: 4001 })
    await settle()
    wallet.reject('addNetwork')
    await rejected
  })

  test('[S8-14] that cannot learn is "Chain is not supported"', async () => {
    const { kit } = await connected({ knownNetworks: [], can: ['switchNetwork'] })
    await expect(kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toThrow('Chain is not supported')
  })

  test.each([4902, 5000, 32603, -32603])('[S8-32] says so with code %i, also wrapped', (code) => {
    expect(isUnrecognisedChain({ code })).toBe(true)
    expect(isUnrecognisedChain(new Error('outer', { cause: { cause: { code } } }))).toBe(true)
  })

  test('a refusal by the person is never taken for that', () => {
    expect(isUnrecognisedChain({ code: -32603, cause: { code: 4001 } })).toBe(false)
    expect(isUnrecognisedChain({ code: 4001 })).toBe(false)
    expect(isUnrecognisedChain('4902')).toBe(false)
  })
})

test('a wallet that says yes and does not move is not believed', async () => {
  const wallet = createFakeWallet()
  const { connect } = wallet.connector
  const liar = {
    ...wallet,
    connector: {
      ...wallet.connector,
      connect: async (input: Parameters<typeof connect>[0]) => ({
        ...(await connect(input)),
        switchNetwork: async () => {},
      }),
    },
  }
  const { kit } = createTestKit({ wallets: [liar] })
  await kit.connect({ connectorId: 'fake' })
  await expect(kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toMatchObject({
    code: 'network.switch-failed',
  })
  expect(networkOf(kit.store.get())).toBe('eip155:1')
})

test('a wallet that cannot switch says so', async () => {
  const { kit } = await connected({ can: [] })
  await expect(kit.switchNetwork({ networkId: 'eip155:10' })).rejects.toThrow(
    'The connected wallet cannot switch networks',
  )
})

describe('the list of networks', () => {
  test('[S4-07] removing the active one falls back to the first remaining of its namespace', () => {
    const { kit } = createTestKit({ networks: [...networks] })
    kit.removeNetwork({ networkId: 'eip155:1' })
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:10', isSupported: true })
    expect(kit.store.get().networks).toHaveLength(2)
  })

  test('[S4-07] [D-11] a wallet that sits on a removed network is shown as unsupported, not as somewhere else', async () => {
    const { kit } = await connected()
    kit.removeNetwork({ networkId: 'eip155:1' })
    expect(kit.store.get().activeNetworks.eip155).toEqual({ networkId: 'eip155:1', isSupported: false })
    kit.addNetwork({ network: fakeNetwork() })
    expect(kit.store.get().activeNetworks.eip155?.isSupported).toBe(true)
  })

  test('[S8-14] a namespace without an adapter cannot have networks added or removed', () => {
    const { kit } = createTestKit({ networks: [...networks] })
    const solana = fakeNetwork({ namespace: 'solana', reference: 'dev' })
    expect(() => kit.addNetwork({ network: solana })).toThrow('The adapter for solana does not exist')
    expect(() => kit.removeNetwork({ networkId: 'solana:main' })).toThrow(
      'The adapter for solana does not exist',
    )
    expect(() => kit.removeNetwork({ networkId: 'eip155:77' })).toThrow('Network not found')
  })
})
