import { telegramResultParameter } from '@latchkey/spec/views'
import { afterEach, expect, test, vi } from 'vitest'
import { selectStatus, selectView } from '../select.js'
import { createTestKit } from '../testing/createTestKit.js'
import { leavingKey } from './leavingKey.js'
import { createTestFrame, pageAddress, Refusal, type Script } from './testFrame.js'
import { attach, type EmbeddedWorld, openWorld, settle, signIn, smart } from './testWorld.js'

const startUri = 'https://wallet.example/oauth/google/start?attempt=1'
const user = { address: smart, chainId: 1, userName: 'Ada', email: 'ada@example.org' }

const view = ({ kit }: EmbeddedWorld) => selectView(kit.store.get())
const login = ({ wallet }: EmbeddedWorld) => wallet.store.get().login

/** A service that answers when the test says so. */
function service() {
  let finish = () => {}
  const script: Script = {
    GET_SOCIAL_REDIRECT_URI: () => ({ uri: startUri, matchNumber: '37' }),
    CONNECT_SOCIAL: () =>
      new Promise((resolve) => {
        finish = () => resolve(user)
      }),
  }
  return { script, finish: () => finish() }
}

afterEach(() => vi.unstubAllGlobals())

test('[S1-02] a service opens its window inside the click, shows the number, and connects', async () => {
  const { script, finish } = service()
  const world = openWorld(script)
  world.kit.open()
  void world.wallet.connectSocial('google')
  // Before anything is waited for: a browser forgets the click.
  expect(world.browser.windows).toEqual([{ url: 'about:blank', isClosed: false }])
  expect(view(world)).toBe('ConnectingSocial')
  await settle(world)
  expect(world.browser.windows[0]?.url).toBe(startUri)
  expect(login(world)).toEqual({ step: 'social', provider: 'google', phase: 'window', matchNumber: '37' })
  expect(world.browser.asked.at(-1)).toMatchObject({ method: 'CONNECT_SOCIAL', payload: { uri: startUri } })
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
  expect(world.kit.store.get().socialProvider).toBe('google')
  expect(world.wallet.store.get().user).toMatchObject({ provider: 'google', userName: 'Ada' })
  expect(world.context.storage.read('embeddedLogin')).toMatchObject({
    socialProvider: 'google',
    socialUsername: 'Ada',
  })
})

test('[F-M] a window that the browser blocks is opened by the next press', async () => {
  const { script, finish } = service()
  const world = openWorld(script)
  world.browser.allowsWindows = false
  world.kit.open()
  void world.wallet.connectSocial('github')
  await settle(world)
  expect(login(world)).toMatchObject({ phase: 'blocked' })
  world.browser.allowsWindows = true
  world.wallet.reopenWindow()
  expect(world.browser.windows).toEqual([{ url: startUri, isClosed: false }])
  expect(login(world)).toMatchObject({ phase: 'window', matchNumber: '37' })
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})

test('[F-M] a window that was lost can be opened again while the sign-in waits', async () => {
  const { script } = service()
  const world = openWorld(script)
  world.kit.open()
  void world.wallet.connectSocial('x')
  await settle(world)
  world.wallet.reopenWindow()
  expect(world.browser.windows.map(({ url }) => url)).toEqual([startUri, startUri])
})

test('[F-S] a service that fails says why, and trying again begins anew', async () => {
  const { script, finish } = service()
  let times = 0
  const world = openWorld({
    ...script,
    GET_SOCIAL_REDIRECT_URI: () => {
      times += 1
      if (times === 1)
        throw new Refusal({ message: 'This way to sign in is not set up', code: 'PROVIDER_OFF' })
      return { uri: startUri }
    },
  })
  world.kit.open()
  void world.wallet.connectSocial('apple')
  await settle(world)
  expect(login(world)).toMatchObject({ phase: 'failed', problem: 'This way to sign in is not set up' })
  void world.wallet.retry()
  await settle(world)
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})

test('going back gives the sign-in up and closes its window', async () => {
  const { script, finish } = service()
  const world = openWorld(script)
  world.kit.open()
  void world.wallet.connectSocial('discord')
  await settle(world)
  world.wallet.cancel()
  expect(world.browser.windows[0]?.isClosed).toBe(true)
  expect(login(world)).toEqual({ step: 'idle' })
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('disconnected')
})

test('[S1-02] Farcaster shows its address until the person has signed', async () => {
  const url = 'https://farcaster.example/~/siwf?channelToken=1'
  let finish = () => {}
  const world = openWorld({
    GET_FARCASTER_URI: () => ({ url }),
    CONNECT_FARCASTER: () => new Promise((resolve) => (finish = () => resolve({ userName: 'ada.eth' }))),
  })
  world.kit.open()
  void world.wallet.connectFarcaster()
  await settle(world)
  expect(view(world)).toBe('ConnectingFarcaster')
  expect(login(world)).toEqual({ step: 'farcaster', phase: 'waiting', url })
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
  expect(world.wallet.store.get().user).toMatchObject({ provider: 'farcaster', userName: 'ada.eth' })
})

test('[D-31] a passkey is asked for in the frame, which is shown for it', async () => {
  let finish = () => {}
  const world = openWorld({
    CONNECT_PASSKEY: () => new Promise((resolve) => (finish = () => resolve(undefined))),
  })
  world.kit.open()
  void world.wallet.connectPasskey()
  await settle(world)
  expect(view(world)).toBe('ApproveTransaction')
  expect(login(world)).toMatchObject({ step: 'passkey', phase: 'frame' })
  finish()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
  expect(world.kit.store.get().modal.isOpen).toBe(false)
})

test('[F-N] a passkey that is refused leaves the frame, says so, and can be tried again', async () => {
  let isWilling = false
  const world = openWorld({
    CONNECT_PASSKEY: () => {
      if (!isWilling)
        throw new Refusal({ message: 'The passkey could not be verified', code: 'PASSKEY_INVALID' })
      return undefined
    },
  })
  world.kit.open()
  void world.wallet.connectPasskey()
  await settle(world)
  expect(view(world)).toBe('Connect')
  expect(login(world)).toMatchObject({ phase: 'failed', problem: 'The passkey could not be verified' })
  isWilling = true
  void world.wallet.retry()
  await settle(world)
  expect(selectStatus(world.kit.store.get())).toBe('connected')
})

/** A page that is loaded with a result in its address. */
function comeBack(uri: string, left?: string): EmbeddedWorld {
  const browser = createTestFrame()
  browser.script = openWorld({ CONNECT_SOCIAL: () => user }).browser.script
  const test = createTestKit({ walletUrl: 'https://wallet.example', adapters: [] })
  if (left) test.context.storage.raw.set(leavingKey, left)
  browser.environment.replaceAddress(
    `${pageAddress}&${telegramResultParameter}=${encodeURIComponent(uri)}#top`,
  )
  return attach(test, browser)
}

test('[S2-12] [F-M] inside Telegram the person leaves in the same tab, and comes back signed in', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Telegram-Android/11.2' })
  const { script } = service()
  const world = openWorld(script)
  world.kit.open()
  void world.wallet.connectSocial('github')
  await settle(world)
  expect(world.browser.windows).toEqual([])
  expect(world.browser.left).toEqual([startUri])
  expect(world.browser.asked.at(-1)).toMatchObject({
    payload: { provider: 'github', returnUrl: pageAddress },
  })
  expect(world.context.storage.raw.get(leavingKey)).toBe('github')

  const back = comeBack('https://wallet.example/handoff#code=1', 'github')
  expect(back.browser.address).toBe(`${pageAddress}#top`)
  await settle(back)
  expect(back.browser.asked.find(({ method }) => method === 'CONNECT_SOCIAL')).toMatchObject({
    payload: { uri: 'https://wallet.example/handoff#code=1' },
  })
  expect(back.context.storage.raw.get(leavingKey)).toBeNull()
})

test.each([
  ['a page that nobody left', 'https://wallet.example/handoff#code=1', undefined],
  ['an address of somebody else', 'https://evil.example/handoff#code=1', 'github'],
  ['no address at all', 'javascript:alert(1)', 'github'],
  ['a service that is none', 'https://wallet.example/handoff#code=1', 'evil'],
])('[A-50] a result for %s is taken out of the address and handed to nobody', async (_, uri, left) => {
  const world = comeBack(uri, left)
  expect(world.browser.address).toBe(`${pageAddress}#top`)
  await settle(world)
  expect(world.browser.count('CONNECT_SOCIAL')).toBe(0)
  expect(world.browser.made).toEqual([])
})

test('[S4-12] another address takes a code to the old one and a code to the new one', async () => {
  const world = openWorld({
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => {
      if (otp !== '111111') throw new Refusal({ message: 'That is not the code. Tries left: 2' })
      return undefined
    },
    UPDATE_EMAIL_SECONDARY_OTP: () => ({ newEmail: 'new@example.org' }),
  })
  await signIn(world)
  world.kit.open({ view: 'UpdateEmail' })
  const step = () => world.wallet.store.get().emailUpdate
  world.wallet.startEmailUpdate()
  await world.wallet.updateEmail('new@')
  expect(step()).toMatchObject({ step: 'email', problem: 'Enter a valid email address' })
  void world.wallet.updateEmail('new@example.org')
  await settle(world, 0)
  expect(step()).toMatchObject({ step: 'primary', newEmail: 'new@example.org', isBusy: false })
  void world.wallet.submitUpdateCode('000000')
  await settle(world, 0)
  expect(step()).toMatchObject({ step: 'primary', problem: 'That is not the code. Tries left: 2' })
  void world.wallet.submitUpdateCode('111111')
  await settle(world, 0)
  expect(step()).toMatchObject({ step: 'secondary', isBusy: false })
  await world.wallet.resendUpdateCode()
  expect(world.kit.store.get().toast.text).toBe('Please try again after 30 seconds')
  void world.wallet.submitUpdateCode('222222')
  await settle(world, 0)
  expect(step()).toEqual({ step: 'idle' })
  expect(world.wallet.store.get().user).toMatchObject({ email: 'new@example.org' })
  expect(world.context.storage.read('embeddedLogin')).toMatchObject({ email: 'new@example.org' })
})

test('[S4-05] a code that is answered after the person left puts nothing of theirs back', async () => {
  let answer = () => {}
  const world = openWorld({
    UPDATE_EMAIL: () => ({ action: 'VERIFY_SECONDARY_OTP' }),
    UPDATE_EMAIL_SECONDARY_OTP: () =>
      new Promise((resolve) => (answer = () => resolve({ newEmail: 'new@example.org' }))),
  })
  await signIn(world)
  world.wallet.startEmailUpdate()
  void world.wallet.updateEmail('new@example.org')
  await settle(world, 0)
  void world.wallet.submitUpdateCode('222222')
  await settle(world, 0)
  await Promise.all([world.kit.disconnect(), settle(world, 0)])
  answer()
  await settle(world, 0)
  expect(world.wallet.store.get()).toMatchObject({ user: undefined, emailUpdate: { step: 'idle' } })
  expect(world.context.storage.read('embeddedLogin')).toBeUndefined()
})

test('[S4-05] accounts that are told after the person left are nobody’s', async () => {
  let answer = () => {}
  const world = openWorld()
  await signIn(world)
  world.browser.script = {
    ...world.browser.script,
    GET_USER: () => new Promise((resolve) => (answer = () => resolve(user))),
  }
  const { signal } = new AbortController()
  const late = world.wallet.connect('eip155', { networkId: 'eip155:1', signal })
  const refused = expect(late).rejects.toMatchObject({ code: 'request.aborted' })
  await settle(world, 0)
  await Promise.all([world.kit.disconnect(), settle(world, 0)])
  answer()
  await settle(world, 0)
  await refused
  expect(world.wallet.store.get().user).toBeUndefined()
})

test('[D-31] a change that needs a proof in the window shows the frame, and leaves it when that is done', async () => {
  let finish = () => {}
  const world = openWorld({
    UPDATE_EMAIL: () =>
      new Promise((resolve) => (finish = () => resolve({ action: 'VERIFY_SECONDARY_OTP' }))),
  })
  await signIn(world)
  world.kit.open({ view: 'UpdateEmail' })
  world.wallet.startEmailUpdate()
  void world.wallet.updateEmail('new@example.org')
  await settle(world, 0)
  world.browser.tell('SURFACE', { isShown: true, height: 320 })
  await settle(world, 0)
  expect(view(world)).toBe('ApproveTransaction')
  expect(world.wallet.store.get()).toMatchObject({ isFrameShown: true, frameHeight: 320 })
  world.browser.tell('SURFACE', { isShown: false })
  finish()
  await settle(world, 0)
  expect(view(world)).toBe('UpdateEmail')
  expect(world.wallet.store.get().emailUpdate).toMatchObject({ step: 'secondary' })
  // Whoever leaves its view and comes back begins anew.
  world.kit.close({ force: true })
  expect(world.wallet.store.get().emailUpdate).toEqual({ step: 'idle' })
})

test('[S8-28] [A-7] a frame that shows somebody else says so to the developer', async () => {
  const world = openWorld()
  await signIn(world)
  world.browser.hear({ origin: 'https://evil.example', data: 'hello' })
  expect(world.kit.store.get().alert).toMatchObject({ isOpen: true, title: 'Unverified domain' })
  expect(world.kit.store.get().alert.text).toContain('https://evil.example')
})

test('an app that connects the embedded wallet itself waits for the person in the modal', async () => {
  const world = openWorld({ CONNECT_EMAIL: () => ({ action: 'CONNECT' }) })
  const connected = world.kit.connect({ connectorId: 'auth', namespace: 'eip155' })
  await settle(world)
  expect(world.kit.store.get().modal.isOpen).toBe(true)
  expect(view(world)).toBe('Connect')
  void world.wallet.connectEmail('ada@example.org')
  await settle(world)
  expect((await connected).accounts[0]?.address).toBe(smart)
})

test('an app that connects the embedded wallet itself hears when the person closes the modal', async () => {
  const world = openWorld()
  const connected = world.kit.connect({ connectorId: 'auth', namespace: 'eip155' })
  const ended = expect(connected).rejects.toMatchObject({ code: 'connection.closed' })
  await settle(world)
  world.kit.close()
  await settle(world, 0)
  await ended
})
