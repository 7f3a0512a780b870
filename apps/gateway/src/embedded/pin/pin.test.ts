import { walletLimits } from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletPins } from '../../store/schema.js'
import type { WalletAnswer } from '../../testing/walletBrowser.js'
import { openWindow, proveMailbox, provePin } from '../../testing/walletWindow.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

const code = ({ body }: WalletAnswer) => body.error?.code
const right = '271828'
const wrong = '314159'

let people = 0
async function somebody() {
  people += 1
  const email = `pin${people}@example.com`
  const frame = world.browser({ 'x-forwarded-for': `203.0.${people}.33` })
  await world.signIn(frame, email)
  const window = await openWindow(world, frame)
  expect((await window.ask('pinSet', { body: { pin: right } })).body).toEqual({})
  const rowOf = async () => {
    const isTheirs = eq(walletPins.owner, frame.session?.userId ?? '')
    return (await db.query.select().from(walletPins).where(isTheirs))[0]
  }
  return { email, frame, window, rowOf }
}

test('[D-31] a PIN confirms in windows only, and nothing of it is kept that could be guessed at', async () => {
  const { frame, window, rowOf } = await somebody()
  expect((await window.ask('me')).body).toMatchObject({ hasPin: true, level: 1 })
  expect((await provePin(window, right)).body).toMatchObject({ level: 2 })
  expect(code(await provePin(frame, right))).toBe('FOREIGN_CALLER')
  expect(code(await frame.ask('pinSet', { body: { pin: wrong } }))).toBe('FOREIGN_CALLER')
  const row = await rowOf()
  // Keyed: the same digits of another person look different.
  const other = await somebody()
  expect(row?.mac).toHaveLength(43)
  expect(row?.mac).not.toBe((await other.rowOf())?.mac)
})

test('[A-41] the sixth try of a PIN is refused, also the right one, and the right one before it gives all tries back', async () => {
  const { window } = await somebody()
  for (const left of [4, 3]) {
    const answer = await provePin(window, wrong)
    expect(answer.body).toMatchObject({ error: { code: 'PIN_INVALID', left } })
  }
  expect((await provePin(window, right)).body).toMatchObject({ level: 2 })
  for (const left of [4, 3, 2, 1])
    expect((await provePin(window, wrong)).body).toMatchObject({ error: { code: 'PIN_INVALID', left } })
  expect(code(await provePin(window, wrong))).toBe('PIN_LOCKED')
  expect(code(await provePin(window, right))).toBe('PIN_LOCKED')
})

test('[A-41] of thirty tries at once five are looked at', async () => {
  const { window, rowOf } = await somebody()
  const answers = await Promise.all(Array.from({ length: 30 }, () => provePin(window, wrong)))
  const codes = answers.map(code)
  expect(codes.filter((each) => each === 'PIN_INVALID')).toHaveLength(walletLimits.pinTries - 1)
  expect(codes.filter((each) => each === 'PIN_LOCKED')).toHaveLength(30 - (walletLimits.pinTries - 1))
  expect((await rowOf())?.tries).toBe(walletLimits.pinTries)
})

test('[A-41] a try that breaks off after it was counted stays counted', async () => {
  const { window, rowOf } = await somebody()
  // Whatever happens after the count: here the log of the lock cannot be written.
  for (let time = 0; time < walletLimits.pinTries - 1; time += 1) await provePin(window, wrong)
  await db.query.execute(sql`alter table wallet_audit rename to wallet_audit_away`)
  try {
    expect((await provePin(window, wrong)).status).toBe(500)
  } finally {
    await db.query.execute(sql`alter table wallet_audit_away rename to wallet_audit`)
  }
  expect((await rowOf())?.tries).toBe(walletLimits.pinTries)
  expect(code(await provePin(window, right))).toBe('PIN_LOCKED')
})

test('a PIN is changed with the old one and a code, and not with either alone', async () => {
  const { email, window } = await somebody()
  expect(code(await window.ask('pinSet', { body: { pin: wrong } }))).toBe('AAL')
  await provePin(window, right)
  expect(code(await window.ask('pinSet', { body: { pin: wrong } }))).toBe('AAL')
  expect((await proveMailbox(world, window, email)).body).toMatchObject({ level: 3 })
  const before = world.mail.mails[0]?.id ?? 0
  expect((await window.ask('pinSet', { body: { pin: wrong } })).status).toBe(200)
  expect((await world.mail.next(email, before)).text).toContain('The PIN was changed.')
  expect(code(await provePin(window, right))).toBe('PIN_INVALID')
  expect((await provePin(window, wrong)).status).toBe(200)
})

test('[D-10] a PIN is set only so often an hour, and who may not set one uses nothing up', async () => {
  const { email, window } = await somebody()
  const set = (pin: string) => window.ask('pinSet', { body: { pin } })
  for (let time = 0; time < walletLimits.changesPerHour; time += 1) expect(code(await set(wrong))).toBe('AAL')
  await provePin(window, right)
  await proveMailbox(world, window, email)
  const before = world.mail.mails[0]?.id ?? 0
  // The first one was counted, too.
  for (let time = 1; time < walletLimits.changesPerHour; time += 1)
    expect((await set(wrong)).status).toBe(200)
  const refused = await set(right)
  expect(refused.body).toMatchObject({ error: { code: 'RATE', retryAfter: expect.any(Number) } })
  const changed = Array.from({ length: walletLimits.changesPerHour - 1 }, () => 'The locks of your wallet')
  await expect.poll(() => mailedTo(email, before)).toEqual(changed)
  expect((await provePin(window, wrong)).status).toBe(200)
})

test('[D-31] a forgotten PIN takes three days, with a notice a day, and then a code from the mailbox', async () => {
  const { email, frame, rowOf } = await somebody()
  let window = await openWindow(world, frame)
  for (let time = 0; time < walletLimits.pinTries; time += 1) await provePin(window, wrong)
  const before = world.mail.mails[0]?.id ?? 0
  const { body } = await window.ask('pinForgot', { body: {} })
  expect(Number(body.resetAt)).toBeGreaterThan(Number(body.now) + walletLimits.forgottenPinDelay - 60_000)
  // Asked again, it does not begin anew.
  expect((await window.ask('pinForgot', { body: {} })).body.resetAt).toBe(body.resetAt)
  const notice = await world.mail.next(email, before)
  expect(notice.subject).toBe('Somebody forgot your PIN')
  expect(notice.text).toContain('/keep#pin.')
  expect(code(await window.ask('pinSet', { body: { pin: wrong } }))).toBe('PIN_WAIT')

  world.clock.shift(walletLimits.forgottenPinNotice)
  await frame.ask('sessionRefresh', { body: {} })
  window = await openWindow(world, frame)
  await window.ask('pinForgot', { body: {} })
  const notices = () =>
    world.mail.mails.filter(({ to, subject }) => to.includes(email) && subject.includes('forgot')).length
  await expect.poll(notices).toBe(2)

  world.clock.shift(walletLimits.forgottenPinDelay - walletLimits.forgottenPinNotice)
  await frame.ask('sessionRefresh', { body: {} })
  window = await openWindow(world, frame)
  // The mailbox has to be shown again: the sign-in of a frame does not count in the window.
  expect(code(await window.ask('pinSet', { body: { pin: '161803' } }))).toBe('AAL')
  await proveMailbox(world, window, email)
  const last = world.mail.mails[0]?.id ?? 0
  expect((await window.ask('pinSet', { body: { pin: '161803' } })).status).toBe(200)
  await expect.poll(() => mailedTo(email, last)).toContain('Your PIN was replaced')
  expect((await provePin(window, '161803')).status).toBe(200)
  expect(await rowOf()).toMatchObject({ tries: 0, resetAt: null })
})

const mailedTo = (email: string, after: number) =>
  world.mail.mails.filter(({ id, to }) => id > after && to.includes(email)).map(({ subject }) => subject)

test('[D-31] nobody who comes long after the wait sets another PIN: it is a new wait, with new notices', async () => {
  const { email, frame } = await somebody()
  let window = await openWindow(world, frame)
  const { body } = await window.ask('pinForgot', { body: {} })
  world.clock.shift(walletLimits.forgottenPinDelay)
  await frame.ask('sessionRefresh', { body: {} })
  window = await openWindow(world, frame)
  // While it is possible it is told too.
  const before = world.mail.mails[0]?.id ?? 0
  expect((await window.ask('pinForgot', { body: {} })).body.resetAt).toBe(body.resetAt)
  expect((await world.mail.next(email, before)).text).toContain('That is possible now')

  world.clock.shift(walletLimits.forgottenPinChance)
  await frame.ask('sessionRefresh', { body: {} })
  window = await openWindow(world, frame)
  await proveMailbox(world, window, email)
  expect(code(await window.ask('pinSet', { body: { pin: wrong } }))).toBe('AAL')
  const last = world.mail.mails[0]?.id ?? 0
  const again = await window.ask('pinForgot', { body: {} })
  expect(Number(again.body.resetAt)).toBeGreaterThan(
    Number(again.body.now) + walletLimits.forgottenPinDelay - 60_000,
  )
  expect((await world.mail.next(email, last)).text).toContain('That becomes possible')
  expect(code(await window.ask('pinSet', { body: { pin: wrong } }))).toBe('PIN_WAIT')
})

test('the link of the notice keeps the PIN, once, and typing the PIN does as well', async () => {
  const { email, window, rowOf } = await somebody()
  const before = world.mail.mails[0]?.id ?? 0
  await window.ask('pinForgot', { body: {} })
  const { text } = await world.mail.next(email, before)
  const token = /#pin\.([A-Za-z0-9_-]{43})/.exec(text)?.[1]
  expect((await world.browser().ask('pinKeep', { body: { token } })).status).toBe(200)
  expect(code(await world.browser().ask('pinKeep', { body: { token } }))).toBe('LINK_EXPIRED')
  expect((await rowOf())?.resetAt).toBeNull()
  await window.ask('pinForgot', { body: {} })
  await provePin(window, right)
  expect((await rowOf())?.resetAt).toBeNull()
})
