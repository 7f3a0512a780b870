/** Two pages of one app, and the switches that say what a page remembers and how many wallets it holds. */
import { afterEach, expect, test } from 'vitest'
import { push } from '../actions/navigate.js'
import { selectAccount, selectStatus, selectWallet } from '../select.js'
import { createFakeStorage, createFakeWallet, createTestKit, settle, type TestKit } from '../testing/index.js'

const made: TestKit[] = []
const create: typeof createTestKit = (input) => {
  const world = createTestKit(input)
  made.push(world)
  return world
}
afterEach(() => {
  for (const { kit } of made.splice(0)) kit.destroy()
})

const statusOf = ({ kit }: TestKit) => selectStatus(kit.store.get())
const walletsOf = ({ kit }: TestKit) =>
  kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId) ?? []

test('[D-11] a page that is open hears of a wallet that another page connects, and of its leaving', async () => {
  const storage = createFakeStorage()
  const wallet = createFakeWallet()
  const one = create({ storage, wallets: [wallet] })
  const two = create({ storage: storage.besides(), wallets: [wallet] })
  await one.kit.connect({ connectorId: wallet.connector.id })
  await settle()
  expect(statusOf(two)).toBe('connected')
  expect(selectAccount(two.kit.store.get())?.address).toBe(wallet.activeAddress)

  two.kit.open({ view: 'Account' })
  await one.kit.disconnect()
  await settle()
  expect(statusOf(two)).toBe('disconnected')
  expect(two.kit.store.get().modal.isOpen).toBe(false)
})

test('a page that could not restore a wallet does not take it from the page beside it', async () => {
  const storage = createFakeStorage()
  const wallet = createFakeWallet()
  const one = create({ storage, wallets: [wallet] })
  await one.kit.connect({ connectorId: wallet.connector.id })
  const two = create({ storage: storage.besides(), wallets: [createFakeWallet({ id: 'another' })] })
  two.clock.advance(60_000)
  await two.kit.ready
  expect(statusOf(two)).toBe('disconnected')
  expect(statusOf(one)).toBe('connected')
})

test('[S4-03] with enableReconnect off a reload connects nobody, and the app may still ask for it', async () => {
  const wallet = createFakeWallet()
  const first = create({ wallets: [wallet], enableReconnect: false })
  await first.kit.connect({ connectorId: wallet.connector.id })
  const second = first.reload()
  made.push(second)
  expect(statusOf(second)).toBe('disconnected')
  await second.kit.ready
  expect(statusOf(second)).toBe('disconnected')
  await second.kit.reconnect()
  expect(statusOf(second)).toBe('connected')
})

test('with enableMultiWallet off a new wallet takes the place of the old one, which is asked to end', async () => {
  const red = createFakeWallet({ id: 'red' })
  const blue = createFakeWallet({ id: 'blue' })
  const world = create({ wallets: [red, blue], enableMultiWallet: false })
  const seen = new Set<string>()
  await world.kit.connect({ connectorId: 'red' })
  world.kit.subscribe((state) => seen.add(selectStatus(state)))
  await world.kit.connect({ connectorId: 'blue' })
  await settle()
  expect(walletsOf(world)).toEqual(['blue'])
  expect(red.isAuthorised).toBe(false)
  // Nobody is shown as disconnected in between.
  expect([...seen]).toEqual(['connected'])
  const again = world.reload()
  made.push(again)
  await again.kit.ready
  expect(walletsOf(again)).toEqual(['blue'])
})

test('with enableMultiWallet off the same wallet may be connected again', async () => {
  const red = createFakeWallet({ id: 'red' })
  const world = create({ wallets: [red], enableMultiWallet: false })
  await world.kit.connect({ connectorId: 'red' })
  await world.kit.connect({ connectorId: 'red' })
  expect(selectWallet(world.kit.store.get())?.connectorId).toBe('red')
  expect(red.isAuthorised).toBe(true)
})

test('a wallet that is added from the list of wallets leads back to that list', async () => {
  const red = createFakeWallet({ id: 'red' })
  const blue = createFakeWallet({ id: 'blue' })
  const { kit, context } = create({ wallets: [red, blue] })
  await kit.connect({ connectorId: 'red' })
  kit.open({ view: 'Account' })
  for (const view of ['ProfileWallets', 'Connect', 'ConnectingExternal'] as const) push(context, { view })
  await kit.connect({ connectorId: 'blue' })
  const { modal, router } = kit.store.get()
  expect(modal.isOpen).toBe(true)
  expect(router.history.map(({ view }) => view)).toEqual(['Account', 'ProfileWallets'])
})
