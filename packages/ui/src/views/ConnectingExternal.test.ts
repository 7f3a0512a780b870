/** What the screen says for each state of a connection. */
import type { Connection } from '@latchkey/core'
import { createFakeWallet, createTestKit, settle } from '@latchkey/core/testing'
import { LatchkeyError } from '@latchkey/spec/errors'
import { expect, test } from 'vitest'
import { phaseOf } from './ConnectingExternal.js'

const resting: Connection = { status: 'disconnected', wallets: [], attempt: undefined, error: undefined }
const failedBy = (error: LatchkeyError): Connection => ({ ...resting, error })

test('[D-10] each way an attempt can end has a screen of its own', () => {
  const wallet = 'Brass'
  expect(phaseOf(undefined, 'a')).toBe('idle')
  expect(phaseOf(resting, 'a')).toBe('idle')
  expect(phaseOf(failedBy(new LatchkeyError('connection.rejected', { wallet })), 'a')).toBe('declined')
  expect(phaseOf(failedBy(new LatchkeyError('connection.timeout', { wallet })), 'a')).toBe('timeout')
  expect(phaseOf(failedBy(new LatchkeyError('connection.no-accounts', { wallet })), 'a')).toBe('locked')
  expect(phaseOf(failedBy(new LatchkeyError('connection.pending', { wallet })), 'a')).toBe('pending')
  expect(phaseOf(failedBy(new LatchkeyError('connection.failed', { wallet })), 'a')).toBe('failed')
})

test('[S4-01] a real attempt goes from waiting to done, and only for the wallet that was asked', async () => {
  const wallet = createFakeWallet({ id: 'asked', asks: ['connect'] })
  const { kit } = createTestKit({ wallets: [wallet] })
  const phase = (id: string) => phaseOf(kit.store.get().connections.eip155, id)
  const connecting = kit.connect({ connectorId: 'asked' })
  await settle()
  expect([phase('asked'), phase('other')]).toEqual(['waiting', 'idle'])
  wallet.approve('connect')
  await connecting
  expect([phase('asked'), phase('other')]).toEqual(['done', 'idle'])
})

test('what one wallet answered is not told of another', async () => {
  const wallet = createFakeWallet({ id: 'asked', asks: ['connect'] })
  const { kit } = createTestKit({ wallets: [wallet] })
  const connecting = kit.connect({ connectorId: 'asked' })
  const refused = expect(connecting).rejects.toMatchObject({ code: 'connection.rejected' })
  await settle()
  wallet.reject('connect')
  await refused
  const connection = kit.store.get().connections.eip155
  expect([phaseOf(connection, 'asked'), phaseOf(connection, 'other')]).toEqual(['declined', 'idle'])
})
