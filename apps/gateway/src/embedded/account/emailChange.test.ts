import { walletLimits } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletEmailChanges } from '../../store/schema.js'
import { untilWaiting } from '../../testing/lockWait.js'
import { createSoftPasskey, type SoftPasskey } from '../../testing/softPasskey.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { openWindow } from '../../testing/walletWindow.js'
import { codeOf, page, startWalletWorld, tokenOf, type WalletWorld } from '../../testing/walletWorld.js'
import { lockUser } from '../users.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

let people = 0
const elsewhere = () => {
  people += 1
  return { 'x-forwarded-for': `203.0.${people}.5` }
}
const address = (name: string) => `${name}${people}@example.com`

/** Signed in by email in a frame, with a window of it and a passkey. */
async function somebody() {
  const frame = world.browser(elsewhere())
  const old = address('old')
  await world.signIn(frame, old)
  world.clock.shift(walletLimits.codeCooldown)
  const window = await openWindow(world, frame, 'email')
  const passkey = createSoftPasskey()
  const adding = (await window.ask('passkeyAddOptions', { body: {} })).body
  await window.ask('passkeyAdd', {
    body: {
      attemptId: adding.attemptId,
      credential: passkey.create(adding.options, { origin: world.origin }),
      hasPrf: false,
    },
  })
  return { frame, window, passkey, old, fresh: address('new') }
}
type Person = Awaited<ReturnType<typeof somebody>>

async function showPasskey(browser: WalletBrowser, passkey: SoftPasskey, topOrigin?: string) {
  const { body } = await browser.ask('stepUpStart', { body: { factor: 'passkey' } })
  const place = { origin: world.origin, ...(topOrigin === undefined ? {} : { topOrigin }) }
  const credential = passkey.get(body.options, place)
  return browser.ask('stepUpVerify', {
    body: { factor: 'passkey', attemptId: body.attemptId, credential },
  })
}

/** The app asks; the person reads the address in the window, and says yes with the passkey. */
async function agree({ frame, window, passkey }: Omit<Person, 'old' | 'fresh'>, email: string) {
  const asked = await frame.ask('emailChangeStart', { body: { email } })
  expect(asked.body.error?.code).toBe('AAL')
  const { body } = await window.ask('emailChangeView')
  expect(body.change).toMatchObject({ email })
  await showPasskey(window, passkey)
  // As the contract has it.
  const { id } = body.change as { id: string }
  const confirmed = await window.ask('emailChangeConfirm', { body: { id } })
  if (confirmed.body.error) throw new Error(confirmed.body.error.code)
}

const newest = () => world.mail.mails[0]?.id ?? 0
const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

async function start(person: Person, email: string) {
  const { frame, old } = person
  await agree(person, email)
  const before = newest()
  const { body } = await frame.ask('emailChangeStart', { body: { email } })
  if (body.error) throw new Error(body.error.code)
  return { body, code: codeOf((await world.mail.next(old, before)).text) }
}

async function confirmOld({ frame }: Person, code: string, email: string) {
  const before = newest()
  const { body } = await frame.ask('emailChangePrimary', { body: { otp: code } })
  if (body.error) throw new Error(body.error.code)
  return { body, code: codeOf((await world.mail.next(email, before)).text) }
}

/** The whole way; the link that undoes it lies in the old mailbox. */
async function change(person: Person) {
  const { frame, old, fresh } = person
  const first = await start(person, fresh)
  const second = await confirmOld(person, first.code, fresh)
  const before = newest()
  const done = await frame.ask('emailChangeSecondary', { body: { otp: second.code } })
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
  const again = await person.frame.ask('emailChangeStart', { body: { email: person.old } })
  expect(again.body.error?.code).toBe('HOLD')
  const entered = await signIn(person.fresh)
  expect(entered.body.userId).toBe(person.window.session?.userId)
})

test('the second code can be sent again by itself: the old address is not asked twice', async () => {
  const person = await somebody()
  const { frame, fresh } = person
  const first = await start(person, fresh)
  await confirmOld(person, first.code, fresh)
  const tooSoon = await frame.ask('emailChangeStart', { body: { email: fresh } })
  expect(tooSoon.body.error?.code).toBe('COOLDOWN')
  world.clock.shift(walletLimits.codeCooldown)
  const before = newest()
  const again = await frame.ask('emailChangeStart', { body: { email: fresh } })
  expect(again.body).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
  const otp = codeOf((await world.mail.next(fresh, before)).text)
  expect((await frame.ask('emailChangeSecondary', { body: { otp } })).body).toMatchObject({ email: fresh })
})

test('[A-62] a session without a factor changes nothing, and neither does a wrong or a foreign code', async () => {
  const person = await somebody()
  const { frame, window, old, fresh } = person
  const { code } = await start(person, fresh)
  const early = await frame.ask('emailChangeSecondary', { body: { otp: code } })
  expect(early.body.error?.code).toBe('ATTEMPT_EXPIRED')
  for (const left of [2, 1, 0]) {
    const { body } = await frame.ask('emailChangePrimary', { body: { otp: wrong(code) } })
    expect(body.error).toMatchObject({ code: 'OTP_INVALID', left })
  }
  const locked = await frame.ask('emailChangePrimary', { body: { otp: code } })
  expect(locked.body.error?.code).toBe('OTP_LOCKED')
  expect((await window.ask('me')).body).toMatchObject({ email: old })
})

test('[A-62] a page gives no account a mailbox of its own: not with a fresh factor in the frame, and not with one shown before it asked', async () => {
  const passkey = createSoftPasskey()
  const frame = world.browser(elsewhere())
  const { body } = await frame.ask('passkeyStart', { body: { origin: page } })
  const [id = '', secret = ''] = String(body.uri).split('#')[1]?.split('.') ?? []
  const making = { ceremony: 'create', attempt: { id, secret }, number: body.matchNumber }
  const maker = world.browser(elsewhere())
  const { body: options } = await maker.ask('passkeyOptions', { body: making })
  const credential = passkey.create(options.options, { origin: world.origin })
  await maker.ask('passkeyVerify', { body: { attemptId: options.attemptId, credential } })
  const { body: waited } = await frame.ask('attemptWait', { params: { id } })
  await frame.ask('handoff', { body: { code: waited.handoff } })
  expect((await showPasskey(frame, passkey, page)).body).toMatchObject({ level: 3 })
  const window = await openWindow(world, frame, 'email')
  await showPasskey(window, passkey)
  world.clock.shift(1)

  const evil = address('evil')
  const before = newest()
  const asked = await frame.ask('emailChangeStart', { body: { email: evil } })
  expect(asked.body.error?.code).toBe('AAL')
  const { change } = (await window.ask('emailChangeView')).body as { change?: { id: string } }
  const confirm = { body: { id: change?.id } }
  const foreign = await frame.ask('emailChangeConfirm', confirm)
  expect(foreign.body.error?.code).toBe('FOREIGN_CALLER')
  const stale = await window.ask('emailChangeConfirm', confirm)
  expect(stale.body.error?.code).toBe('AAL')
  expect(newest()).toBe(before)

  // The first address is the person's own, and no other one passes by the same yes.
  const own = address('own')
  await agree({ frame, window, passkey }, own)
  const swapped = await frame.ask('emailChangeStart', { body: { email: evil } })
  expect(swapped.body.error?.code).toBe('AAL')
  await agree({ frame, window, passkey }, own)
  const sent = newest()
  const started = await frame.ask('emailChangeStart', { body: { email: own } })
  expect(started.body).toMatchObject({ action: 'VERIFY_SECONDARY_OTP' })
  const otp = codeOf((await world.mail.next(own, sent)).text)
  expect((await frame.ask('emailChangeSecondary', { body: { otp } })).body).toMatchObject({ email: own })
})

test('[A-62] the mails to the old address name the new one', async () => {
  const person = await somebody()
  await agree(person, person.fresh)
  const before = newest()
  await person.frame.ask('emailChangeStart', { body: { email: person.fresh } })
  const letter = await world.mail.next(person.old, before)
  expect(letter.text).toContain(person.fresh)
  const { code } = await confirmOld(person, codeOf(letter.text), person.fresh)
  const sent = newest()
  await person.frame.ask('emailChangeSecondary', { body: { otp: code } })
  expect((await world.mail.next(person.old, sent)).text).toContain(person.fresh)
})

test('a code for a change of address ends after ten minutes', async () => {
  const person = await somebody()
  const { code } = await start(person, person.fresh)
  world.clock.shift(walletLimits.codeLife)
  await person.frame.ask('sessionRefresh', { body: {} })
  const { body } = await person.frame.ask('emailChangePrimary', { body: { otp: code } })
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
  const first = await start(other, person.old)
  const second = await confirmOld(other, first.code, person.old)
  const taken = await other.frame.ask('emailChangeSecondary', { body: { otp: second.code } })
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

const ownId = ({ window }: Person) => window.session?.userId ?? ''
const changeOf = async (person: Person) => {
  const isTheirs = eq(walletEmailChanges.userId, ownId(person))
  const [row] = await db.query.select().from(walletEmailChanges).where(isTheirs)
  return row
}

test('[A-62] a change that was replaced while it was finished changes nothing: no address goes without the way back', async () => {
  const person = await somebody()
  const { frame, old, fresh } = person
  const first = await start(person, fresh)
  const second = await confirmOld(person, first.code, fresh)
  const finishing = await db.query.transaction(async (transaction) => {
    await lockUser(ownId(person), transaction)
    const asked = frame.ask('emailChangeSecondary', { body: { otp: second.code } })
    await untilWaiting(db)
    // As another call does that asks for another address.
    await transaction.delete(walletEmailChanges).where(eq(walletEmailChanges.userId, ownId(person)))
    return { asked }
  })
  expect((await finishing.asked).body.error?.code).toBe('ATTEMPT_EXPIRED')
  expect((await person.window.ask('me')).body).toMatchObject({ email: old })
})

test('[A-62] a code that is asked for again does not take the way back from a change that was finished meanwhile', async () => {
  const person = await somebody()
  const { frame, fresh } = person
  const first = await start(person, fresh)
  await confirmOld(person, first.code, fresh)
  world.clock.shift(walletLimits.codeCooldown)
  const expiresAt = new Date(world.clock.now() + walletLimits.emailChangeHold)
  const asking = await db.query.transaction(async (transaction) => {
    const isTheirs = eq(walletEmailChanges.userId, ownId(person))
    await transaction.update(walletEmailChanges).set({ state: 'held', expiresAt }).where(isTheirs)
    const asked = frame.ask('emailChangeStart', { body: { email: fresh } })
    await untilWaiting(db)
    return { asked }
  })
  expect((await asking.asked).body.error?.code).toBe('ATTEMPT_EXPIRED')
  expect(await changeOf(person)).toMatchObject({ state: 'held', expiresAt })
})

test('a change that is asked for twice at once is asked for once', async () => {
  const person = await somebody()
  const { frame, window, fresh } = person
  const asked = await Promise.all(
    [frame, window].map((browser) => browser.ask('emailChangeStart', { body: { email: fresh } })),
  )
  expect(asked.map(({ body }) => body.error?.code)).toEqual(['AAL', 'AAL'])
  expect(await changeOf(person)).toMatchObject({ state: 'asked' })
})
