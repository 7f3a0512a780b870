/** The start of a page whose wallet actions are still on their way. */
import { describe, expect, test } from 'vitest'
import { push } from './actions/navigate.js'
import { contextOf } from './context.js'
import { assembleKit } from './createLatchkey.js'
import { createLazy } from './lazy.js'
import { selectAccount, selectStatus, selectView } from './select.js'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeStorage,
  createFakeWallet,
  createTestKit,
  fakeNetwork,
  settle,
} from './testing/index.js'
import * as walletActions from './walletActions.js'

/** A page that somebody comes back to, with the actions that arrive when the test says so. */
async function comeBack() {
  const storage = createFakeStorage()
  const wallet = createFakeWallet()
  const earlier = createTestKit({ storage, wallets: [wallet] })
  await earlier.kit.connect({ connectorId: wallet.connector.id })
  earlier.kit.destroy()
  let arrive = () => {}
  let fail = () => {}
  const wallets = createLazy(
    () =>
      new Promise<typeof walletActions>((resolve, reject) => {
        arrive = () => resolve(walletActions)
        fail = () => reject(new TypeError('offline'))
      }),
  )
  const kit = assembleKit(
    {
      networks: [fakeNetwork()],
      adapters: [createFakeAdapter({ wallets: [wallet] })],
      clock: createFakeClock(),
      storage,
      logLevel: 'silent',
    },
    { wallets },
  )
  return { kit, wallet, arrive, fail }
}

test('[S4-02] somebody who comes back is connecting from the first moment, then connected', async () => {
  const { kit, wallet, arrive } = await comeBack()
  expect(selectStatus(kit.store.get())).toBe('connecting')
  expect(kit.store.get().connections.eip155?.attempt?.kind).toBe('restore')
  arrive()
  await kit.ready
  expect(selectStatus(kit.store.get())).toBe('connected')
  expect(selectAccount(kit.store.get())?.address).toBe(wallet.activeAddress)
})

test('[D-10] when the actions do not arrive, nobody is left connecting', async () => {
  const { kit, fail } = await comeBack()
  fail()
  await kit.ready
  expect(selectStatus(kit.store.get())).toBe('disconnected')
})

test('a kit that was destroyed meanwhile stays quiet', async () => {
  const { kit, wallet, arrive } = await comeBack()
  kit.destroy()
  arrive()
  await kit.ready
  expect(wallet.listeners).toBe(0)
})

test('a visitor without a past fetches nothing', async () => {
  let fetches = 0
  const wallets = createLazy(async () => {
    fetches += 1
    return walletActions
  })
  const kit = assembleKit(
    { networks: [fakeNetwork()], storage: createFakeStorage(), logLevel: 'silent' },
    { wallets },
  )
  await kit.ready
  await settle()
  expect(fetches).toBe(0)
  kit.cancelConnect()
  kit.destroy()
})

describe('a modal that is opened meanwhile', () => {
  /** Somebody comes back, and the wallet has not answered yet. */
  async function comeBackSlowly() {
    const wallet = createFakeWallet({ asks: ['reconnect'] })
    const first = createTestKit({ wallets: [wallet] })
    await first.kit.connect({ connectorId: wallet.connector.id })
    const { kit } = first.reload()
    await settle()
    return { kit, wallet, view: () => selectView(kit.store.get()) }
  }

  test('[S2-04] shows the account as soon as the wallet has answered', async () => {
    const { kit, wallet, view } = await comeBackSlowly()
    kit.open()
    expect(view()).toBe('Connect')
    wallet.approve('reconnect')
    await kit.ready
    expect(view()).toBe('Account')
    expect(kit.store.get().modal.isOpen).toBe(true)
  })

  test('stays where the person has gone on to another view, or has closed it', async () => {
    const elsewhere = await comeBackSlowly()
    elsewhere.kit.open()
    push(contextOf(elsewhere.kit), { view: 'WhatIsAWallet' })
    elsewhere.wallet.approve('reconnect')
    await elsewhere.kit.ready
    expect(elsewhere.view()).toBe('WhatIsAWallet')

    const closed = await comeBackSlowly()
    closed.kit.open()
    closed.kit.close()
    closed.wallet.approve('reconnect')
    await closed.kit.ready
    expect(closed.kit.store.get().modal.isOpen).toBe(false)
  })

  test('stays where it stands for a wallet of another namespace that is being asked', async () => {
    const wallet = createFakeWallet({ asks: ['reconnect'] })
    const other = createFakeWallet({
      id: 'other',
      namespace: 'solana',
      networkId: 'solana:one',
      accounts: ['So1'],
      asks: ['connect'],
    })
    const first = createTestKit({
      networks: [fakeNetwork(), fakeNetwork({ namespace: 'solana', reference: 'one' })],
      adapters: [
        createFakeAdapter({ wallets: [wallet] }),
        createFakeAdapter({ namespace: 'solana', wallets: [other] }),
      ],
    })
    await first.kit.connect({ connectorId: wallet.connector.id })
    const { kit } = first.reload()
    await settle()
    kit.open({ view: 'Connect' })
    const asking = kit.connect({ connectorId: 'other' })
    await settle()
    wallet.approve('reconnect')
    await kit.ready
    expect(selectAccount(kit.store.get())?.address).toBe(wallet.activeAddress)
    expect(selectView(kit.store.get())).toBe('Connect')
    kit.cancelConnect()
    await expect(asking).rejects.toMatchObject({ code: 'request.aborted' })
  })
})
