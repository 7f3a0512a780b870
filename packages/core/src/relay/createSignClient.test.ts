/** Sessions over time: codes that renew themselves, requests that come twice or late, the end of a session. */
import { days, limits, seconds } from '@latchkey/spec/limits'
import { parsePairingUri, signBounds, signErrors } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { openClient } from './openClient.js'
import type { ResumeInput } from './signClient.js'
import type { SignEvent } from './signEvent.js'
import { createTestRelay } from './testRelay.js'
import { approveCode, testAccounts } from './testWallet.js'

const silent = () => {}
const other = 'eip155:1:0x00000000000000000000000000000000000000A2'

function setUp({ storage = createFakeStorage(), clock = createFakeClock({ now: Date.now() }) } = {}) {
  const relay = createTestRelay()
  const client = openClient({
    url: 'ws://relay.test/relay',
    storage,
    clock,
    log: { info: silent, warn: silent, error: silent },
    metadata: { name: 'Page', description: '', url: 'https://page.test', icons: [] },
    environment: { openSocket: relay.openSocket, onWake: () => silent },
  })
  const events: SignEvent[] = []
  client.subscribe((event) => events.push(event))
  return { relay, clock, client, storage, events }
}

type World = ReturnType<typeof setUp>

/** Of a page that came back; nothing was to be signed. */
const resuming: ResumeInput = {
  usedBy: () => [],
  readAuth: () => Promise.reject(new Error('No sign-in was asked for')),
  keepSignIn: () => Promise.reject(new Error('Nothing was signed')),
}

function pair({ client }: World) {
  const uris: string[] = []
  const controller = new AbortController()
  const settled = client.pair({
    optional: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    signal: controller.signal,
    onUri: (uri) => uris.push(uri),
  })
  settled.catch(silent)
  return { uris, settled, abort: () => controller.abort(new Error('given up')) }
}

async function connect(world: World) {
  const { uris, settled } = pair(world)
  await settle()
  const wallet = approveCode(world.relay, uris[0] ?? '', { now: world.clock.now() })
  await settle()
  return { wallet, session: (await settled).session }
}

test('[S4-09] a code is renewed 10 s before its 4 minutes are over, and the old one still works', async () => {
  const world = setUp()
  const { uris, settled } = pair(world)
  await world.clock.advanceAsync(limits.pairingLifetime - limits.pairingMargin - 1)
  expect(uris).toHaveLength(1)
  await world.clock.advanceAsync(1)
  expect(uris).toHaveLength(2)
  expect(parsePairingUri(uris[1] ?? '')?.topic).not.toBe(parsePairingUri(uris[0] ?? '')?.topic)
  approveCode(world.relay, uris[0] ?? '', { now: world.clock.now() })
  await settle()
  expect((await settled).session.wallet.name).toBe('Test wallet')
})

test('[D-10] codes that nobody scans come to an end, with a reason', async () => {
  const world = setUp()
  const { settled } = pair(world)
  await world.clock.advanceAsync(limits.pairingDeadline)
  await expect(settled).rejects.toMatchObject({ code: 'pairing.expired' })
  expect(world.clock.pending).toBe(0)
  expect(world.relay.live).toHaveLength(0)
})

test('a pairing that is given up leaves nothing: no timer, no topic, no connection', async () => {
  const world = setUp()
  const { settled, abort } = pair(world)
  await settle()
  abort()
  await expect(settled).rejects.toThrow('given up')
  await settle()
  expect(world.clock.pending).toBe(0)
  expect(world.relay.live).toHaveLength(0)
})

test('[D-10] while the relay is away there is no code; when it is back there is', async () => {
  const world = setUp()
  world.relay.isUp = false
  const { uris } = pair(world)
  await world.clock.advanceAsync(seconds(150))
  expect(uris).toEqual([])
  world.relay.isUp = true
  await world.clock.advanceAsync(seconds(30))
  expect(uris).toHaveLength(1)
})

test('a code that was on the screen when the page went away still connects', async () => {
  const world = setUp()
  const { uris } = pair(world)
  await settle()
  const after = setUp({ storage: world.storage, clock: world.clock })
  after.relay.adopt(world.relay)
  void after.client.resume({ ...resuming, usedBy: () => ['eip155'] })
  await settle()
  const wallet = approveCode(after.relay, uris[0] ?? '', { now: world.clock.now() })
  await settle()
  expect(after.client.session(wallet.topic)?.usedBy).toEqual(['eip155'])
  expect(after.events).toContainEqual({ type: 'settled', topic: wallet.topic })
  expect(world.storage.get('relay.pairing')).toBeNull()
})

/** The storage of a page that went away while a code was on its screen. */
async function leftBehind(world: World) {
  pair(world)
  await settle()
  const storage = createFakeStorage()
  storage.set('relay.pairing', world.storage.get('relay.pairing') ?? '')
  return storage
}

test('a code that expired while the page was away is forgotten', async () => {
  const world = setUp()
  const { clock } = world
  const storage = await leftBehind(world)
  expect(storage.get('relay.pairing')).toContain('privateKey')
  await clock.advanceAsync(seconds(signBounds.proposalLifetime))
  const after = setUp({ storage, clock })
  expect(storage.get('relay.pairing')).toBeNull()
  void after.client.resume(resuming)
  await settle()
  expect(after.relay.sockets).toHaveLength(0)
})

test('a code that expires after the page came back is forgotten then', async () => {
  const world = setUp()
  const storage = await leftBehind(world)
  const after = setUp({ storage, clock: world.clock })
  void after.client.resume(resuming)
  await settle()
  expect(after.relay.live).toHaveLength(1)
  await world.clock.advanceAsync(seconds(signBounds.proposalLifetime))
  expect(storage.get('relay.pairing')).toBeNull()
  expect(after.relay.live).toHaveLength(0)
})

test('a request of the wallet that comes twice counts once, also after a reload', async () => {
  const world = setUp()
  const { wallet, session } = await connect(world)
  const update = { namespaces: { eip155: { accounts: [other], methods: ['personal_sign'], events: [] } } }
  wallet.ask('wc_sessionUpdate', update, 5_000_000_000_000_000)
  wallet.ask('wc_sessionUpdate', update, 5_000_000_000_000_000)
  await settle()
  expect(world.events.filter(({ type }) => type === 'updated')).toHaveLength(1)
  expect(world.client.session(session.topic)?.namespaces.eip155?.accounts).toEqual([other])
  world.client.close()
  const after = setUp({ storage: world.storage, clock: world.clock })
  expect(after.client.session(session.topic)?.seen).toContain(5_000_000_000_000_000)
})

test('a request that comes again after its id was let go of counts as heard', async () => {
  const world = setUp()
  const { wallet } = await connect(world)
  const event = { event: { name: 'accountsChanged', data: testAccounts }, chainId: 'eip155:1' }
  const start = 5_000_000_000_000_000
  const heard = () => world.events.filter(({ type }) => type === 'emitted').length
  // The second overtakes the first, which still counts.
  wallet.ask('wc_sessionEvent', event, start + 1)
  wallet.ask('wc_sessionEvent', event, start)
  await settle()
  expect(heard()).toBe(2)
  for (let i = 0; i < signBounds.seenRequests; i += 1) wallet.ask('wc_sessionPing', {}, start + 2 + i)
  await settle(1024)
  wallet.ask('wc_sessionEvent', event, start)
  wallet.ask('wc_sessionEvent', event, start + 1)
  await settle()
  expect(heard()).toBe(2)
  wallet.ask('wc_sessionEvent', event, start + 2 + signBounds.seenRequests)
  await settle()
  expect(heard()).toBe(3)
})

test('an update that comes late does not undo a newer one', async () => {
  const world = setUp()
  const { wallet, session } = await connect(world)
  const update = (account: string) => ({
    namespaces: { eip155: { accounts: [account], methods: ['personal_sign'], events: [] } },
  })
  wallet.ask('wc_sessionUpdate', update(other), 5_000_000_000_000_002)
  wallet.ask('wc_sessionUpdate', update(testAccounts[0] ?? ''), 5_000_000_000_000_001)
  await settle()
  expect(world.client.session(session.topic)?.namespaces.eip155?.accounts).toEqual([other])
})

test.each([
  ['wc_sessionUpdate', { namespaces: {} }, signErrors.userRejectedChains],
  ['wc_sessionUpdate', { namespaces: 'all' }, signErrors.invalidUpdateRequest],
  ['wc_sessionEvent', { event: { name: 'unheardOf' }, chainId: 'eip155:1' }, signErrors.unauthorizedEvent],
  ['wc_sessionRequest', { request: { method: 'anything' } }, signErrors.unauthorizedMethod],
] as const)('%s that a wallet may not ask is answered with its code', async (method, params, code) => {
  const world = setUp()
  const { wallet, session } = await connect(world)
  wallet.ask(method, params)
  await settle()
  expect(wallet.heard().at(-1)).toMatchObject({ error: { code } })
  expect(world.client.session(session.topic)?.namespaces.eip155?.accounts).toEqual(testAccounts)
})

test('what was not approved is refused before it reaches the wallet', async () => {
  const world = setUp()
  const { wallet, session } = await connect(world)
  const before = wallet.heard().length
  const { topic } = session
  const refused = [
    { topic, chainId: 'eip155:1', method: 'eth_sendTransaction', params: [] },
    { topic, chainId: 'eip155:10', method: 'personal_sign', params: [] },
  ].map((request) => world.client.request(request).catch((cause: unknown) => cause))
  const codes = await Promise.all(refused)
  expect(codes).toMatchObject([
    { peerCode: signErrors.unauthorizedMethod },
    { peerCode: signErrors.unauthorizedChain },
  ])
  expect(wallet.heard()).toHaveLength(before)
})

test('[D-10] a request that the wallet never answers ends after ten minutes', async () => {
  const world = setUp()
  const { session } = await connect(world)
  const { topic } = session
  const asked = world.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: [] })
  const given = expect(asked).rejects.toMatchObject({ code: 'relay.request-expired' })
  await world.clock.advanceAsync(limits.walletDeadline)
  await given
})

test('a wallet makes its session longer, never longer than a week from now, and never shorter', async () => {
  const world = setUp()
  const { wallet, session } = await connect(world)
  const expiry = () => world.client.session(session.topic)?.expiry ?? 0
  const nowInSeconds = () => Math.floor(world.clock.now() / 1000)
  await world.clock.advanceAsync(days(2))
  wallet.ask('wc_sessionExtend', { expiry: nowInSeconds() + 100 * signBounds.sessionLifetime })
  await settle()
  expect(expiry()).toBe(nowInSeconds() + signBounds.sessionLifetime)
  wallet.ask('wc_sessionExtend', { expiry: nowInSeconds() + 1 })
  await settle()
  expect(expiry()).toBe(nowInSeconds() + signBounds.sessionLifetime)
})

test.each([
  'not json',
  '{"version":0,"data":[]}',
  '{"version":1,"data":[{"topic":"x"}]}',
  JSON.stringify({ version: 1, data: Array.from({ length: 99 }, () => ({})) }),
])('stored sessions that cannot be read count as none: %s', (text) => {
  const storage = createFakeStorage()
  storage.set('relay.sessions', text)
  expect(setUp({ storage }).client.sessions()).toEqual([])
})
