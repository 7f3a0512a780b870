import { walletLimits } from '@latchkey/spec/walletApi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoftPasskey } from '../../testing/softPasskey.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { codeOf, page, startWalletWorld, tokenOf, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

let people = 0
const elsewhere = () => {
  people += 1
  return { 'x-forwarded-for': `203.0.${people}.5` }
}
const address = (name: string) => `${name}${people}@example.com`

/** Signed in by email at level two, in a window: with a passkey that was shown just now. */
async function somebody() {
  const frame = world.browser(elsewhere())
  const old = address('old')
  await world.signIn(frame, old)
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'email' } })
  const secret = String(body.url).split('.').at(-1)
  const window = world.browser(elsewhere())
  const opened = await window.ask('windowOpen', { body: { windowId: body.windowId, secret } })
  // As the contract has it.
  window.session = opened.body.session as NonNullable<WalletBrowser['session']>
  const passkey = createSoftPasskey()
  const adding = (await window.ask('passkeyAddOptions', { body: {} })).body
  await window.ask('passkeyAdd', {
    body: {
      attemptId: adding.attemptId,
      credential: passkey.create(adding.options, { origin: world.origin }),
      hasPrf: false,
    },
  })
  const proving = (await window.ask('stepUpStart', { body: { factor: 'passkey' } })).body
  await window.ask('stepUpVerify', {
    body: {
      factor: 'passkey',
      attemptId: proving.attemptId,
      credential: passkey.get(proving.options, { origin: world.origin }),
    },
  })
  return { frame, window, old, fresh: address('new') }
}

const newest = () => world.mail.mails[0]?.id ?? 0
const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

async function start(window: WalletBrowser, old: string, email: string) {
  const before = newest()
  const { body } = await window.ask('emailChangeStart', { body: { email } })
  if (body.error) throw new Error(body.error.code)
  return { body, code: codeOf((await world.mail.next(old, before)).text) }
}

async function confirmOld(window: WalletBrowser, code: string, email: string) {
  const before = newest()
  const { body } = await window.ask('emailChangePrimary', { body: { otp: code } })
  if (body.error) throw new Error(body.error.code)
  return { body, code: codeOf((await world.mail.next(email, before)).text) }
}

/** The whole way; the link that undoes it lies in the old mailbox. */
async function change({ window, old, fresh }: { window: WalletBrowser; old: string; fresh: string }) {
  const first = await start(window, old, fresh)
  const second = await confirmOld(window, first.code, fresh)
  const before = newest()
  const done = await window.ask('emailChangeSecondary', { body: { otp: second.code } })
  const token = tokenOf((await world.mail.next(old, before)).text)
  return { first, second, done, token }
}

/** All the way to the code, and what comes of it. */
async function signIn(email: string) {
  const browser = world.browser(elsewhere())
  const before = newest()
  const { body } = await browser.ask('emailStart', { body: { email, origin: page } })
  const letter = await world.mail.next(email, before)
  const approval = { decision: 'approve', token: tokenOf(letter.text), number: body.matchNumber }
  const { body: approved } = await world.browser().ask('deviceApprove', { body: approval })
  return browser.ask('otpVerify', { body: { attemptId: body.attemptId, otp: approved.code } })
}

test('[S4-12] an address is changed by a code to the old one, then a code to the new one, and waits three days', async () => {
  const person = await somebody()
  const began = world.clock.now()
  const { first, second, done } = await change(person)
  expect(first.body).toMatchObject({ action: 'VERIFY_PRIMARY_OTP' })
  expect(second.body).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
  expect(done.body).toMatchObject({ email: person.fresh })
  expect(done.body.holdUntil).toBeGreaterThanOrEqual(began + walletLimits.emailChangeHold)
  expect((await person.window.ask('me')).body).toMatchObject({
    email: person.fresh,
    holdUntil: done.body.holdUntil,
  })
  const again = await person.window.ask('emailChangeStart', { body: { email: person.old } })
  expect(again.body.error?.code).toBe('HOLD')
  const entered = await signIn(person.fresh)
  expect(entered.body.userId).toBe(person.window.session?.userId)
})

test('[A-62] a session without a factor changes nothing, and neither does a wrong or a foreign code', async () => {
  const { frame, window, old, fresh } = await somebody()
  const low = await frame.ask('emailChangeStart', { body: { email: fresh } })
  expect(low.body.error?.code).toBe('AAL')
  const { code } = await start(window, old, fresh)
  const early = await window.ask('emailChangeSecondary', { body: { otp: code } })
  expect(early.body.error?.code).toBe('ATTEMPT_EXPIRED')
  for (const left of [2, 1, 0]) {
    const { body } = await window.ask('emailChangePrimary', { body: { otp: wrong(code) } })
    expect(body.error).toMatchObject({ code: 'OTP_INVALID', left })
  }
  const locked = await window.ask('emailChangePrimary', { body: { otp: code } })
  expect(locked.body.error?.code).toBe('OTP_LOCKED')
  expect((await window.ask('me')).body).toMatchObject({ email: old })
})

test('a code for a change of address ends after ten minutes', async () => {
  const { window, old, fresh } = await somebody()
  const { code } = await start(window, old, fresh)
  world.clock.shift(walletLimits.codeLife)
  await window.ask('windowResume', { body: {} })
  const { body } = await window.ask('emailChangePrimary', { body: { otp: code } })
  expect(body.error?.code).toBe('OTP_EXPIRED')
})

test('[A-62] the link in the old mailbox brings the address back once, and ends every session', async () => {
  const person = await somebody()
  const { token } = await change(person)
  const undone = await world.browser().ask('emailUndo', { body: { token } })
  expect(undone.body).toEqual({ email: person.old })
  for (const browser of [person.frame, person.window])
    expect((await browser.ask('me')).body.error?.code).toBe('SESSION_EXPIRED')
  const again = await world.browser().ask('emailUndo', { body: { token } })
  expect(again.body.error?.code).toBe('LINK_USED')
  world.clock.shift(walletLimits.codeCooldown)
  expect((await signIn(person.old)).body.userId).toBe(person.window.session?.userId)
  const stranger = await signIn(person.fresh)
  expect(stranger.body.userId).not.toBe(person.window.session?.userId)
})

test('[A-62] while a change can be undone the old address is nobody else’s, and after that it is free', async () => {
  const person = await somebody()
  const { token } = await change(person)
  world.clock.shift(walletLimits.codeCooldown)
  const held = await signIn(person.old)
  expect(held.body.error?.code).toBe('HOLD')
  const other = await somebody()
  const first = await start(other.window, other.old, person.old)
  const second = await confirmOld(other.window, first.code, person.old)
  const taken = await other.window.ask('emailChangeSecondary', { body: { otp: second.code } })
  expect(taken.body.error?.code).toBe('EMAIL_TAKEN')
  expect((await world.browser().ask('emailUndo', { body: { token } })).status).toBe(200)

  const third = await somebody()
  const gone = await change(third)
  world.clock.shift(walletLimits.emailChangeHold)
  const late = await world.browser().ask('emailUndo', { body: { token: gone.token } })
  expect(late.body.error?.code).toBe('LINK_EXPIRED')
  const fresh = await signIn(third.old)
  expect(fresh.status).toBe(200)
  expect(fresh.body.userId).not.toBe(third.window.session?.userId)
})
