/** The relay in a kit: one approval for all namespaces, sign-in with the same tap, what is remembered. */
import type { SignInSession } from '@latchkey/spec/entities'
import { parsePairingUri } from '@latchkey/spec/relay'
import { afterEach, expect, test, vi } from 'vitest'
import { contextOf } from '../context.js'
import { createLatchkey } from '../createLatchkey.js'
import { startFeature } from '../feature.js'
import { relay as relayFeature } from '../features/index.js'
import type { CreateLatchkeyOptions } from '../options.js'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { chooseRelayWallet } from '../wallets/chooseRelayWallet.js'
import { recentWallets } from '../wallets/recent.js'
import type { GenericProvider } from './genericSession.js'
import { createTestRelay } from './testRelay.js'
import { approveCode, signInWithCode, testAccounts } from './testWallet.js'

const [account = ''] = testAccounts
const address = account.slice('eip155:1:'.length)

const network = (chainNamespace: 'eip155' | 'solana', id: number | string) => ({
  id,
  chainNamespace,
  caipNetworkId: `${chainNamespace}:${id}` as const,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
})

afterEach(() => vi.unstubAllGlobals())

/** Chunks arrive in turns of the event loop, on a busy machine late. */
const eventually = <T>(probe: () => T) => vi.waitUntil(probe, { timeout: 20_000, interval: 5 })
vi.setConfig({ testTimeout: 30_000 })

function setUp(options: Partial<CreateLatchkeyOptions> = {}) {
  const relay = createTestRelay()
  vi.stubGlobal('WebSocket', function WebSocket(url: string) {
    return relay.openSocket(url)
  })
  const clock = createFakeClock({ now: Date.now() })
  const storage = createFakeStorage()
  const create = () =>
    createLatchkey({
      networks: [network('eip155', 1)],
      relayUrl: 'ws://relay.test',
      clock,
      storage,
      logLevel: 'silent',
      isMobile: false,
      ...options,
    })
  return { relay, clock, storage, create, kit: create() }
}

type World = ReturnType<typeof setUp>

function shownUri({ kit }: World): Promise<string> {
  return eventually(() => kit.store.get().connections.eip155?.attempt?.uri)
}

async function connect(world: World, accounts: readonly string[] = testAccounts) {
  const connected = world.kit.connect({ connectorId: 'walletConnect', namespace: 'eip155' })
  connected.catch(() => {})
  const uri = await shownUri(world)
  const wallet = approveCode(world.relay, uri, { now: world.clock.now(), accounts })
  return { connected: await connected, wallet, uri }
}

test('[S2-05] without adapters a wallet is reached all the same: shown, asked, left', async () => {
  const world = setUp()
  const { connected, wallet } = await connect(world)
  expect(connected.accounts).toEqual([{ namespace: 'eip155', address, type: 'eoa' }])
  const provider = connected.session.provider as GenericProvider // without an adapter it is this one
  const before = wallet.heard().length
  const asked = provider.request({ method: 'personal_sign', params: ['0x00'] })
  await settle()
  expect(wallet.heard()[before]).toMatchObject({
    params: { chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00'] } },
  })
  wallet.answer(wallet.heard()[before]?.id, '0xsigned')
  expect(await asked).toBe('0xsigned')
  await expect(provider.request({ method: 'personal_sign', networkId: 'eip155:5' })).rejects.toThrow(
    'JSON-RPC provider for eip155:5 not found',
  )
  await world.kit.disconnect()
  await expect(provider.request({ method: 'personal_sign' })).rejects.toThrow(
    'Please call connect() before request()',
  )
  expect(wallet.heard().at(-1)).toMatchObject({ method: 'wc_sessionDelete' })
})

test('one approval serves every namespace, and leaving the wallet in one leaves it in all', async () => {
  const world = setUp({ networks: [network('eip155', 1), network('solana', 'abc')] })
  const accounts = [account, 'solana:abc:11111111111111111111111111111112']
  const { wallet } = await connect(world, accounts)
  const statusOf = (namespace: 'eip155' | 'solana') => world.kit.store.get().connections[namespace]?.status
  await eventually(() => statusOf('solana') === 'connected')
  await world.kit.disconnect({ namespace: 'eip155' })
  expect(statusOf('solana')).toBe('disconnected')
  expect(wallet.heard().filter(({ method }) => method === 'wc_sessionDelete')).toHaveLength(1)
})

test('a wallet that approves nothing for the namespace that asked is told so, and is left', async () => {
  const world = setUp({ networks: [network('eip155', 1), network('solana', 'abc')] })
  const refused = connect(world, ['solana:abc:11111111111111111111111111111112'])
  await expect(refused).rejects.toMatchObject({ code: 'connection.no-accounts' })
})

test('a wallet that replaces another is shown before the other is left, and the modal stays', async () => {
  const world = setUp()
  const { kit, clock } = world
  const first = await connect(world)
  kit.attachScreen()
  kit.open({ view: 'ProfileWallets' })
  const events: string[] = []
  kit.on(({ name }) => {
    events.push(name)
    // As the view with the code does.
    if (name === 'MODAL_CLOSE') kit.cancelConnect()
  })
  const second = await connect(world)
  const { wallets } = kit.store.get().connections.eip155 ?? {}
  expect(wallets?.map(({ session }) => session)).toEqual([second.connected.session])
  await clock.advanceAsync(0)
  expect(kit.store.get().connections.eip155).toMatchObject({ status: 'connected', attempt: undefined })
  expect(kit.store.get().modal.isOpen).toBe(true)
  expect(events).not.toContain('DISCONNECT_SUCCESS')
  expect(first.wallet.heard().at(-1)).toMatchObject({ method: 'wc_sessionDelete' })
  expect(second.wallet.heard().map(({ method }) => method)).not.toContain('wc_sessionDelete')
})

test('a replacement that is given up as it is approved leaves the wallet of before', async () => {
  const world = setUp()
  const { kit, clock } = world
  const first = await connect(world)
  const refused = kit.connect({ connectorId: 'walletConnect', namespace: 'eip155' })
  refused.catch(() => {})
  const relay = await startFeature(contextOf(kit), relayFeature)
  relay?.client.subscribe(({ type }) => type === 'settled' && kit.cancelConnect())
  const wallet = approveCode(world.relay, await shownUri(world), { now: clock.now() })
  await expect(refused).rejects.toMatchObject({ code: 'request.aborted' })
  await clock.advanceAsync(0)
  expect(relay?.client.sessions().map(({ topic }) => topic)).toEqual([first.wallet.topic])
  expect(wallet.heard().at(-1)).toMatchObject({ method: 'wc_sessionDelete' })
})

test('[S4-02] a reload finds the session again without the relay', async () => {
  const world = setUp()
  await connect(world)
  world.kit.destroy()
  world.relay.isUp = false
  const second = world.create()
  await second.ready
  expect(second.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address).toBe(address)
})

test('[S9-04] the wallet that was chosen counts as recent, the relay does not', async () => {
  const world = setUp()
  const context = contextOf(world.kit)
  await connect(world)
  expect(recentWallets(context)).toEqual([])
  await world.kit.disconnect()
  chooseRelayWallet(context, { id: 'acme', deepLink: { name: 'Acme', href: 'acme://' } })
  await connect(world)
  expect(recentWallets(context)).toEqual(['acme'])
})

test('[S3-09] on a phone a question opens the app that was chosen', async () => {
  const opened: unknown[] = []
  vi.stubGlobal('open', (...input: unknown[]) => opened.push(input))
  const world = setUp({ isMobile: true })
  chooseRelayWallet(contextOf(world.kit), { id: 'acme', deepLink: { name: 'Acme', href: 'acme://' } })
  const { connected, wallet } = await connect(world)
  const provider = connected.session.provider as GenericProvider // without an adapter it is this one
  // It answers by itself; nobody is taken from the page for that.
  provider.request({ method: 'wallet_getCallsStatus', params: ['0x1'] }).catch(() => {})
  await settle()
  expect(opened).toEqual([])
  provider.request({ method: 'personal_sign' }).catch(() => {})
  await settle()
  expect(opened).toEqual([[`acme://wc?sessionTopic=${wallet.topic}`, '_self', 'noreferrer noopener']])
})

test('looking at another wallet does not forget where the connected one is', async () => {
  const world = setUp({ isMobile: true })
  const context = contextOf(world.kit)
  const acme = { name: 'Acme', href: 'acme://' }
  const other = { name: 'Other', href: 'other://' }
  chooseRelayWallet(context, { id: 'acme', deepLink: acme })
  await connect(world)
  chooseRelayWallet(context, { id: 'other' })
  chooseRelayWallet(context, { id: 'other', deepLink: other })
  expect(context.storage.read('deepLink')).toEqual(acme)
  await connect(world)
  expect(context.storage.read('deepLink')).toEqual(other)
})

test('[S3-09] a phone that comes back from the wallet to a fresh page goes on with the code of before', async () => {
  const world = setUp({ isMobile: true })
  const data = {
    topic: 'ab'.repeat(32),
    key: 'cd'.repeat(32),
    privateKey: 'ef'.repeat(32),
    id: 1,
    expiry: Math.floor(world.clock.now() / 1000) + 60,
  }
  world.storage.set('latchkey:default::relay.pairing', JSON.stringify({ version: 1, data }))
  world.kit.destroy()
  expect(world.relay.sockets).toEqual([])
  world.create()
  await eventually(() => world.relay.live[0]?.frames.length)
  expect(world.relay.live[0]?.frames).toMatchObject([
    { method: 'irn_subscribe', params: { topic: data.topic } },
  ])
})

const pairingCell = 'latchkey:default::relay.pairing'

/** A phone's browser that put its page away while the person was in the wallet, and shows it again. */
async function discarded(siwx: object) {
  const world = setUp({ siwx, isMobile: true })
  world.kit.connect({ connectorId: 'walletConnect', namespace: 'eip155' }).catch(() => {})
  const uri = await shownUri(world)
  const kept = world.storage.get(pairingCell) ?? ''
  world.kit.destroy()
  await settle()
  // A page that is put away says no goodbye.
  world.storage.set(pairingCell, kept)
  const before = world.relay.sockets.length
  const kit = world.create()
  await eventually(() => world.relay.sockets.length > before && world.relay.live[0]?.frames.length)
  return { ...world, kit, uri }
}

test('[S5-16] a sign-in whose page was discarded meanwhile connects and signs in on the page that comes back', async () => {
  const signed: SignInSession[] = []
  const createRelayRequest = vi.fn(async () => ({
    domain: 'app.test',
    uri: 'https://app.test',
    nonce: 'n0nce',
    statement: 'Welcome',
  }))
  const { kit, relay, storage, uri } = await discarded({
    createRelayRequest,
    addRelaySessions: async (sessions: SignInSession[]) => void signed.push(...sessions),
    getSessions: async () => signed,
  })
  signInWithCode(relay, uri)
  await eventually(() => kit.store.get().connections.eip155?.status === 'connected')
  expect(signed).toMatchObject([{ data: { accountAddress: address, nonce: 'n0nce' }, signature: '0xsigned' }])
  expect(kit.store.get().signIn.session).toBe(signed[0])
  // The question was asked once, by the page that is gone.
  expect(createRelayRequest).toHaveBeenCalledTimes(1)
  expect(storage.get(pairingCell)).toBeNull()
  kit.destroy()
})

test('[S5-16] an answer to another question signs nobody in on the page that comes back', async () => {
  const addRelaySessions = vi.fn(async () => {})
  const createRelayRequest = async () => ({ domain: 'app.test', uri: 'https://app.test', nonce: 'n0nce' })
  const { kit, relay, storage, uri } = await discarded({ createRelayRequest, addRelaySessions })
  signInWithCode(relay, uri, { nonce: 'another' })
  await eventually(() => storage.get(pairingCell) === null)
  expect(addRelaySessions).not.toHaveBeenCalled()
  expect(kit.store.get().connections.eip155?.status).not.toBe('connected')
  kit.destroy()
})

test('[S5-16] a signature that does not verify ends the connection of the page that comes back, and the wallet hears it', async () => {
  const createRelayRequest = async () => ({ domain: 'app.test', uri: 'https://app.test', nonce: 'n0nce' })
  const addRelaySessions = () => Promise.reject(new Error('not verified'))
  const { kit, relay, uri } = await discarded({ createRelayRequest, addRelaySessions })
  const wallet = signInWithCode(relay, uri)
  await eventually(() => wallet.heard().some(({ method }) => method === 'wc_sessionDelete'))
  expect(kit.store.get().connections.eip155?.status).not.toBe('connected')
  kit.destroy()
})

test('[S5-16] a sign-in is asked for with the connection where all networks are of eip155, and nowhere else', async () => {
  const siwx = {
    createRelayRequest: async () => ({ domain: 'app.test', uri: 'https://app.test', nonce: 'n0nce' }),
    addRelaySessions: async () => {},
  }
  const methodsOf = async (networks: NonNullable<CreateLatchkeyOptions['networks']>) => {
    const world = setUp({ siwx, networks })
    world.kit.connect({ connectorId: 'walletConnect', namespace: 'eip155' }).catch(() => {})
    const { methods } = parsePairingUri(await shownUri(world)) ?? {}
    world.kit.destroy()
    return methods
  }
  expect(await methodsOf([network('eip155', 1)])).toEqual(['wc_sessionAuthenticate'])
  expect(await methodsOf([network('eip155', 1), network('solana', 'abc')])).toBeUndefined()
})

test('without a relay, or without the wish, there is no such connector', () => {
  const ids = (options: Partial<CreateLatchkeyOptions>) =>
    createLatchkey({ networks: [network('eip155', 1)], storage: createFakeStorage(), ...options })
      .store.get()
      .connectors.map(({ id }) => id)
  expect(ids({})).toEqual([])
  expect(ids({ gatewayUrl: '/gateway' })).toEqual(['walletConnect'])
  expect(ids({ gatewayUrl: '/gateway', enableWalletConnect: false })).toEqual([])
})
