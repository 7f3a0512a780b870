import { limits, seconds } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { embedded } from '../features/index.js'
import { selectAccount, selectStatus, selectView } from '../select.js'
import { createTestKit } from '../testing/createTestKit.js'
import { fakeNetwork } from '../testing/fakeNetworks.js'
import { pageAddress, pending, Refusal } from './testFrame.js'
import {
  accounts,
  attach,
  type EmbeddedWorld,
  email,
  eoa,
  openWorld,
  settle,
  signIn,
  smart,
} from './testWorld.js'

const view = ({ kit }: EmbeddedWorld) => selectView(kit.store.get())
const login = ({ wallet }: EmbeddedWorld) => wallet.store.get().login

test('[S4-12] email, device, code, connected: each step has its view and its facts', async () => {
  let approve = () => {}
  const world = openWorld({
    CONNECT_DEVICE: () => new Promise((resolve) => (approve = () => resolve(undefined))),
  })
  world.kit.open()
  void world.wallet.connectEmail(` ${email} `)
  expect(login(world)).toEqual({ step: 'email', email, isBusy: true })
  await settle(world)
  expect(view(world)).toBe('EmailVerifyDevice')
  expect(login(world)).toMatchObject({ step: 'device', email, matchNumber: '42', isBusy: false })
  approve()
  await settle(world, 0)
  expect(view(world)).toBe('EmailVerifyOtp')
  expect(login(world)).toMatchObject({ step: 'code', codeDigits: 6, isBusy: false })
  void world.wallet.submitCode('123456')
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
  expect(world.kit.store.get().modal.isOpen).toBe(false)
  expect(login(world)).toEqual({ step: 'idle' })
  expect(world.wallet.store.get().user).toEqual({ email })
  // The way back from the code is not to the device again.
  expect(world.kit.store.get().router.history.map((entry) => entry.view)).not.toContain('EmailVerifyDevice')
})

test('[S4-12] a known device goes to the code at once, and a live session to no step at all', async () => {
  const known = openWorld({ CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }) })
  known.kit.open()
  void known.wallet.connectEmail(email)
  await settle(known)
  expect(view(known)).toBe('EmailVerifyOtp')
  expect(known.browser.count('CONNECT_DEVICE')).toBe(0)

  const live = openWorld({ CONNECT_EMAIL: () => ({ action: 'CONNECT' }) })
  live.kit.open()
  void live.wallet.connectEmail(email)
  await settle(live)
  expect(selectStatus(live.kit.store.get())).toBe('connected')
})

test('[S5-01] what is no address is not sent', async () => {
  const world = openWorld()
  await world.wallet.connectEmail('ada@')
  expect(login(world)).toMatchObject({ step: 'email', isBusy: false, problem: 'Enter a valid email address' })
  expect(world.browser.made).toEqual([])
})

test('[S5-02] [S9-01] a second code within 30 s is refused with the seconds left', async () => {
  const world = openWorld({ CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }) })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world)
  await settle(world, seconds(18) - limits.frameSettle)
  await world.wallet.resendCode()
  expect(world.kit.store.get().toast).toMatchObject({
    isOpen: true,
    variant: 'error',
    text: 'Please try again after 12 seconds',
  })
  expect(world.browser.count('CONNECT_EMAIL')).toBe(1)
  await settle(world, seconds(12))
  void world.wallet.resendCode()
  await settle(world, 0)
  expect(world.browser.count('CONNECT_EMAIL')).toBe(2)
  expect(login(world)).toMatchObject({ step: 'code', isBusy: false })
})

test('[S5-02] the mail of a new device is sent again while the first is waited for', async () => {
  const world = openWorld({ CONNECT_DEVICE: () => new Promise(() => {}) })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world)
  await settle(world, limits.emailCodeCooldown)
  expect(login(world)).toMatchObject({ step: 'device', isBusy: false })
  void world.wallet.resendCode()
  expect(login(world)).toMatchObject({ step: 'device', isBusy: true })
  await settle(world, 0)
  expect(world.browser.count('CONNECT_EMAIL')).toBe(2)
  expect(login(world)).toMatchObject({ step: 'device', isBusy: false })
})

test('a wrong code is told in the words of the wallet, and the next one counts', async () => {
  const world = openWorld({
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    CONNECT_OTP: ({ otp }) => {
      if (otp !== '123456')
        throw new Refusal({ message: 'That is not the code. Tries left: 2', code: 'OTP_INVALID' })
      return undefined
    },
  })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world)
  void world.wallet.submitCode('000000')
  await settle(world, 0)
  expect(login(world)).toMatchObject({
    step: 'code',
    isBusy: false,
    problem: 'That is not the code. Tries left: 2',
  })
  void world.wallet.submitCode('123456')
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})

test('whoever leaves the view of a sign-in gives it up: a late answer changes nothing', async () => {
  let approve = () => {}
  const world = openWorld({
    CONNECT_DEVICE: () => new Promise((resolve) => (approve = () => resolve(undefined))),
  })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world)
  world.kit.close()
  expect(login(world)).toEqual({ step: 'idle' })
  world.kit.open()
  approve()
  await settle(world, 0)
  expect(view(world)).toBe('Connect')
  expect(login(world)).toEqual({ step: 'idle' })
})

test('[F-J] [S8-10] [S8-23] a frame that does not load says so to the person and to the developer', async () => {
  const world = openWorld()
  world.browser.isUp = false
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world, limits.frameReady + limits.frameSettle)
  expect(login(world)).toMatchObject({ isBusy: false, problem: 'Unable to load email login dependency' })
  expect(world.kit.store.get().alert).toMatchObject({
    isOpen: true,
    title: 'Network Error - Could not load embedded wallet',
  })
  expect(world.wallet.store.get().frame).toBe('failed')
  world.browser.isUp = true
  void world.wallet.retry()
  await settle(world)
  expect(login(world).step).toBe('code')
})

test('[F-I] [S8-24] an answer that never comes ends the step, and trying again works', async () => {
  const world = openWorld({ CONNECT_EMAIL: () => new Promise(() => {}) })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world, limits.frameSettle + limits.frameRequest)
  expect(login(world)).toMatchObject({ step: 'email', isBusy: false, problem: 'Something went wrong' })
  expect(world.kit.store.get().alert.title).toBe('Embedded Wallet Request Timed Out')
  world.browser.script = { ...world.browser.script, CONNECT_EMAIL: () => ({ action: 'CONNECT' }) }
  void world.wallet.retry()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})

test('[S8-25] a session that the wallet has ended disconnects, with its alert', async () => {
  const world = openWorld()
  await signIn(world)
  world.browser.script = {
    ...world.browser.script,
    SWITCH_NETWORK: () => {
      throw new Refusal({ message: 'The session is invalid or has expired', code: 'SESSION_EXPIRED' })
    },
  }
  await expect(
    Promise.all([world.kit.switchNetwork({ networkId: 'eip155:10' }), settle(world, 0)]),
  ).rejects.toThrow()
  expect(world.kit.store.get().alert.title).toBe('Session Expired')
  expect(selectStatus(world.kit.store.get())).toBe('disconnected')
})

test('[S4-04] [S4-08] the smart account comes first on eip155, where there can be one', async () => {
  const world = openWorld()
  await signIn(world)
  expect(selectAccount(world.kit.store.get())).toMatchObject({ address: smart, type: 'smartAccount' })
  expect(world.kit.store.get().connections.eip155?.wallets[0]?.accounts).toMatchObject([
    { address: smart, type: 'smartAccount' },
    { address: eoa, type: 'eoa' },
  ])
  expect(world.wallet.store.get()).toMatchObject({
    isSmartAccountDeployed: false,
    smartAccountNetworks: ['eip155:1', 'eip155:10'],
  })
  await Promise.all([world.kit.switchNetwork({ networkId: 'eip155:137' }), settle(world, 0)])
  expect(selectAccount(world.kit.store.get())).toMatchObject({ address: eoa, type: 'eoa' })
  expect(world.browser.asked.at(-1)).toMatchObject({
    method: 'SWITCH_NETWORK',
    payload: { chainId: 'eip155:137' },
  })
})

test('whether the wallet can be recovered is known from the sign-in, and asked again after a window and an approval', async () => {
  let hasRecovery = false
  const user = {
    address: smart,
    chainId: 'eip155:1',
    accounts: [{ address: smart, type: 'smartAccount' as const }],
  }
  const world = openWorld({ GET_USER: () => ({ ...user, hasRecovery }), OPEN_WINDOW: () => undefined })
  await signIn(world)
  expect(world.wallet.store.get().hasRecovery).toBe(false)
  const asked = world.browser.count('GET_USER')
  hasRecovery = true
  void world.wallet.openWindow('enrol')
  await settle(world, 0)
  expect(world.wallet.store.get().hasRecovery).toBe(true)
  expect(world.browser.count('GET_USER')).toBe(asked + 1)
  // From here on there is nothing to hint at.
  void world.wallet.openWindow('settings')
  await settle(world, 0)
  expect(world.browser.count('GET_USER')).toBe(asked + 1)
})

test('a way of recovery that a window set up after the page left it is known when the account is opened', async () => {
  let hasRecovery = false
  const user = {
    address: smart,
    chainId: 'eip155:1',
    accounts: [{ address: smart, type: 'smartAccount' as const }],
  }
  const world = openWorld({ GET_USER: () => ({ ...user, hasRecovery }), OPEN_WINDOW: () => undefined })
  await signIn(world)
  // Done as soon as the lock is there; the code is written down after that.
  void world.wallet.openWindow('enrol')
  await settle(world, 0)
  expect(world.wallet.store.get().hasRecovery).toBe(false)
  hasRecovery = true
  world.kit.open({ view: 'Account' })
  await settle(world, 0)
  expect(world.wallet.store.get().hasRecovery).toBe(true)
})

test('[S4-08] defaultAccountTypes of the app count, and what the person chose counts more, also after a reload', async () => {
  const world = openWorld({}, { defaultAccountTypes: { eip155: 'eoa' } })
  await signIn(world)
  expect(selectAccount(world.kit.store.get())?.address).toBe(eoa)
  void world.wallet.setAccountType('smartAccount')
  await settle(world, 0)
  expect(selectAccount(world.kit.store.get())?.address).toBe(smart)

  const again = world.reload()
  world.browser.script = { ...world.browser.script, IS_CONNECTED: () => ({ isConnected: true }) }
  const later = attach(again, world.browser)
  await settle(later)
  await settle(later)
  expect(selectAccount(later.kit.store.get())?.address).toBe(smart)
})

test('[D-10] [S4-03] a reload while the frame does not load forgets nobody, and they are back when it does', async () => {
  const world = openWorld({ IS_CONNECTED: () => ({ isConnected: true }) })
  await signIn(world)
  world.browser.isUp = false
  const later = attach(world.reload(), world.browser)
  const { storage } = contextOf(later.kit)
  await settle(later, limits.frameReady + limits.frameSettle)
  expect(selectStatus(later.kit.store.get())).toBe('disconnected')
  expect(later.kit.store.get().alert).toMatchObject({ isOpen: true, id: 'frame-load-failed' })
  expect(storage.read('connections')).toMatchObject({ eip155: ['auth'] })
  // It is tried again, and again in vain.
  await settle(later, seconds(5) + limits.frameReady + limits.frameSettle)
  expect(selectStatus(later.kit.store.get())).toBe('disconnected')
  world.browser.isUp = true
  await settle(later, seconds(10) + limits.frameSettle)
  expect(selectStatus(later.kit.store.get())).toBe('connected')
  expect(later.wallet.store.get().user).toMatchObject({ email })
  expect(later.kit.store.get().alert.isOpen).toBe(false)
})

test('[D-10] [S4-03] a reload while the server of the wallet is away forgets nobody; a wallet that says no is believed', async () => {
  const world = openWorld({ IS_CONNECTED: () => ({ isConnected: true }) })
  await signIn(world)
  const away = () => {
    throw new Refusal({ message: 'The wallet cannot answer right now.', code: 'UNAVAILABLE' })
  }
  world.browser.script = { ...world.browser.script, IS_CONNECTED: away }
  const later = attach(world.reload(), world.browser)
  const { storage } = contextOf(later.kit)
  await settle(later)
  expect(selectStatus(later.kit.store.get())).toBe('disconnected')
  expect(later.kit.store.get().alert).toMatchObject({ isOpen: true, id: 'frame-load-failed' })
  expect(storage.read('connections')).toMatchObject({ eip155: ['auth'] })
  world.browser.script = { ...world.browser.script, IS_CONNECTED: () => ({ isConnected: false }) }
  await settle(later, seconds(5))
  expect(storage.read('connections')).toBeUndefined()
  expect(later.kit.store.get().alert.isOpen).toBe(false)
  const asked = later.browser.asked.length
  await settle(later, seconds(120))
  expect(later.browser.asked).toHaveLength(asked)
})

test('[D-10] who signs in anew while the wallet is looked for is not looked for any more', async () => {
  const world = openWorld({ IS_CONNECTED: () => ({ isConnected: true }) })
  await signIn(world)
  const away = () => {
    throw new Refusal({ message: 'Please try again after 40 seconds', code: 'RATE', retryAfter: 40 })
  }
  world.browser.script = { ...world.browser.script, IS_CONNECTED: away }
  const later = attach(world.reload(), world.browser)
  await settle(later)
  const asked = () => later.browser.asked.filter(({ method }) => method === 'IS_CONNECTED').length
  const before = asked()
  await settle(later, seconds(39))
  expect(asked()).toBe(before)
  await signIn(later)
  expect(selectStatus(later.kit.store.get())).toBe('connected')
  expect(later.kit.store.get().alert.isOpen).toBe(false)
  await settle(later, seconds(300))
  expect(asked()).toBe(before)
})

test('[D-10] [S4-02] a wallet that says yes when nobody waits for it any more is shown all the same', async () => {
  const world = openWorld({ IS_CONNECTED: () => ({ isConnected: true }) })
  await signIn(world)
  let say = () => {}
  const answer = new Promise<{ isConnected: boolean }>((resolve) => {
    say = () => resolve({ isConnected: true })
  })
  world.browser.script = { ...world.browser.script, IS_CONNECTED: () => answer }
  const later = attach(world.reload(), world.browser)
  await settle(later, limits.restoreDeadline + limits.frameReady)
  expect(selectStatus(later.kit.store.get())).toBe('disconnected')
  say()
  await settle(later)
  expect(selectStatus(later.kit.store.get())).toBe('connected')
})

test('[S4-02] [S4-06] a reload comes back by the capsule, with the markers; a session that is gone takes them away', async () => {
  const world = openWorld()
  await signIn(world)
  world.browser.tell('SESSION_UPDATE', { token: 'sealed' })
  await settle(world, 0)
  const { storage } = contextOf(world.kit)
  expect(storage.read('embeddedLogin')).toEqual({ email, networkId: 'eip155:1' })

  world.browser.script = { ...world.browser.script, IS_CONNECTED: () => ({ isConnected: true }) }
  const again = world.reload()
  const later = attach(again, world.browser)
  expect(selectStatus(later.kit.store.get())).toBe('connecting')
  await settle(later)
  expect(selectStatus(later.kit.store.get())).toBe('connected')
  expect(
    later.browser.asked.find(({ method, payload }) => method === 'IS_CONNECTED' && payload),
  ).toMatchObject({
    payload: { token: 'sealed' },
  })
  expect(later.wallet.store.get().user).toMatchObject({ email })

  world.browser.script = { ...world.browser.script, IS_CONNECTED: () => ({ isConnected: false }) }
  const third = later.reload()
  const last = attach(third, world.browser)
  await settle(last)
  expect(selectStatus(last.kit.store.get())).toBe('disconnected')
  expect(contextOf(last.kit).storage.read('embeddedLogin')).toBeUndefined()
  // It still spares the person the approval of a device that is known.
  expect(contextOf(last.kit).storage.read('embeddedCapsule')).toEqual({ token: 'sealed' })
})

test('[S4-05] [S4-06] leaving signs out of the wallet and leaves nothing of the person on the page', async () => {
  const world = openWorld()
  await signIn(world)
  world.browser.tell('SESSION_UPDATE', { token: 'sealed' })
  await settle(world, 0)
  await Promise.all([world.kit.disconnect(), settle(world, 0)])
  expect(world.browser.count('SIGN_OUT')).toBe(1)
  expect(selectStatus(world.kit.store.get())).toBe('disconnected')
  expect(world.wallet.store.get().user).toBeUndefined()
  expect(world.kit.store.get().socialProvider).toBeUndefined()
  const left = [...world.storage.values.values()].join()
  expect(left).not.toContain(email)
  expect(left).not.toContain('sealed')
})

const solanaAddress = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
const bothNetworks = {
  networks: [
    fakeNetwork(),
    fakeNetwork({ namespace: 'solana', reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
  ],
} as const
/** Accounts of the namespace that is asked for. */
const userOn = (chainId: string) =>
  chainId.startsWith('solana')
    ? { address: solanaAddress, chainId, accounts: [{ address: solanaAddress, type: 'eoa' as const }] }
    : { address: smart, chainId, accounts }

test('one sign-in serves every namespace of the page, and leaving one leaves all', async () => {
  const world = openWorld({ GET_USER: (request) => userOn(String(request?.chainId)) }, bothNetworks)
  await signIn(world)
  await settle(world)
  const { connections } = world.kit.store.get()
  expect(connections.solana?.wallets[0]?.accounts).toMatchObject([{ address: solanaAddress, type: 'eoa' }])
  expect(world.kit.store.get().activeNamespace).toBe('eip155')
  await Promise.all([world.kit.disconnect({ namespace: 'solana' }), settle(world, 0)])
  expect(selectStatus(world.kit.store.get(), 'eip155')).toBe('disconnected')
  expect(world.browser.count('SIGN_OUT')).toBe(1)
})

test('[S4-03] what is not forgotten is not written again: pages follow each other, and would never end', async () => {
  const script = {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER: (request?: { chainId?: unknown }) => userOn(String(request?.chainId)),
  }
  const world = openWorld(script, bothNetworks)
  await signIn(world)
  await settle(world)
  const kept = JSON.stringify(contextOf(world.kit).storage.read('connections'))
  expect(kept).toContain('solana')
  world.browser.isUp = false
  const later = attach(world.reload(), world.browser)
  await settle(later, limits.frameReady + limits.frameSettle)
  expect(JSON.stringify(contextOf(later.kit).storage.read('connections'))).toBe(kept)
  later.kit.destroy()
  expect(later.clock.pending).toBe(0)
})

test('an app that connects another namespace than the one in front has it with the sign-in', async () => {
  const world = openWorld({ GET_USER: (request) => userOn(String(request?.chainId)) }, bothNetworks)
  const connected = world.kit.connect({ connectorId: 'auth', namespace: 'solana' })
  await settle(world)
  await signIn(world)
  expect((await connected).accounts[0]?.address).toBe(solanaAddress)
  expect(selectStatus(world.kit.store.get(), 'eip155')).toBe('connected')
})

test('[D-10] a namespace that is back leaves another that could not be asked to be looked for', async () => {
  let isUp = true
  const script = {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER: (request?: { chainId?: unknown }) => {
      const chainId = String(request?.chainId)
      if (chainId.startsWith('eip155') && !isUp)
        throw new Refusal({ message: 'Not now', code: 'UNAVAILABLE' })
      return userOn(chainId)
    },
  }
  const world = openWorld(script, bothNetworks)
  await signIn(world)
  await settle(world)
  isUp = false
  const later = attach(world.reload(), world.browser)
  await settle(later)
  expect(selectStatus(later.kit.store.get(), 'solana')).toBe('connected')
  expect(selectStatus(later.kit.store.get(), 'eip155')).toBe('disconnected')
  expect(later.kit.store.get().alert).toMatchObject({ isOpen: true, id: 'frame-load-failed' })
  isUp = true
  await settle(later, seconds(5))
  expect(selectStatus(later.kit.store.get(), 'eip155')).toBe('connected')
  expect(later.kit.store.get().alert.isOpen).toBe(false)
})

test('a namespace that comes too late for whoever asked leaves the others signed in', async () => {
  let isUp = false
  const world = openWorld(
    {
      GET_USER: (request) => {
        const chainId = String(request?.chainId)
        if (chainId.startsWith('solana') && !isUp) throw new Refusal({ message: 'Not now' })
        return userOn(chainId)
      },
    },
    bothNetworks,
  )
  await signIn(world)
  expect(selectStatus(world.kit.store.get(), 'solana')).toBe('disconnected')
  isUp = true
  const { signal } = new AbortController()
  const session = await world.wallet.connect('solana', { signal })
  // As the kit does where nobody waits for it any more.
  await session.disconnect()
  expect(world.browser.count('SIGN_OUT')).toBe(0)
  expect(selectStatus(world.kit.store.get(), 'eip155')).toBe('connected')
})

test('[S2-01] without email and services there is no frame and no such connector', async () => {
  const { kit, context } = createTestKit({
    walletUrl: 'https://wallet.example',
    features: { email: false, socials: false },
  })
  expect(embedded.isEnabled(context)).toBe(false)
  expect(kit.store.get().connectors.some(({ type }) => type === 'AUTH')).toBe(false)
  expect(await kit.embedded()).toBeUndefined()
  const { context: none } = createTestKit({})
  expect(embedded.isEnabled(none)).toBe(false)
})

test('[D-33] the embedded wallet is offered on eip155, solana and bip122, and not on polkadot', () => {
  const { kit } = createTestKit({
    walletUrl: 'https://wallet.example',
    adapters: [],
    networks: [
      fakeNetwork(),
      fakeNetwork({ namespace: 'solana' }),
      fakeNetwork({ namespace: 'bip122' }),
      fakeNetwork({ namespace: 'polkadot' }),
    ],
  })
  const own = kit.store.get().connectors.filter(({ id }) => id === 'auth')
  expect(own.map(({ namespace, type }) => [namespace, type])).toEqual([
    ['eip155', 'AUTH'],
    ['solana', 'AUTH'],
    ['bip122', 'AUTH'],
  ])
})

test('[S3-19] [S3-20] a frame that is ready learns the theme and the page, and later themes too', async () => {
  const world = openWorld({}, { themeMode: 'light', projectId: 'p1' })
  await Promise.all([world.wallet.warm(), settle(world)])
  expect(world.browser.asked).toMatchObject([
    { method: 'SYNC_DAPP_DATA', payload: { sdkType: 'latchkey', projectId: 'p1' } },
    { method: 'SYNC_THEME', payload: { themeMode: 'light' } },
  ])
  world.kit.setTheme({ mode: 'dark' })
  await settle(world, 0)
  expect(world.browser.asked.at(-1)).toMatchObject({ method: 'SYNC_THEME', payload: { themeMode: 'dark' } })
})

test('[S7-32] [D-32] the address of the frame names project, network, version and the one page', async () => {
  const world = openWorld({}, { projectId: 'p1' })
  await Promise.all([world.wallet.warm(), settle(world)])
  const url = new URL(world.browser.made[0] ?? '')
  expect(url.origin + url.pathname).toBe('https://wallet.example/sdk')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    projectId: 'p1',
    chainId: 'eip155:1',
    origin: new URL(pageAddress).origin,
  })
  expect(url.searchParams.has('lang')).toBe(false)
})

test('the address of the frame names the language of the app, where it has one', async () => {
  const language = { code: 'pt-BR', direction: 'ltr', page: {}, load: async () => ({}) } as const
  const world = openWorld({}, { language })
  await Promise.all([world.wallet.warm(), settle(world)])
  expect(new URL(world.browser.made[0] ?? '').searchParams.get('lang')).toBe('pt-BR')
})

test('what a person has not decided is no error, however long it takes', async () => {
  let isApproved = false
  const world = openWorld({
    CONNECT_DEVICE: () =>
      new Promise((resolve, reject) =>
        world.clock.after(limits.frameAnswer, () =>
          isApproved ? resolve(undefined) : reject(pending('CONNECT_DEVICE')),
        ),
      ),
  })
  world.kit.open()
  void world.wallet.connectEmail(email)
  await settle(world, seconds(300))
  expect(login(world)).toMatchObject({ step: 'device', isBusy: false })
  expect(world.kit.store.get().alert.isOpen).toBe(false)
  isApproved = true
  await settle(world, limits.frameAnswer)
  expect(login(world).step).toBe('code')
})
