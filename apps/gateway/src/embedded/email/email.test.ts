import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, page, startWalletWorld, tokenOf, type WalletWorld } from '../../testing/walletWorld.js'
import { createKeyFile } from '../kms/keyFile.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

let people = 0
const somebody = () => `person${++people}@example.com`
let networks = 0
/** A network of its own, so that the limits of one test are not those of another. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.${++networks}.7` })

async function begin(email = somebody(), browser = world.browser(elsewhere())) {
  const before = world.mail.mails[0]?.id ?? 0
  const start = await browser.ask('emailStart', { body: { email, origin: page } })
  const letter = start.status === 200 ? await world.mail.next(email, before) : undefined
  return {
    email,
    browser,
    start,
    attemptId: start.body.attemptId,
    letter,
    token: tokenOf(letter?.text ?? ''),
  }
}

async function approved(email?: string) {
  const attempt = await begin(email)
  const { body } = await world.browser().ask('deviceApprove', {
    body: { decision: 'approve', token: attempt.token, number: attempt.start.body.matchNumber },
  })
  return { ...attempt, code: String(body.code) }
}

function keyFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'latchkey-kms-')), 'kms.key')
  createKeyFile(path)
  return path
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('[S4-12] a sign-in by email goes from device approval to the code to a session', async () => {
  const { browser, email, start, attemptId, letter, token } = await begin()
  expect(start.body).toMatchObject({ action: 'VERIFY_DEVICE', matchNumber: expect.stringMatching(/^\d{2}$/) })
  expect(letter).toMatchObject({ to: [email], subject: 'Confirm your sign-in' })
  expect(letter?.text).toContain(page)
  expect(letter?.text).not.toMatch(/\b\d{6}\b/)

  const window = world.browser()
  const view = await window.ask('deviceView', { body: { token } })
  expect(view.body).toMatchObject({ origin: page, email, browser: 'A browser' })
  const waiting = browser.ask('attemptWait', {
    params: { id: String(attemptId) },
    query: { known: 'device' },
  })
  const yes = await window.ask('deviceApprove', {
    body: { decision: 'approve', token, number: start.body.matchNumber },
  })
  expect(yes.body.code).toMatch(/^\d{6}$/)
  expect((await waiting).body).toMatchObject({ state: 'code' })

  const done = await browser.ask('otpVerify', { body: { attemptId, otp: yes.body.code } })
  expect(done.status).toBe(200)
  expect(done.body).toMatchObject({ email, level: 1, wallet: { state: 'none' }, nextFactor: 'enrol' })
  const cookie = done.headers.get('set-cookie') ?? ''
  for (const part of ['__Host-rt=', 'HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    expect(cookie).toContain(part)
  expect(done.body).not.toHaveProperty('refresh')
})

test('the mail is in the language that the browser prefers', async () => {
  const browser = world.browser({ ...elsewhere(), 'accept-language': 'de-CH,de;q=0.9,en;q=0.5' })
  const { letter } = await begin(somebody(), browser)
  expect(letter).toMatchObject({ subject: 'Bestätige deine Anmeldung' })
  expect(letter?.text).toContain(`bei ${page} anmelden`)
})

test('[S4-12] a device that signed in before gets a code at once, and one that is signed in gets in', async () => {
  const browser = world.browser(elsewhere())
  const email = somebody()
  await world.signIn(browser, email)
  const again = await browser.ask('emailStart', { body: { email, origin: page } })
  expect(again.body).toMatchObject({ action: 'CONNECT' })
  await browser.ask('sessionEnd')
  world.clock.shift(31_000)
  const { start, letter, attemptId } = await begin(email, browser)
  expect(start.body).toMatchObject({ action: 'VERIFY_OTP' })
  expect(start.body).not.toHaveProperty('matchNumber')
  const done = await browser.ask('otpVerify', { body: { attemptId, otp: codeOf(letter?.text ?? '') } })
  expect(done.status).toBe(200)
})

test('[S5-02] a second code within 30 s is refused with the seconds left', async () => {
  const email = somebody()
  const browser = world.browser(elsewhere())
  const from = world.clock.now()
  await browser.ask('emailStart', { body: { email, origin: page } })
  world.clock.shift(12_000)
  const soon = await browser.ask('emailStart', { body: { email, origin: page } })
  expect(soon.status).toBe(429)
  const { error } = soon.body
  expect(error).toMatchObject({ code: 'COOLDOWN' })
  const left = Number(soon.headers.get('retry-after'))
  // The clock runs on while it is asked.
  expect(left).toBeGreaterThanOrEqual(30 - Math.ceil((world.clock.now() - from) / 1000))
  expect(left).toBeLessThanOrEqual(18)
  expect(error).toMatchObject({ message: `Please try again after ${left} seconds`, retryAfter: left })
  world.clock.shift(31_000)
  expect((await browser.ask('emailStart', { body: { email, origin: page } })).status).toBe(200)
})

test('[A-27] a code has three tries, however they come, and none across another mail', async () => {
  const { browser, attemptId, code } = await approved()
  const guesses = await Promise.all(
    Array.from({ length: 50 }, () => browser.ask('otpVerify', { body: { attemptId, otp: wrong(code) } })),
  )
  const counted = guesses.filter(({ body }) => body.error?.code === 'OTP_INVALID')
  expect(counted.map(({ body }) => body.error?.left).sort()).toEqual([0, 1, 2])
  expect(guesses.filter(({ body }) => body.error?.code === 'OTP_LOCKED')).toHaveLength(47)
  const right = await browser.ask('otpVerify', { body: { attemptId, otp: code } })
  expect(right.body.error).toMatchObject({ code: 'OTP_LOCKED' })
  expect(right.status).toBe(423)
})

test('[A-27] three codes whose tries ran out make a known device ask for approval again', async () => {
  const browser = world.browser(elsewhere())
  const email = somebody()
  await world.signIn(browser, email)
  await browser.ask('sessionEnd')
  for (let round = 0; round < 3; round++) {
    world.clock.shift(31_000)
    const { start, attemptId, letter } = await begin(email, browser)
    expect(start.body.action).toBe('VERIFY_OTP')
    const otp = wrong(codeOf(letter?.text ?? ''))
    for (let guess = 0; guess < 3; guess++) await browser.ask('otpVerify', { body: { attemptId, otp } })
  }
  world.clock.shift(31_000)
  expect((await begin(email, browser)).start.body.action).toBe('VERIFY_DEVICE')
})

test('[A-28] a code works once, for its own attempt, and with its own key', async () => {
  const first = await approved()
  const second = await approved()
  const foreign = await first.browser.ask('otpVerify', {
    body: { attemptId: first.attemptId, otp: first.code === second.code ? wrong(first.code) : second.code },
  })
  expect(foreign.body.error).toMatchObject({ code: 'OTP_INVALID' })
  const otherKey = await world
    .browser()
    .ask('otpVerify', { body: { attemptId: first.attemptId, otp: first.code } })
  expect(otherKey.body.error).toMatchObject({ code: 'HANDOFF_BINDING' })
  const both = await Promise.all(
    [1, 2].map(() =>
      first.browser.ask('otpVerify', { body: { attemptId: first.attemptId, otp: first.code } }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  const replay = await first.browser.ask('otpVerify', {
    body: { attemptId: first.attemptId, otp: first.code },
  })
  expect(replay.body.error).toMatchObject({ code: 'OTP_EXPIRED' })
})

test('[A-28] a code is over after ten minutes', async () => {
  const { browser, attemptId, code } = await approved()
  world.clock.shift(10 * 60_000 + 1)
  const late = await browser.ask('otpVerify', { body: { attemptId, otp: code } })
  expect(late.body.error).toMatchObject({ code: 'OTP_EXPIRED' })
})

test('[A-30] an address with an account and one without get the same answer, and both wait the floor', async () => {
  const known = somebody()
  await world.signIn(world.browser(elsewhere()), known)
  world.clock.shift(31_000)
  const shapeOf = async (email: string) => {
    const began = world.clock.now()
    const { start, letter } = await begin(email)
    expect(world.clock.now() - began).toBeGreaterThanOrEqual(300)
    return {
      status: start.status,
      fields: Object.keys(start.body).sort(),
      action: start.body.action,
      subject: letter?.subject,
    }
  }
  expect(await shapeOf(known)).toEqual(await shapeOf(somebody()))
})

test('[A-31] a mailbox gets five mails an hour and ten a day from strangers, whoever they are; a /64 counts as one network', async () => {
  const email = somebody()
  let sent = 0
  for (let ask = 0; ask < 8; ask++) {
    world.clock.shift(31_000)
    const { start } = await begin(email)
    if (start.status === 200) sent++
    else expect(start.body.error).toMatchObject({ code: 'COOLDOWN' })
  }
  expect(sent).toBe(5)
  world.clock.shift(3_600_000)
  expect((await begin(email)).start.status).toBe(200)

  const inNetwork = (host: number) =>
    world.browser({ 'x-forwarded-for': `2001:db8:7:7::${host.toString(16)}` })
  const statuses: number[] = []
  for (let ask = 0; ask < 22; ask++) statuses.push((await begin(somebody(), inNetwork(ask + 1))).start.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.slice(20)).toEqual([429, 429])
}, 90_000)

test('[A-31] strangers who use up the mails of a mailbox keep neither a known device nor a step-up of its owner waiting', async () => {
  const browser = world.browser(elsewhere())
  const email = somebody()
  await world.signIn(browser, email)
  world.clock.shift(31_000)
  const starts: number[] = []
  for (let mail = 0; mail < 5; mail += 1) starts.push((await begin(email)).start.status)
  expect(starts).toEqual([200, 200, 200, 200, 429])
  const code = await browser.ask('stepUpStart', { body: { factor: 'otp' } })
  expect(code.status).toBe(200)
  world.clock.shift(31_000)
  await browser.ask('sessionEnd')
  const known = await begin(email, browser)
  expect(known.start.body).toMatchObject({ action: 'VERIFY_OTP' })
})

test('[A-32] looking at the link changes nothing, however often', async () => {
  const { browser, token, attemptId } = await begin()
  for (let look = 0; look < 5; look++)
    expect((await world.browser().ask('deviceView', { body: { token } })).status).toBe(200)
  expect((await fetch(`${world.origin}/device`)).status).toBe(404)
  const { body } = await browser.ask('attemptWait', { params: { id: String(attemptId) } })
  expect(body).toMatchObject({ state: 'device' })
})

test('[A-33] without the number nobody approves, and the third wrong one ends the attempt', async () => {
  const { start, token, browser, attemptId } = await begin()
  const number = String((Number(start.body.matchNumber) + 1) % 100).padStart(2, '0')
  const guess = () => world.browser().ask('deviceApprove', { body: { decision: 'approve', token, number } })
  expect((await guess()).body.error).toMatchObject({ code: 'NUMBER', left: 2 })
  expect((await guess()).body.error).toMatchObject({ code: 'NUMBER', left: 1 })
  expect((await guess()).body.error).toMatchObject({ code: 'NUMBER', left: 0 })
  const late = await world.browser().ask('deviceApprove', {
    body: { decision: 'approve', token, number: start.body.matchNumber },
  })
  expect(late.body.error).toMatchObject({ code: 'ATTEMPT_REFUSED' })
  const { body } = await browser.ask('attemptWait', { params: { id: String(attemptId) } })
  expect(body).toMatchObject({ state: 'refused' })
})

test('[A-33] “not me” ends the attempt and keeps that network from asking for that mailbox for an hour', async () => {
  const { email, token, browser } = await begin()
  const no = await world.browser().ask('deviceApprove', { body: { decision: 'refuse', token } })
  expect(no.status).toBe(200)
  world.clock.shift(60_000)
  expect((await begin(email, browser)).start.status).toBe(429)
  expect((await begin(email)).start.status).toBe(200)
  world.clock.shift(3_600_000)
  expect((await begin(email, browser)).start.status).toBe(200)
})

test('[A-34] a link works once and for a quarter of an hour; a newer mail ends the older one', async () => {
  const first = await approved()
  const again = await world.browser().ask('deviceView', { body: { token: first.token } })
  expect(again.body.error).toMatchObject({ code: 'LINK_USED' })
  expect(again.status).toBe(410)

  const older = await begin()
  world.clock.shift(31_000)
  await begin(older.email, older.browser)
  const stale = await world.browser().ask('deviceView', { body: { token: older.token } })
  expect(stale.body.error).toMatchObject({ code: 'ATTEMPT_REFUSED' })

  const late = await begin()
  world.clock.shift(15 * 60_000 + 1)
  const over = await world.browser().ask('deviceView', { body: { token: late.token } })
  expect(over.body.error).toMatchObject({ code: 'LINK_EXPIRED' })
})

test.each([
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example,c@d.example',
  '"a b"@c.example',
  'a@b',
  'а@b.example',
  '<script>@c.example',
])('[A-35] %j is no address', async (email) => {
  const { start } = await begin(email)
  expect(start.status).toBe(400)
  expect(start.body.error).toMatchObject({ code: 'EMAIL_INVALID' })
})

test('[A-35] an address is one mailbox however its letters are written, and its mail has one recipient', async () => {
  const email = somebody()
  const browser = world.browser(elsewhere())
  await browser.ask('emailStart', { body: { email: email.toUpperCase(), origin: page } })
  const again = await browser.ask('emailStart', { body: { email, origin: page } })
  expect(again.body.error).toMatchObject({ code: 'COOLDOWN' })
  const kept = await world.mail.next(email)
  expect(kept.to).toEqual([email])
})

test('[A-68] links are written with the wallet’s own address, whatever the request says', async () => {
  const email = somebody()
  const browser = world.browser({ ...elsewhere(), 'x-forwarded-host': 'evil.example' })
  const { letter } = await begin(email, browser)
  expect(letter?.text).toContain(`${world.origin}/device#`)
  expect(letter?.text).not.toContain('evil.example')
})

test('[A-2] a page that the project does not list cannot begin, nor one whose project has email switched off', async () => {
  const strict = await startWalletWorld({
    LATCHKEY_LOCAL: '0',
    LATCHKEY_KMS: keyFile(),
    LATCHKEY_PROJECTS: JSON.stringify([
      { id: 'shop', name: 'Shop', allowedOrigins: [page] },
      { id: 'plain', name: 'Plain', allowedOrigins: [page], features: { email_capture: false } },
    ]),
  })
  try {
    const browser = strict.browser()
    const ask = (origin: string, projectId: string) =>
      browser.ask('emailStart', { body: { email: somebody(), origin, projectId } })
    expect((await ask('https://evil.example', 'shop')).body.error).toMatchObject({
      code: 'ORIGIN_NOT_ALLOWED',
      message: 'Unauthorized: origin not allowed',
    })
    expect((await ask(page, 'none')).body.error).toMatchObject({ message: 'Unauthorized: invalid key' })
    expect((await ask(page, 'plain')).body.error).toMatchObject({ code: 'PROVIDER_OFF' })
    expect((await ask(page, 'shop')).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

test('[F-G] while the mail server is away a mail waits, and asking again within 30 s is still too early', async () => {
  const email = somebody()
  const browser = world.browser(elsewhere())
  world.mail.fail(true)
  const start = await browser.ask('emailStart', { body: { email, origin: page } })
  expect(start.status).toBe(200)
  const again = await browser.ask('emailStart', { body: { email, origin: page } })
  expect(again.body.error).toMatchObject({ code: 'COOLDOWN' })
  world.mail.fail(false)
  world.clock.shift(6_000)
  expect((await world.mail.next(email)).subject).toBe('Confirm your sign-in')
})
