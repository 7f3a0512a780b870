/** The start of a page whose wallet actions are still on their way. */
import { expect, test } from 'vitest'
import { assembleKit } from './createLatchkey.js'
import { createLazy } from './lazy.js'
import { selectAccount, selectStatus } from './select.js'
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
