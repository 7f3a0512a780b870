/** A wallet the app connected with a library of its own is shown like any other. */

import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { selectStatus, selectWallet } from '../select.js'
import { createFakeAdapter, createFakeWallet, createTestKit, settle } from '../testing/index.js'
import { adopt } from './adopt.js'

const { signal } = new AbortController()

test('[S4-04] a wallet that was connected beside the kit is shown without asking anybody', async () => {
  const wallet = createFakeWallet()
  await wallet.connector.connect({ signal })
  const adapter = createFakeAdapter({ wallets: [wallet] })
  const { kit } = createTestKit({ wallets: [wallet], adapters: [adapter] })
  adapter.context?.adopt({ connectorId: 'fake', isActive: true })
  await settle()
  expect(selectStatus(kit.store.get())).toBe('connected')
  expect(wallet.peakPrompts).toBe(0)
  adapter.context?.adopt({ connectorId: 'fake', isActive: true })
  await settle()
  expect(wallet.listeners).toBe(1)
})

test('[S4-04] it waits for the wallet that is being asked, and does not disturb it', async () => {
  const asked = createFakeWallet({ id: 'asked', asks: ['connect'] })
  const other = createFakeWallet({ id: 'other' })
  await other.connector.connect({ signal })
  const adapter = createFakeAdapter({ wallets: [asked, other] })
  const { kit } = createTestKit({ wallets: [asked, other], adapters: [adapter] })
  const connecting = kit.connect({ connectorId: 'asked' })
  await settle()
  adapter.context?.adopt({ connectorId: 'other', isActive: true })
  await settle()
  expect(selectWallet(kit.store.get())).toBeUndefined()
  asked.approve('connect')
  await connecting
  await settle()
  const shown = kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)
  expect(shown).toEqual(['other', 'asked'])
})

test('a wallet that has nothing to restore, or that nobody offers, changes nothing', async () => {
  const adapter = createFakeAdapter({ wallets: [createFakeWallet()] })
  const { kit } = createTestKit({ adapters: [adapter] })
  adapter.context?.adopt({ connectorId: 'fake', isActive: true })
  adapter.context?.adopt({ connectorId: 'nobody', isActive: true })
  await settle()
  expect(selectStatus(kit.store.get())).toBe('disconnected')
  kit.destroy()
  adapter.context?.adopt({ connectorId: 'fake', isActive: true })
  await settle()
})

test('several at once are shown one after the other, and each is told when it comes to the front', async () => {
  const front: string[] = []
  const wallets = ['one', 'two'].map((id) => {
    const wallet = createFakeWallet({
      id,
      accounts: [`0x00000000000000000000000000000000000000${id === 'one' ? 'A1' : 'A2'}`],
    })
    const { reconnect } = wallet.connector
    return {
      ...wallet,
      connector: {
        ...wallet.connector,
        async reconnect(input: { signal: AbortSignal }) {
          const session = await reconnect?.(input)
          return session && { ...session, activate: () => void front.push(id) }
        },
      },
    }
  })
  for (const { connector } of wallets) await connector.connect({ signal })
  const adapter = createFakeAdapter({ wallets })
  const { kit } = createTestKit({ wallets, adapters: [adapter] })
  adapter.context?.adopt({ connectorId: 'one', isActive: true })
  adapter.context?.adopt({ connectorId: 'two', isActive: false })
  await settle()
  const shown = () => kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)
  expect([shown(), front]).toEqual([['one', 'two'], ['one']])
  await kit.disconnect({ namespace: 'eip155', connectorId: 'one' })
  expect([shown(), front]).toEqual([['two'], ['one', 'two']])
})

test('[S4-04] one that a person overtakes with a choice of their own is shown after it', async () => {
  const chosen = createFakeWallet({ id: 'chosen' })
  const other = createFakeWallet({ id: 'other', asks: ['reconnect'], canWithdraw: true })
  await other.connector.connect({ signal })
  const adapter = createFakeAdapter({ wallets: [chosen, other] })
  const { kit } = createTestKit({ wallets: [chosen, other], adapters: [adapter] })
  adapter.context?.adopt({ connectorId: 'other', isActive: false })
  await settle()
  await kit.connect({ connectorId: 'chosen' })
  await settle()
  other.approve('reconnect')
  await settle()
  const shown = kit.store.get().connections.eip155?.wallets.map(({ connectorId }) => connectorId)
  expect(shown).toEqual(['chosen', 'other'])
})

test('[D-03] one that waits for its turn waits no longer than the kit', async () => {
  const asked = createFakeWallet({ id: 'asked', asks: ['connect'] })
  const adapter = createFakeAdapter({ wallets: [asked] })
  const { kit } = createTestKit({ wallets: [asked], adapters: [adapter] })
  kit.connect({ connectorId: 'asked' }).catch(() => {})
  await settle()
  const waiting = adopt(contextOf(kit), { namespace: 'eip155', connectorId: 'other', isActive: true })
  await settle()
  kit.destroy()
  await waiting
  expect(contextOf(kit).jobs.lanes.size).toBe(0)
})
