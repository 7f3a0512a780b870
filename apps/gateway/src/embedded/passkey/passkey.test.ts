import { walletLimits } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoftPasskey, type SoftPasskey } from '../../testing/softPasskey.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { makeWallet } from '../../testing/walletKeys.js'
import { codeOf, nextIn, page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

const here = () => ({ origin: world.origin })
const inFrame = () => ({ origin: world.origin, topOrigin: page })

let people = 0
const elsewhere = () => {
  people += 1
  return { 'x-forwarded-for': `203.0.${people}.7` }
}

async function somebody() {
  const browser = world.browser(elsewhere())
  const email = `passkey${people}@example.com`
  await world.signIn(browser, email)
  return { browser, email }
}

/** A window that this frame opens. */
async function openWindow(frame: WalletBrowser): Promise<WalletBrowser> {
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'enrol' } })
  const window = world.browser(elsewhere())
  const secret = String(body.url).split('.').at(-1)
  const opened = await window.ask('windowOpen', { body: { windowId: body.windowId, secret } })
  // As the contract has it.
  window.session = opened.body.session as NonNullable<WalletBrowser['session']>
  return window
}

async function add(window: WalletBrowser, passkey: SoftPasskey) {
  const { body } = await window.ask('passkeyAddOptions', { body: {} })
  if (body.error) return body.error.code
  const credential = passkey.create(body.options, here())
  const added = await window.ask('passkeyAdd', {
    body: { attemptId: body.attemptId, credential, hasPrf: false },
  })
  return added.body.error?.code ?? added.body.id
}

async function stepUp(window: WalletBrowser, passkey: SoftPasskey, place: object = here()) {
  const { body } = await window.ask('stepUpStart', { body: { factor: 'passkey' } })
  const credential = passkey.get(body.options, { ...here(), ...place })
  return window.ask('stepUpVerify', {
    body: { factor: 'passkey', attemptId: body.attemptId, credential },
  })
}

/** A code to the own mailbox, typed. */
async function stepUpByCode(window: WalletBrowser, email: string) {
  const before = world.mail.mails[0]?.id ?? 0
  const { body } = await window.ask('stepUpStart', { body: { factor: 'otp' } })
  const otp = await nextIn(world.mail, email, before, codeOf)
  return window.ask('stepUpVerify', { body: { factor: 'otp', attemptId: body.attemptId, otp } })
}

/** A new account in a frame whose window makes its passkey. */
async function signUp(passkey: SoftPasskey, frame = world.browser(elsewhere())) {
  const { body } = await frame.ask('passkeyStart', { body: { origin: page } })
  const [id = '', secret = ''] = String(body.uri).split('#')[1]?.split('.') ?? []
  const window = world.browser(elsewhere())
  const asked = { ceremony: 'create', attempt: { id, secret }, number: body.matchNumber }
  const options = await window.ask('passkeyOptions', { body: asked })
  const credential = passkey.create(options.body.options, here())
  const verified = await window.ask('passkeyVerify', {
    body: { attemptId: options.body.attemptId, credential },
  })
  const { body: waited } = await frame.ask('attemptWait', { params: { id } })
  const done = await frame.ask('handoff', { body: { code: waited.handoff } })
  return { frame, window, verified, done, start: body }
}

async function askToGet(browser: WalletBrowser, origin = page) {
  const { body } = await browser.ask('passkeyOptions', { body: { ceremony: 'get', origin } })
  return body
}

test('[S1-02] a window makes a passkey for the frame that waits, and the same passkey signs in again in a frame', async () => {
  const passkey = createSoftPasskey()
  const { done, verified } = await signUp(passkey)
  expect(verified.body).toEqual({})
  expect(done.status).toBe(200)
  expect(done.body).toMatchObject({ provider: 'passkey', wallet: { state: 'none' } })
  const later = world.browser(elsewhere())
  const { attemptId, options } = await askToGet(later)
  const credential = passkey.get(options, inFrame())
  const again = await later.ask('passkeyVerify', { body: { attemptId, credential } })
  expect(again.body).toMatchObject({ session: { userId: done.body.userId, provider: 'passkey' } })
})

test('[S1-02] a passkey that exists signs the frame in through a window', async () => {
  const passkey = createSoftPasskey()
  const { done } = await signUp(passkey)
  const frame = world.browser(elsewhere())
  const { body } = await frame.ask('passkeyStart', { body: { origin: page } })
  const [id = '', secret = ''] = String(body.uri).split('#')[1]?.split('.') ?? []
  const window = world.browser(elsewhere())
  const asked = { ceremony: 'get-for-frame', attempt: { id, secret }, number: body.matchNumber }
  const { body: given } = await window.ask('passkeyOptions', { body: asked })
  const credential = passkey.get(given.options, here())
  await window.ask('passkeyVerify', { body: { attemptId: given.attemptId, credential } })
  const { body: waited } = await frame.ask('attemptWait', { params: { id } })
  const session = await frame.ask('handoff', { body: { code: waited.handoff } })
  expect(session.body.userId).toBe(done.body.userId)
})

test('[A-33] who was sent the window by a stranger has no number, and the third wrong one ends it', async () => {
  const { body } = await world.browser(elsewhere()).ask('passkeyStart', { body: { origin: page } })
  const [id = '', secret = ''] = String(body.uri).split('#')[1]?.split('.') ?? []
  const window = world.browser(elsewhere())
  const number = String((Number(body.matchNumber) + 1) % 100).padStart(2, '0')
  const ask = (given: unknown) =>
    window.ask('passkeyOptions', {
      body: { ceremony: 'create', attempt: { id, secret }, number: given },
    })
  for (const left of [2, 1, 0]) expect((await ask(number)).body.error).toMatchObject({ code: 'NUMBER', left })
  expect((await ask(body.matchNumber)).body.error?.code).toBe('ATTEMPT_EXPIRED')
})

test('[A-33] the window names the page that asks, and only to whoever has its address', async () => {
  const browser = world.browser({ ...elsewhere(), 'user-agent': 'curl/8.0' })
  const { body } = await browser.ask('passkeyStart', { body: { origin: page } })
  const [id = '', secret = ''] = String(body.uri).split('#')[1]?.split('.') ?? []
  const view = (attempt: unknown) => world.browser().ask('passkeyView', { body: { attempt } })
  expect((await view({ id, secret })).body).toMatchObject({ origin: page, expiresAt: body.expiresAt })
  const wrong = await view({ id, secret: 'A'.repeat(43) })
  expect(wrong.body.error?.code).toBe('ATTEMPT_EXPIRED')
})

test('[A-33] a passkey shown in a window is no factor of the browser that waits: led there by a stranger, somebody signs them in at level one', async () => {
  const passkey = createSoftPasskey()
  const { done, frame } = await signUp(passkey)
  expect(done.body).toMatchObject({ level: 1 })
  expect((await frame.ask('me')).body).toMatchObject({ level: 1 })
  const proving = await frame.ask('stepUpStart', { body: { factor: 'passkey' } })
  const credential = passkey.get(proving.body.options, inFrame())
  const proved = await frame.ask('stepUpVerify', {
    body: { factor: 'passkey', attemptId: proving.body.attemptId, credential },
  })
  expect(proved.body).toMatchObject({ level: 3 })
})

test.each([
  ['emailStart', { email: 'somebody@example.com' }],
  ['passkeyStart', {}],
  ['passkeyOptions', { ceremony: 'get' }],
] as const)('[A-33] %s: nobody asks in the name of the wallet’s own page', async (route, body) => {
  const answer = await world.browser(elsewhere()).ask(route, { body: { ...body, ...here() } })
  expect(answer.body.error?.code).toBe('ORIGIN_NOT_ALLOWED')
})

test.each<[string, (passkey: SoftPasskey, options: unknown) => object]>([
  [
    'of another page',
    (passkey, options) => passkey.get(options, { ...here(), topOrigin: 'https://evil.example' }),
  ],
  ['of a window', (passkey, options) => passkey.get(options, here())],
  ['of another origin', (passkey, options) => passkey.get(options, { origin: page, topOrigin: page })],
  ['without a person who was verified', (passkey, options) => passkey.get(options, inFrame(), 1)],
  ['over another challenge', (passkey) => passkey.get({ challenge: 'A'.repeat(43) }, inFrame())],
  ['of nobody', (_, options) => createSoftPasskey().get(options, inFrame())],
])('[A-26] an answer %s signs nobody in, and the question is used up', async (_, answer) => {
  const passkey = createSoftPasskey()
  await signUp(passkey)
  const browser = world.browser(elsewhere())
  const { attemptId, options } = await askToGet(browser)
  const bad = await browser.ask('passkeyVerify', {
    body: { attemptId, credential: answer(passkey, options) },
  })
  expect(bad.body.error?.code).toBe('PASSKEY_INVALID')
  const credential = passkey.get(options, inFrame())
  const late = await browser.ask('passkeyVerify', { body: { attemptId, credential } })
  expect(late.body.error?.code).toBe('ATTEMPT_EXPIRED')
})

test('[A-25] an answer to one question is none to another: not to step up, and not for another key', async () => {
  const passkey = createSoftPasskey()
  const { frame } = await signUp(passkey)
  const login = await askToGet(frame)
  const { body } = await frame.ask('stepUpStart', { body: { factor: 'passkey' } })
  const crossed = await frame.ask('stepUpVerify', {
    body: {
      factor: 'passkey',
      attemptId: body.attemptId,
      credential: passkey.get(login.options, inFrame()),
    },
  })
  expect(crossed.body.error?.code).toBe('PASSKEY_INVALID')
  const other = await world.browser(elsewhere()).ask('passkeyVerify', {
    body: { attemptId: login.attemptId, credential: passkey.get(login.options, inFrame()) },
  })
  expect(other.body.error?.code).toBe('HANDOFF_BINDING')
})

test('[A-26] a passkey that counts backwards is a copy', async () => {
  const passkey = createSoftPasskey()
  await signUp(passkey)
  const [first, second] = [world.browser(elsewhere()), world.browser(elsewhere())]
  const [one, two] = [await askToGet(first), await askToGet(second)]
  const older = passkey.get(one.options, inFrame())
  const newer = passkey.get(two.options, inFrame())
  const good = await second.ask('passkeyVerify', {
    body: { attemptId: two.attemptId, credential: newer },
  })
  expect(good.status).toBe(200)
  const copy = await first.ask('passkeyVerify', {
    body: { attemptId: one.attemptId, credential: older },
  })
  expect(copy.body.error?.code).toBe('PASSKEY_INVALID')
})

test('[D-31] a first passkey is added while there is no wallet, and only showing it raises the level', async () => {
  const { browser } = await somebody()
  const window = await openWindow(browser)
  const passkey = createSoftPasskey()
  expect(await add(window, passkey)).toBe(passkey.id)
  expect((await window.ask('me')).body).toMatchObject({ level: 1, passkeys: [{ id: passkey.id }] })
  // Another one needs the one that is there.
  expect(await add(window, createSoftPasskey())).toBe('AAL')
  expect((await stepUp(window, passkey)).body).toMatchObject({ level: 2 })
  const second = createSoftPasskey()
  expect(await add(window, second)).toBe(second.id)
})

test('[D-31] once there is a wallet, a mailbox alone adds no first passkey; the device with a share does', async () => {
  const { browser, email } = await somebody()
  await makeWallet(browser)
  const thief = world.browser(elsewhere())
  world.clock.shift(walletLimits.codeCooldown)
  await world.signIn(thief, email)
  const theirs = await openWindow(thief)
  expect(await add(theirs, createSoftPasskey())).toBe('AAL')
  const passkey = createSoftPasskey()
  expect(await add(await openWindow(browser), passkey)).toBe(passkey.id)
})

test('[D-31] what was offered before there was a wallet is asked again when the passkey comes', async () => {
  const { browser, email } = await somebody()
  const thief = world.browser(elsewhere())
  world.clock.shift(walletLimits.codeCooldown)
  await world.signIn(thief, email)
  const window = await openWindow(thief)
  const { body } = await window.ask('passkeyAddOptions', { body: {} })
  await makeWallet(browser)
  const credential = createSoftPasskey().create(body.options, here())
  const late = await window.ask('passkeyAdd', {
    body: { attemptId: body.attemptId, credential, hasPrf: false },
  })
  expect(late.body.error?.code).toBe('AAL')
})

test('[D-31] of two first passkeys that come at once one is the first, and the other needs it', async () => {
  const { browser } = await somebody()
  const windows = [await openWindow(browser), await openWindow(browser)]
  const answers = await Promise.all(windows.map((window) => add(window, createSoftPasskey())))
  expect(answers.filter((answer) => answer === 'AAL')).toHaveLength(1)
  expect((await browser.ask('me')).body).toMatchObject({ passkeys: [{ id: expect.any(String) }] })
})

test('[D-31] of the last two passkeys that are removed at once one stays, and the owner is told of each change', async () => {
  const { browser, email } = await somebody()
  const window = await openWindow(browser)
  const [one, two] = [createSoftPasskey(), createSoftPasskey()]
  const before = world.mail.mails[0]?.id ?? 0
  await add(window, one)
  await stepUp(window, one)
  await add(window, two)
  world.clock.shift(walletLimits.codeCooldown)
  await stepUpByCode(window, email)
  await stepUp(window, two)
  const removed = await Promise.all(
    [one, two].map(({ id }) => window.ask('passkeyRemove', { params: { id } })),
  )
  expect(removed.map(({ body }) => body.error?.code ?? 'removed').sort()).toEqual(['FACTOR_LAST', 'removed'])
  const told = (news: string) => nextIn(world.mail, email, before, (text) => text.match(news)?.[0] ?? '')
  await told('Another passkey was added')
  await told('A passkey was taken away')
  const isNews = ({ to, subject }: { to: readonly string[]; subject: string }) =>
    to.includes(email) && subject === 'The locks of your wallet'
  // Not of the first, with which the wallet was set up.
  expect(world.mail.mails.filter(isNews)).toHaveLength(2)
})

test('[D-31] the owner is told of a PIN that is added beside a passkey, and not of one that is the first lock', async () => {
  const { browser, email } = await somebody()
  const window = await openWindow(browser)
  const passkey = createSoftPasskey()
  await add(window, passkey)
  await stepUp(window, passkey)
  const before = world.mail.mails[0]?.id ?? 0
  expect((await window.ask('pinSet', { body: { pin: '271828' } })).status).toBe(200)
  const told = await nextIn(world.mail, email, before, (text) => text.match('A PIN was added')?.[0] ?? '')
  expect(told).toBe('A PIN was added')

  const other = await somebody()
  const setUp = await openWindow(other.browser)
  expect((await setUp.ask('pinSet', { body: { pin: '271828' } })).status).toBe(200)
  // Mails go out in their order: what comes next shows that nothing came before.
  world.clock.shift(walletLimits.codeCooldown)
  await stepUpByCode(setUp, other.email)
  const subjects = world.mail.mails.filter(({ to }) => to.includes(other.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('The locks of your wallet')
})

test('[D-30] a passkey and a code together are level three, each grows old, and a stranger’s passkey is none', async () => {
  const { browser, email } = await somebody()
  const window = await openWindow(browser)
  const passkey = createSoftPasskey()
  await add(window, passkey)
  expect((await stepUp(window, createSoftPasskey())).body.error?.code).toBe('PASSKEY_INVALID')
  expect((await stepUp(window, passkey, inFrame())).body.error?.code).toBe('PASSKEY_INVALID')
  world.clock.shift(walletLimits.codeCooldown)
  expect((await stepUpByCode(window, email)).body).toMatchObject({ level: 1 })
  expect((await stepUp(window, passkey)).body).toMatchObject({ level: 3 })
  world.clock.shift(walletLimits.stepUpFresh + 1)
  expect((await window.ask('me')).body).toMatchObject({ level: 2 })
  world.clock.shift(walletLimits.factorFresh)
  await window.ask('windowResume', { body: {} })
  expect((await window.ask('me')).body).toMatchObject({ level: 1 })
})

test('[D-31] a passkey is removed at level three, and the last one is not', async () => {
  const { browser, email } = await somebody()
  const window = await openWindow(browser)
  const [one, two] = [createSoftPasskey(), createSoftPasskey()]
  await add(window, one)
  await stepUp(window, one)
  await add(window, two)
  const remove = async (id: string) => (await window.ask('passkeyRemove', { params: { id } })).body
  expect((await remove(two.id)).error?.code).toBe('AAL')
  world.clock.shift(walletLimits.codeCooldown)
  await stepUpByCode(window, email)
  await stepUp(window, two)
  expect((await remove(createSoftPasskey().id)).error?.code).toBe('NOT_FOUND')
  expect(await remove(one.id)).toEqual({})
  expect((await remove(two.id)).error?.code).toBe('FACTOR_LAST')
  expect((await stepUp(window, one)).body.error?.code).toBe('PASSKEY_INVALID')
})
