/** The page's end of the channel and the frame's own, each as it is shipped, with real ports between them. */

import { createFakeClock, fakeNetwork } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { permissionOf, permissions } from '@latchkey/spec/permissions'
import { type SessionAnswer, walletErrors } from '@latchkey/spec/walletApi'
import { afterEach, expect, test, vi } from 'vitest'
import { WalletRefusal } from '../../apps/wallet/src/api/walletRefusal.js'
import type { FrameDeps } from '../../apps/wallet/src/frame/context.js'
import type { Screen } from '../../apps/wallet/src/frame/panel/screen.js'
import { prepareFor } from '../../apps/wallet/src/frame/rpc/methods/index.js'
import { openTestFrame, type TestServer } from '../../apps/wallet/src/frame/testFrame.js'
import type { EmbeddedAccounts } from '../../packages/core/src/embedded/accounts.js'
import type { FrameEnvironment, HeardMessage } from '../../packages/core/src/embedded/environment.js'
import { createFrame } from '../../packages/core/src/embedded/frame.js'
import { createFrameLink } from '../../packages/core/src/embedded/frameLink.js'
import { createTestFrame } from '../../packages/core/src/embedded/testFrame.js'
import { openWorld } from '../../packages/core/src/embedded/testWorld.js'

const origin = 'https://dapp.example'
const wallet = 'https://wallet.example'
const solana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const addresses = {
  eoa: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  smart: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  solana: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
}

const now = 1_700_000_000_000
const later = now + 900_000
const someId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const session: SessionAnswer = {
  access: 'token',
  expiresAt: later,
  now,
  sessionId: someId(1),
  userId: someId(2),
  level: 1,
  device: { id: someId(3), state: 'active' },
  wallet: { state: 'active', id: someId(4) },
  nextFactor: 'none',
}

/** A person with one wallet, as the server has them. */
const server = {
  accountNetworks: () => ({ networks: [{ chainId: 1, isSponsored: false }] }),
  me: () => ({
    userId: someId(2),
    identities: [],
    passkeys: [],
    hasPin: false,
    hasRecovery: false,
    isGranting: true,
    level: 1,
    preferredAccountTypes: {},
    now,
  }),
  walletList: () => ({
    wallets: [
      {
        id: someId(4),
        state: 'active',
        rkPub: '',
        kcv: '',
        accounts: [
          { namespace: 'eip155', type: 'smartAccount', address: addresses.smart },
          { namespace: 'eip155', type: 'eoa', address: addresses.eoa },
          { namespace: 'solana', type: 'eoa', address: addresses.solana },
        ],
      },
    ],
  }),
  walletRpcCall: () => ({ result: '0x' }),
} satisfies TestServer

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The frame, and a page that it is in: ports are the runtime's own. */
function openPage(more: TestServer, deps: Partial<FrameDeps> = {}) {
  const frame = openTestFrame({ ...server, ...more }, deps)
  const inside = {}
  const listeners = new Set<(message: HeardMessage) => void>()
  const environment: FrameEnvironment = {
    ...createTestFrame().environment,
    origin,
    createChannel() {
      const channel = new MessageChannel()
      closing.push(() => channel.port1.close())
      return channel
    },
    createFrame() {
      frame.channel.tell('READY', { version: '4' })
      const said = frame.told.at(-1)?.message
      queueMicrotask(() => listeners.forEach((hear) => hear({ source: inside, origin: wallet, data: said })))
      return {
        window: inside,
        post: (data, _, port) => frame.channel.hear({ source: frame.peer, origin, data, ports: [port] }),
        onLoad: () => () => {},
        remove() {},
      }
    },
    listen(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
  return { frame, environment }
}

const credential = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA' },
} as const

const never = () => new Promise<never>(() => {})

/** The host's frame alone, ready to be asked. */
async function openHost(more: TestServer, deps: Partial<FrameDeps> = {}) {
  const { frame, environment } = openPage(more, deps)
  const clock = createFakeClock()
  const ignore = () => {}
  const host = createFrame({
    environment,
    clock,
    url: () => wallet,
    title: 'Wallet',
    onStatus: ignore,
    onReady: ignore,
    onTold: ignore,
    onTimeout: ignore,
    onForeign: ignore,
    onError: ignore,
  })
  closing.push(host.close)
  const warm = host.warm()
  await clock.advanceAsync(limits.frameSettle)
  await warm
  return { host, frame }
}

/** A panel that keeps what it is given to show. */
function createScreens() {
  const shown = new Set<Screen>()
  const panel: FrameDeps['panel'] = {
    show(screen) {
      shown.add(screen)
      return { replace: () => {}, close: () => void shown.delete(screen) }
    },
  }
  const passkey = () => vi.waitFor(() => [...shown].find(({ kind }) => kind === 'passkey') ?? expect.fail())
  return { shown, panel, passkey }
}

const passkeys = {
  passkeyStart: () => ({
    attemptId: someId(10),
    uri: `${wallet}/passkey#a`,
    matchNumber: '42',
    expiresAt: later,
    now,
  }),
  passkeyOptions: () => ({ attemptId: someId(11), options: { challenge: 'AA' }, expiresAt: later, now }),
  passkeyVerify: () => ({ session }),
} satisfies TestServer

test('[S1-02] a passkey that exists signs in in the frame, which waits for its window meanwhile', async () => {
  const screens = createScreens()
  const { host } = await openHost(
    { ...passkeys, attemptWait: never },
    { panel: screens.panel, showPasskey: async () => credential },
  )
  const asked = host.ask('CONNECT_PASSKEY', undefined)
  const screen = await screens.passkey()
  if (screen.kind === 'passkey') await screen.use()
  await expect(asked).resolves.toBeUndefined()
  expect(await host.ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
  expect(screens.shown.size).toBe(0)
})

test('[S1-02] whoever is refused a passkey in the frame still signs in by the window', async () => {
  const screens = createScreens()
  let verify = (_: ReturnType<typeof verified>) => {}
  const { host } = await openHost(
    {
      ...passkeys,
      attemptWait: () => new Promise((resolve) => (verify = resolve)),
      handoff: () => session,
    },
    { panel: screens.panel, showPasskey: () => Promise.reject(new Error('declined')) },
  )
  const asked = host.ask('CONNECT_PASSKEY', undefined)
  const screen = await screens.passkey()
  if (screen.kind === 'passkey') await expect(screen.use()).rejects.toThrow('declined')
  verify(verified())
  await expect(asked).resolves.toBeUndefined()
  expect(await host.ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
})

const verified = () => ({ state: 'verified', handoff: 'AA', expiresAt: later, now }) as const

test('[S4-12] whoever leaves the passkey for their email signs in by email: the passkey ends, the email goes on', async () => {
  const screens = createScreens()
  const waited: string[] = []
  const { host } = await openHost(
    {
      ...passkeys,
      attemptWait: ({ params }) => {
        waited.push(params.id)
        return params.id === someId(10) ? never() : { state: 'code', expiresAt: later, now }
      },
      emailStart: () => ({
        attemptId: someId(20),
        action: 'VERIFY_DEVICE',
        matchNumber: '47',
        codeDigits: 6,
        resendAt: later,
        expiresAt: later,
        now,
      }),
      otpVerify: () => session,
    },
    { panel: screens.panel },
  )
  const leaving = new AbortController()
  const asked = host.ask('CONNECT_PASSKEY', undefined, leaving)
  await screens.passkey()
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await host.ask('CONNECT_EMAIL', { email: 'ada@example.org' })
  await vi.waitFor(() => expect(screens.shown.size).toBe(0))
  await host.ask('CONNECT_DEVICE', undefined)
  await host.ask('CONNECT_OTP', { otp: '123456' })
  expect(waited).toEqual([someId(10), someId(20)])
  expect(await host.ask('IS_CONNECTED', undefined)).toEqual({ isConnected: true })
})

test('[S3-01] another account of one namespace is preferred there, though another namespace was loaded last', async () => {
  const preferred: unknown[] = []
  const { frame, environment } = openPage({
    preferAccount: ({ params, body }) => {
      preferred.push([params.namespace, body.type])
      return body
    },
  })
  frame.context.api.setSession(session)
  const networks = [fakeNetwork(), fakeNetwork({ namespace: 'solana', reference: solana })] as const
  const kit = openWorld({}, { networks }, { ...createTestFrame(), environment })
  closing.push(() => kit.kit.destroy())
  void kit.wallet.warm()
  await kit.clock.advanceAsync(limits.frameSettle)
  const { signal } = new AbortController()
  const ethereum = await kit.wallet.connect('eip155', { networkId: 'eip155:1', signal })
  await kit.wallet.connect('solana', { networkId: `solana:${solana}`, signal })
  expect(ethereum.accounts('eip155:1').map(({ address }) => address)).toEqual([
    addresses.smart,
    addresses.eoa,
  ])

  await kit.wallet.setAccountType('eoa', 'eip155')
  expect(preferred).toEqual([['eip155', 'eoa']])
  expect(ethereum.accounts('eip155:1').map(({ address }) => address)).toEqual([
    addresses.eoa,
    addresses.smart,
  ])
  expect(kit.context.storage.read('preferredAccountTypes')).toMatchObject({ eip155: 'eoa' })
})

test('[S4-22] a window that the page gives up is asked for no longer: the frame shows nothing of it', async () => {
  const screens = createScreens()
  const { frame, environment } = openPage(
    { windowCreate: never, emailChangeStart: () => Promise.reject(needsMore()) },
    { panel: screens.panel },
  )
  frame.context.api.setSession(session)
  const kit = openWorld({}, {}, { ...createTestFrame(), environment })
  closing.push(() => kit.kit.destroy())
  void kit.wallet.warm()
  await kit.clock.advanceAsync(limits.frameSettle)

  const settings = kit.wallet.openWindow('settings')
  await vi.waitFor(() => expect(screens.shown.size).toBe(1))
  kit.wallet.abandon()
  await settings
  await vi.waitFor(() => expect(screens.shown.size).toBe(0))

  const closed = kit.wallet.openWindow('settings')
  await vi.waitFor(() => expect(screens.shown.size).toBe(1))
  kit.kit.close({ force: true })
  await closed
  await vi.waitFor(() => expect(screens.shown.size).toBe(0))
})

test('[S4-22] a proof that the frame asks for ends with what it was asked for', async () => {
  const screens = createScreens()
  const { frame, host } = await openHost(
    { windowCreate: never, emailChangeStart: () => Promise.reject(needsMore()) },
    { panel: screens.panel },
  )
  frame.context.api.setSession(session)
  const asked = host.ask('UPDATE_EMAIL', { email: 'new@example.org' })
  const refused = expect(asked).rejects.toMatchObject({ code: 4001 })
  await vi.waitFor(() => expect(screens.shown.size).toBe(1))
  await host.ask('RPC_ABORT', undefined)
  await refused
  expect(screens.shown.size).toBe(0)
})

const needsMore = () => new WalletRefusal({ code: 'AAL', message: walletErrors.AAL.text })

test('[S6-03] whatever needs an approval, the frame can ask for, and the page is told of nothing else', async () => {
  const embedded = ['eip155', 'solana', 'bip122'] as const
  const isSigned = (method: string) => embedded.some((each) => prepareFor(method, each) !== undefined)
  const needing = Object.keys(permissions).filter((method) => permissionOf(method) === 'approval')
  expect(needing.filter((method) => !isSigned(method))).toEqual([])

  const nothing = { networks: () => [], on: () => [] } as unknown as EmbeddedAccounts // nobody asks for accounts
  const told = embedded.map((namespace) => {
    const input = { namespace, name: '', walletUrl: wallet, preferredNetworkId: undefined, accounts: nothing }
    const link = createFrameLink({ ...input, request: never, leave: never })
    return [namespace, link.methods().filter((method) => permissionOf(method) === 'approval')] as const
  })
  for (const [namespace, methods] of told)
    for (const method of methods) expect(prepareFor(method, namespace), method).toBeDefined()
})
