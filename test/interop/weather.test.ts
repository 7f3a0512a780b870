/** A relay that is away: before, while and after somebody connects. The reason is in the state, and so is the recovery. */
import './socket.js'
import { createMemoryStorage, isLatchkeyError, type Kit, type Storage } from '@latchkey/core'
import { contextOf, retryRelay } from '@latchkey/core/screen'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { until } from '../harness/until.js'
import { type Cable, startCable } from '../scale/cable.js'
import { connectorId, openKit, shownUri } from './kit.js'
import { openWallet, type Wallet } from './wallet.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws')}/relay`
const kits = new Set<Kit>()
let cable: Cable
let wallet: Wallet

beforeAll(async () => {
  cable = await startCable(Number(new URL(relayUrl).port))
  wallet = await openWallet({ relayUrl })
})
afterAll(async () => {
  cable.close()
  await wallet.close()
})
beforeEach(() => cable.mend())
afterEach(() => {
  for (const kit of kits) kit.destroy()
  kits.clear()
})

function kitOn(storage: Storage = createMemoryStorage(), url = cable.through(relayUrl)): Kit {
  const kit = openKit({ relayUrl: url, storage })
  kits.add(kit)
  return kit
}

const connect = (kit: Kit) => {
  const connected = kit.connect({ connectorId })
  connected.catch(() => {})
  return connected
}
const relayOf = (kit: Kit) => kit.store.get().relay
const isLost = (kit: Kit) => until(() => relayOf(kit).status === 'lost', { what: 'the relay is missed' })
const isBack = (kit: Kit) => until(() => relayOf(kit).status === 'connected', { what: 'the relay is back' })

async function connected(kit: Kit): Promise<void> {
  const connecting = connect(kit)
  await wallet.approve(await shownUri(kit))
  await connecting
}

test('[D-10] away when a person wants to connect: the reason is told, and the code comes when the relay does', async () => {
  cable.cut()
  const kit = kitOn()
  const connecting = connect(kit)
  await isLost(kit)
  expect(relayOf(kit).error).toMatchObject({ code: 'relay.unreachable' })
  expect(kit.store.get().connections.eip155?.attempt?.uri).toBeUndefined()
  cable.mend()
  await retryRelay(contextOf(kit))
  await wallet.approve(await shownUri(kit))
  expect((await connecting).accounts[0]?.address).toBe(wallet.account.address)
  expect(relayOf(kit)).toEqual({ status: 'connected', retryAt: undefined, error: undefined })
})

test('[D-10] away while the code is on the screen: a wallet that approved meanwhile is connected afterwards', async () => {
  const kit = kitOn()
  const connecting = connect(kit)
  const uri = await shownUri(kit)
  cable.cut()
  await isLost(kit)
  const sessions = () => Object.keys(wallet.kit.getActiveSessions()).length
  const before = sessions()
  const approved = wallet.approve(uri)
  await until(() => sessions() > before, { what: 'the wallet has said yes' })
  cable.mend()
  await Promise.all([connecting, approved])
})

test('[D-10] away while a signature is asked for: it is asked for when the relay is back', async () => {
  const kit = kitOn()
  await connected(kit)
  cable.cut()
  await isLost(kit)
  const signing = kit.signMessage({ message: 'through the storm' })
  const answered = wallet.answerNext()
  cable.mend()
  await isBack(kit)
  const [signature] = await Promise.all([signing, answered])
  const { address } = wallet.account
  const isOwn = await verifyMessage({ address, message: 'through the storm', signature: signature as '0x' })
  expect(isOwn).toBe(true)
})

test('a page that was closed hears what the wallet did meanwhile', async () => {
  const storage = createMemoryStorage()
  const first = kitOn(storage)
  await connected(first)
  const topic = Object.keys(wallet.kit.getActiveSessions()).at(-1) ?? ''
  first.destroy()

  const [, other] = wallet.accounts
  if (!other) throw new Error('the wallet has two accounts')
  await wallet.kit.updateSession({ topic, namespaces: wallet.namespaces(['eip155:1'], [other.address]) })
  const second = kitOn(storage)
  await second.ready
  const shown = () => second.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address
  await until(() => shown() === other.address, { what: 'the other account is shown' })
  second.destroy()

  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'Bye' } })
  const third = kitOn(storage)
  await third.ready
  await until(() => third.store.get().connections.eip155?.status === 'disconnected', {
    what: 'the page is disconnected',
  })
})

test.each([
  ['Unauthorized: invalid key', 'invalid-project-id'],
  ['Unauthorized: origin not allowed', 'invalid-app-configuration'],
  [
    'JWT validation error: JWT Token is not yet valid: basic.iat: 1, now + time_leeway: 2, time_leeway: 120',
    'session-expired',
  ],
] as const)('[S8-30] %s means the alert %s, shown once', async (reason, alert) => {
  const server = new WebSocketServer({ port: 0 })
  server.on('connection', (socket) => socket.close(3000, reason))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('it listens on TCP')
  const kit = kitOn(createMemoryStorage(), `ws://127.0.0.1:${address.port}`)
  const alerts: (string | undefined)[] = []
  kit.watch(
    (state) => state.alert,
    ({ isOpen, id }) => isOpen && alerts.push(id),
  )
  for (const _ of [1, 2]) {
    const refused = await connect(kit).catch((cause: unknown) => cause)
    expect(isLatchkeyError(refused, 'relay.refused')).toBe(true)
    expect(relayOf(kit).status).toBe('refused')
    await retryRelay(contextOf(kit))
  }
  expect(alerts).toEqual([alert])
  server.close()
})

test('[S4-05] leaving ends the session on the wallet’s side too', async () => {
  const kit = kitOn()
  await connected(kit)
  const left = wallet.next('session_delete')
  await kit.disconnect()
  await left
  expect(relayOf(kit).status).toBe('idle')
})
