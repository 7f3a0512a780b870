// @vitest-environment happy-dom
import { type Connector, createMemoryStorage } from '@latchkey/core'
import {
  createFakeAdapter,
  createFakeWallet,
  type FakeWallet,
  fakeNetwork,
  userRejection,
} from '@latchkey/core/testing'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type AppKitOptions,
  type ConnectionChange,
  createAppKit,
  useAppKitAccount,
  useAppKitConnection,
  useAppKitConnections,
  useDisconnect,
} from '../appkit.js'
import { embeddedWallet, fakeEmbedded } from './testing/fakeEmbedded.js'
import { runHook as run } from './testing/runHook.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const a1 = '0x00000000000000000000000000000000000000A1'
const a2 = '0x00000000000000000000000000000000000000A2'
const b1 = '0x00000000000000000000000000000000000000B1'
const s1 = '0x00000000000000000000000000000000000000C1'
const imageUrl = 'https://mainnet.example/logo.png'
const mainnet = { ...fakeNetwork(), assets: { imageUrl } }
const solana = fakeNetwork({ namespace: 'solana', reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })

/** Wallets of some namespaces know no network. */
function placeless(wallet: FakeWallet): FakeWallet {
  const { connector } = wallet
  const connect: Connector['connect'] = async (input) => ({
    ...(await connector.connect(input)),
    networkId: () => undefined,
  })
  return { ...wallet, connector: { ...connector, connect } }
}

function open(options: Partial<AppKitOptions> = {}) {
  const ada = createFakeWallet({ id: 'com.ada', name: 'Ada', accounts: [a1, a2] })
  const bob = createFakeWallet({ id: 'com.bob', name: 'Bob', accounts: [b1], asks: ['connect'] })
  const sol = placeless(createFakeWallet({ id: 'com.sol', namespace: 'solana', accounts: [s1] }))
  const adapters = [
    createFakeAdapter({ wallets: [ada, bob, embeddedWallet()] }),
    createFakeAdapter({ namespace: 'solana', wallets: [sol] }),
  ]
  const appKit = createAppKit({
    networks: [mainnet, solana],
    adapters,
    walletUrl: 'https://wallet.example',
    storage: createMemoryStorage(),
    logLevel: 'silent',
    ...options,
  })
  onTestFinished(() => appKit.kit.destroy())
  const { kit } = appKit
  const connect = (connectorId: string) =>
    act(async () => {
      const asked = kit.connect({ connectorId })
      if (connectorId === bob.connector.id)
        await vi.waitUntil(() => bob.prompts.length > 0).then(() => bob.approve())
      await asked
    })
  return { appKit, kit, bob, connect }
}

const idsOf = (list: readonly { readonly connectorId: string }[]) =>
  list.map(({ connectorId }) => connectorId)

test('nobody is connected: both lists are empty, and there is no connection', async () => {
  open()
  expect(run(() => useAppKitConnections()).last).toEqual({ connections: [], recentConnections: [] })
  expect(run(() => useAppKitConnection()).last).toMatchObject({ connection: undefined, isPending: false })
})

test('[D-11] each wallet is a connection with its accounts and network, the one that signs first', async () => {
  const { appKit, connect } = open()
  const listed = run(() => useAppKitConnections())
  const active = run(() => useAppKitConnection({ namespace: 'eip155' }))
  await connect('com.ada')
  await connect('com.bob')
  expect(listed.last.connections).toEqual([
    {
      connectorId: 'com.bob',
      name: 'Bob',
      icon: undefined,
      networkIcon: imageUrl,
      accounts: [{ address: b1, type: 'eoa' }],
      caipNetwork: mainnet,
    },
    expect.objectContaining({
      connectorId: 'com.ada',
      accounts: [
        { address: a1, type: 'eoa' },
        { address: a2, type: 'eoa' },
      ],
    }),
  ])
  expect(active.last.connection).toMatchObject({ connectorId: 'com.bob' })
  expect(appKit.getConnections()).toEqual(listed.last.connections)
})

test('a list is the same object until something of it has changed', async () => {
  const { appKit, connect } = open()
  await connect('com.ada')
  const listed = run(() => useAppKitConnections())
  const active = run(() => useAppKitConnection())
  const { last: before, count } = listed
  const { connection } = active.last
  await act(() => appKit.open())
  act(() => appKit.setThemeMode('dark'))
  expect(listed.last).toBe(before)
  expect(listed.count).toBe(count)
  expect(active.last.connection).toBe(connection)
})

test('each namespace has a list of its own; a wallet without a network is where the page is', async () => {
  const { connect } = open()
  const [evm, other] = [run(() => useAppKitConnections('eip155')), run(() => useAppKitConnections('solana'))]
  const front = run(() => useAppKitConnections())
  await connect('com.ada')
  await connect('com.sol')
  expect(idsOf(evm.last.connections)).toEqual(['com.ada'])
  expect(other.last.connections).toMatchObject([{ connectorId: 'com.sol', caipNetwork: solana }])
  expect(front.last.connections).toEqual(other.last.connections)
})

test('a switch makes another wallet, or another account of one, the one that signs, and says which', async () => {
  const { connect } = open()
  await connect('com.ada')
  await connect('com.bob')
  const onSuccess = vi.fn<(change: ConnectionChange) => void>()
  const hook = run(() => useAppKitConnection({ namespace: 'eip155', onSuccess }))
  const account = run(() => useAppKitAccount())
  const [, ada] = run(() => useAppKitConnections()).last.connections
  if (!ada) throw new Error('Nobody is connected beside Bob')
  const told = { namespace: 'eip155', hasSwitchedAccount: true, hasDeletedWallet: false }
  await act(() => hook.last.switchConnection({ connection: ada }))
  expect(account.last.address).toBe(a1)
  await act(() => hook.last.switchConnection({ connection: ada, address: a2 }))
  expect(account.last.address).toBe(a2)
  expect(hook.last.connection).toMatchObject({
    connectorId: 'com.ada',
    accounts: [{ address: a2 }, { address: a1 }],
  })
  await act(() => hook.last.switchConnection({ connection: ada, address: a2 }))
  expect(onSuccess.mock.calls).toEqual([
    [{ ...told, address: a1, hasSwitchedWallet: true }],
    [{ ...told, address: a2, hasSwitchedWallet: false }],
    [{ ...told, address: a2, hasSwitchedWallet: false, hasSwitchedAccount: false }],
  ])
})

test('[S4-05] leaving one of two wallets leaves the other, which signs; the one that left is a recent one', async () => {
  const { appKit, connect } = open()
  await connect('com.ada')
  await connect('com.bob')
  const listed = run(() => useAppKitConnections())
  const account = run(() => useAppKitAccount())
  expect(listed.last.recentConnections).toEqual([])
  const { disconnect } = run(useDisconnect).last
  await act(() => disconnect({ namespace: 'eip155', id: 'com.bob' }))
  expect(idsOf(listed.last.connections)).toEqual(['com.ada'])
  expect(account.last).toMatchObject({ isConnected: true, address: a1 })
  // The page keeps no address of a wallet that was left.
  expect(listed.last.recentConnections).toMatchObject([{ connectorId: 'com.bob', name: 'Bob', accounts: [] }])
  expect(appKit.getRecentConnections()).toEqual(listed.last.recentConnections)
  await act(() => disconnect())
  expect(idsOf(listed.last.recentConnections)).toEqual(['com.bob', 'com.ada'])
  expect(listed.last.connections).toEqual([])
})

test('a wallet that was left is asked again, every component sees that it is, and a refusal is told', async () => {
  const { bob, connect, kit } = open()
  await connect('com.bob')
  await connect('com.ada')
  await act(() => kit.disconnect({ connectorId: 'com.bob' }))
  const onError = vi.fn<(error: Error) => void>()
  const onSuccess = vi.fn<(change: ConnectionChange) => void>()
  const hook = run(() => useAppKitConnection({ onSuccess, onError }))
  const beside = run(() => useAppKitConnection({ namespace: 'eip155' }))
  const [recent] = run(() => useAppKitConnections()).last.recentConnections
  if (!recent) throw new Error('Bob is not remembered')
  const ask = async (answer: () => void) => {
    await act(async () => {
      const asked = hook.last.switchConnection({ connection: recent, address: b1 })
      await vi.waitUntil(() => bob.prompts.length > 0)
      expect([hook.last.isPending, beside.last.isPending]).toEqual([true, true])
      answer()
      await asked
    })
  }
  await ask(() => bob.reject('connect', userRejection()))
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: 'connection.rejected' })]])
  expect(beside.last).toMatchObject({ isPending: false, connection: { connectorId: 'com.ada' } })
  await ask(() => bob.approve())
  expect(beside.last).toMatchObject({ isPending: false, connection: { connectorId: 'com.bob' } })
  expect(onSuccess.mock.calls).toMatchObject([[{ address: b1, hasSwitchedWallet: true }]])
})

test('an account that the wallet does not share, and a wallet that is gone, are errors and no exceptions', async () => {
  const { connect } = open()
  await connect('com.ada')
  const onError = vi.fn<(error: Error) => void>()
  const hook = run(() => useAppKitConnection({ onError }))
  await act(() => hook.last.switchConnection({ connection: { connectorId: 'com.ada' }, address: b1 }))
  await act(() => hook.last.switchConnection({ connection: { connectorId: 'com.gone' } }))
  expect(onError.mock.calls).toMatchObject([
    [{ code: 'account.not-found' }],
    [{ code: 'connection.connector-not-found' }],
  ])
  expect(hook.last.connection).toMatchObject({ accounts: [{ address: a1 }, { address: a2 }] })
})

test('a wallet of one at a time takes the place of the other', async () => {
  const { connect } = open({ enableMultiWallet: false })
  const listed = run(() => useAppKitConnections())
  await connect('com.ada')
  await connect('com.bob')
  expect(idsOf(listed.last.connections)).toEqual(['com.bob'])
  expect(idsOf(listed.last.recentConnections)).toEqual(['com.ada'])
})

test('[S3-09] a recent wallet is deleted here and for the next visit; a connected one stays connected', async () => {
  const storage = createMemoryStorage()
  const { kit, connect } = open({ storage })
  await connect('com.ada')
  await connect('com.bob')
  await act(() => kit.disconnect({ connectorId: 'com.bob' }))
  const onSuccess = vi.fn<(change: ConnectionChange) => void>()
  const hook = run(() => useAppKitConnection({ onSuccess }))
  const listed = run(() => useAppKitConnections())
  act(() => hook.last.deleteConnection({ address: b1, connectorId: 'com.bob' }))
  act(() => hook.last.deleteConnection({ address: a1, connectorId: 'com.ada' }))
  act(() => hook.last.deleteConnection({ address: b1, connectorId: 'com.bob' }))
  expect(listed.last.recentConnections).toEqual([])
  expect(idsOf(listed.last.connections)).toEqual(['com.ada'])
  expect(onSuccess.mock.calls).toMatchObject([
    [{ address: b1, hasDeletedWallet: true, hasSwitchedAccount: false, hasSwitchedWallet: false }],
    [{ address: a1, hasDeletedWallet: true }],
    [{ address: b1, hasDeletedWallet: false }],
  ])
  await act(() => kit.disconnect())
  kit.destroy()
  open({ storage })
  expect(run(() => useAppKitConnections()).last.recentConnections).toEqual([])
})

test('the embedded wallet says how the person signed in, and is no recent wallet once they left', async () => {
  const { appKit, kit, connect } = open()
  fakeEmbedded(appKit, { user: { provider: 'google', userName: 'Ada' } })
  const listed = run(() => useAppKitConnections())
  await connect('auth')
  expect(listed.last.connections).toMatchObject([
    { connectorId: 'auth', auth: { name: 'google', username: 'Ada' } },
  ])
  await connect('com.ada')
  expect(listed.last.connections[0]).not.toHaveProperty('auth')
  await act(() => kit.disconnect())
  expect(idsOf(listed.last.recentConnections)).toEqual(['com.ada'])
})
