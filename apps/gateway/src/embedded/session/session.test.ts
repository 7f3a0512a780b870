import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { days, hours, seconds } from '@latchkey/spec/limits'
import { capsuleAad, hkdfInfos, walletCookies, walletLimits } from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walletAudit, walletDevices, walletHits, walletSessions, walletWindows } from '../../store/schema.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { openWindow } from '../../testing/walletWindow.js'
import { page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import { cookieOf } from '../http/walletRoute.js'
import { createAccessTokens } from './accessTokens.js'
import { createSessions } from './sessions.js'
import { pruneWindows } from './windowHandlers.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

let people = 0
async function signedIn(): Promise<WalletBrowser> {
  const browser = world.browser({ 'x-forwarded-for': `198.18.${++people}.1` })
  await world.signIn(browser, `session${people}@example.com`)
  return browser
}
const refreshOf = (browser: WalletBrowser) => browser.cookies.get(walletCookies.refresh) ?? ''
/** As the contract has it. */
const sessionOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['session'] as NonNullable<WalletBrowser['session']>
const code = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code

test('[A-36] an access token without its key is worth nothing', async () => {
  const owner = await signedIn()
  expect((await owner.ask('me')).status).toBe(200)
  const thief = world.browser()
  await thief.ask('me')
  thief.session = owner.session
  const stolen = await thief.ask('me')
  expect(stolen.status).toBe(401)
  expect(code(stolen)).toBe('BINDING')
})

test('[A-37] a proof is for one call, once, with a nonce of ours, by a key of the one kind', async () => {
  const browser = await signedIn()
  await browser.ask('me')
  const proof = browser.prove('me')
  expect((await browser.ask('me', { proof })).status).toBe(200)
  expect(code(await browser.ask('me', { proof }))).toBe('PROOF_INVALID')
  const lies = [
    { claims: { htu: `${world.origin}/api/v1/wallets` } },
    { claims: { htu: 'https://evil.example/api/v1/me' } },
    { claims: { htm: 'POST' } },
    { claims: { ath: 'A'.repeat(43) } },
    { claims: { jti: 'short' } },
    { header: { alg: 'none' } },
    { header: { alg: 'HS256' } },
    { header: { typ: 'jwt' } },
    { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) } } },
    { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43), d: 'C'.repeat(43) } } },
  ]
  for (const lie of lies) expect([lie, code(await browser.ask('me', lie))]).toEqual([lie, 'PROOF_INVALID'])
  expect(code(await browser.ask('me', { proof: 'a.b.c' }))).toBe('PROOF_INVALID')
  for (const nonce of ['made.up', undefined, ''])
    expect(['USE_DPOP_NONCE', 'PROOF_INVALID']).toContain(
      code(await browser.ask('me', { claims: { nonce } })),
    )
  const early = browser.prove('me')
  world.clock.shift(5 * 60_000 + 1)
  const stale = await browser.ask('me', { proof: early })
  expect(code(stale)).toBe('USE_DPOP_NONCE')
  expect(stale.headers.get('dpop-nonce')).toBeTruthy()
})

test('[F-H] a browser whose clock is a day off signs in and works all the same', async () => {
  const browser = await signedIn()
  await browser.ask('me')
  for (const days of [-1, 1]) {
    const iat = Math.floor(Date.now() / 1000) + days * 86_400
    expect((await browser.ask('me', { claims: { iat } })).status).toBe(200)
  }
})

test('[F-H] a server whose clock is set back five minutes still knows its nonces', async () => {
  const browser = await signedIn()
  await browser.ask('me')
  const proof = browser.prove('me')
  world.clock.shift(-4 * 60_000)
  expect((await browser.ask('me', { proof })).status).toBe(200)
  world.clock.shift(4 * 60_000)
})

test('[A-38] a token that is signed well but has no session is refused', async () => {
  const browser = await signedIn()
  const { parts } = world.gateway.deps.embedded ?? {}
  if (!parts || !browser.session) throw new Error('no session')
  const tokens = createAccessTokens({ seed: parts.secrets.tokens, clock: world.clock })
  const claims = tokens.read(browser.session.access)
  if (!claims) throw new Error('no claims')
  const forged = tokens.sign({ ...claims, sid: '00000000-0000-4000-8000-000000000000' })
  browser.session = { ...browser.session, access: forged }
  expect(code(await browser.ask('me'))).toBe('SESSION_EXPIRED')
})

test('[A-39] a refresh token is used once; two tabs at once get the same next one', async () => {
  const browser = await signedIn()
  const first = refreshOf(browser)
  const both = await Promise.all([1, 2].map(() => browser.ask('sessionRefresh', { body: {} })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const next = new Set(
    both.map(({ headers }) => /__Host-rt=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1]),
  )
  expect(next.size).toBe(1)
  expect(next.has(first)).toBe(false)
  expect((await browser.ask('sessionRefresh', { body: {} })).status).toBe(200)
})

test('[A-39] a refresh token that comes again later ends the whole family', async () => {
  const browser = await signedIn()
  const stolen = refreshOf(browser)
  await browser.ask('sessionRefresh', { body: {} })
  const current = refreshOf(browser)
  world.clock.shift(10_001)
  browser.cookies.set(walletCookies.refresh, stolen)
  expect(code(await browser.ask('sessionRefresh', { body: {} }))).toBe('REUSED')
  browser.cookies.set(walletCookies.refresh, current)
  expect(code(await browser.ask('sessionRefresh', { body: {} }))).toBe('SESSION_EXPIRED')
  expect(code(await browser.ask('me'))).toBe('SESSION_EXPIRED')
})

/** What a gateway that starts now keeps sessions with; `refresh` is by the browser's own key. */
async function restarted(browser: WalletBrowser) {
  const { parts } = world.gateway.deps.embedded ?? {}
  if (!parts || !browser.session) throw new Error('no session')
  const tokens = createAccessTokens({ seed: parts.secrets.tokens, clock: world.clock })
  const claims = tokens.read(browser.session.access)
  const { jkt = '' } = (await parts.sessions.find(claims?.sid ?? '')) ?? {}
  const { refresh } = createSessions(parts)
  return (token: string) => refresh(token, jkt)
}

test('[A-39] a refresh whose answer died with the gateway is answered the same by the one that comes after it', async () => {
  const browser = await signedIn()
  const first = refreshOf(browser)
  await browser.ask('sessionRefresh', { body: {} })
  world.clock.shift(60_000)
  const refresh = await restarted(browser)
  expect((await refresh(first)).refresh).toBe(refreshOf(browser))
  world.clock.shift(10_001)
  await expect(refresh(first)).rejects.toMatchObject({ code: 'REUSED' })
})

test('[A-39] a new gateway forgives no token whose successor was used, nor one that was used long before it', async () => {
  const walked = await signedIn()
  const first = refreshOf(walked)
  for (let time = 0; time < 2; time += 1) await walked.ask('sessionRefresh', { body: {} })
  world.clock.shift(60_000)
  await expect((await restarted(walked))(first)).rejects.toMatchObject({ code: 'REUSED' })
  const idle = await signedIn()
  const old = refreshOf(idle)
  await idle.ask('sessionRefresh', { body: {} })
  world.clock.shift(3 * 60_000)
  await expect((await restarted(idle))(old)).rejects.toMatchObject({ code: 'REUSED' })
})

test('[A-39] a stolen cookie without the key refreshes nothing, and its owner keeps it', async () => {
  const browser = await signedIn()
  const thief = world.browser()
  thief.cookies.set(walletCookies.refresh, refreshOf(browser))
  expect(code(await thief.ask('sessionRefresh', { body: {} }))).toBe('BINDING')
  expect((await browser.ask('sessionRefresh', { body: {} })).status).toBe(200)
})

test('[S4-05] signing out ends the session, its tokens and its cookie', async () => {
  const browser = await signedIn()
  const token = refreshOf(browser)
  expect((await browser.ask('sessionEnd')).status).toBe(200)
  expect(browser.cookies.has(walletCookies.refresh)).toBe(false)
  expect(code(await browser.ask('me'))).toBe('SESSION_EXPIRED')
  browser.cookies.set(walletCookies.refresh, token)
  expect(code(await browser.ask('sessionRefresh', { body: {} }))).toBe('SESSION_EXPIRED')
})

test('a session ends after a week without use, and after a month with it', async () => {
  const idle = await signedIn()
  const busy = await signedIn()
  const day = 86_400_000
  for (let week = 0; week < 5; week++) {
    world.clock.shift(6 * day)
    if (week < 4) expect((await busy.ask('sessionRefresh', { body: {} })).status).toBe(200)
    if (week === 1) expect(code(await idle.ask('sessionRefresh', { body: {} }))).toBe('SESSION_EXPIRED')
  }
  expect(code(await busy.ask('sessionRefresh', { body: {} }))).toBe('SESSION_EXPIRED')
})

/** What the frame would have written for its page: see `capsule.ts` of the contract. */
async function capsuleOf(browser: WalletBrowser, origin = page) {
  const { parts } = world.gateway.deps.embedded ?? {}
  const device = await parts?.devices.find(browser.session?.device.id ?? '')
  if (!parts || !device) throw new Error('no device')
  const root = await parts.devices.capsuleKey(device)
  const key = Buffer.from(hkdfSync('sha256', root, '', hkdfInfos.capsuleProof(), 32))
  const { userId, id, projectId } = device
  const text = capsuleAad({ projectId: projectId ?? undefined, origin, userId, deviceId: id, epoch: 1 })
  return { deviceId: id, epoch: 1, proof: createHmac('sha256', key).update(text).digest('base64url') }
}

test('[F-L] after the storage of a frame is lost, cookie and capsule bring it back under a new key, and the old one dies', async () => {
  const before = await signedIn()
  const after = world.browser()
  after.cookies.set(walletCookies.refresh, refreshOf(before))
  const resumed = await after.ask('sessionResume', { body: { capsule: await capsuleOf(before) } })
  expect(resumed.status).toBe(200)
  expect(resumed.body).toMatchObject({
    userId: before.session?.userId,
    device: before.session?.device,
    level: 1,
  })
  expect((await after.ask('me')).status).toBe(200)
  expect(code(await before.ask('me'))).toBe('BINDING')
})

test('[A-42] a capsule of another page or another device, or an edited one, resumes nothing', async () => {
  const owner = await signedIn()
  const other = await signedIn()
  const thief = world.browser()
  thief.cookies.set(walletCookies.refresh, refreshOf(owner))
  const right = await capsuleOf(owner)
  const wrong = [
    await capsuleOf(owner, 'https://evil.example'),
    await capsuleOf(other),
    { ...right, epoch: 2 },
    { ...right, proof: `${right.proof.startsWith('A') ? 'B' : 'A'}${right.proof.slice(1)}` },
  ]
  for (const capsule of wrong)
    expect(code(await thief.ask('sessionResume', { body: { capsule } }))).toBe('BINDING')
  expect((await owner.ask('sessionRefresh', { body: {} })).status).toBe(200)
})

test('[S4-12] the capsule of a known device spares it the approval, not the code', async () => {
  const before = await signedIn()
  const email = before.session?.email
  const capsule = await capsuleOf(before)
  world.clock.shift(31_000)
  const fresh = world.browser({ 'x-forwarded-for': '198.18.200.1' })
  const { body } = await fresh.ask('emailStart', { body: { email, origin: page, capsule } })
  expect(body).toMatchObject({ action: 'VERIFY_OTP' })
})

test('[S4-05] signing out ends the windows that the frame opened, and no others', async () => {
  const [frame, other] = [await signedIn(), await signedIn()]
  const [window, kept] = [await openWindow(world, frame), await openWindow(world, other)]
  expect((await window.ask('me')).status).toBe(200)
  await frame.ask('sessionEnd')
  expect(code(await window.ask('me'))).toBe('SESSION_EXPIRED')
  expect(code(await window.ask('windowResume', { body: {} }))).toBe('SESSION_EXPIRED')
  expect((await kept.ask('me')).status).toBe(200)
})

test('[D-31] parcels that nobody came for are not kept, nor those that were taken', async () => {
  const frame = await signedIn()
  const { db } = world.gateway.deps
  const rowOf = async (id: string) =>
    (await db.query.select().from(walletWindows).where(eq(walletWindows.id, id)))[0]
  const make = async () => {
    const asked = { purpose: 'recover', parcel: 'a'.repeat(64) }
    const { body } = await frame.ask('windowCreate', { body: asked })
    return new URL(String(body.url)).hash.slice(1).split('.')
  }
  const [missed = ''] = await make()
  const [done = '', secret] = await make()
  const window = world.browser()
  window.session = sessionOf(await window.ask('windowOpen', { body: { windowId: done, secret } }))
  await window.ask('windowResult', { params: { id: done }, body: { parcel: 'b'.repeat(64) } })
  const prune = () => pruneWindows({ db, clock: world.clock })
  world.clock.shift(walletLimits.windowCodeLife - seconds(30))
  await prune()
  expect(await rowOf(missed)).toMatchObject({ parcel: 'a'.repeat(64) })
  world.clock.shift(seconds(31))
  await prune()
  expect(await rowOf(missed)).toMatchObject({ parcel: null })
  // A frame that was asleep still finds what its window left.
  expect((await frame.ask('windowWait', { params: { id: done } })).body).toMatchObject({
    parcel: 'b'.repeat(64),
  })
  world.clock.shift(hours(1))
  await prune()
  expect(await rowOf(done)).toMatchObject({ result: null })
})

test('one account has so many windows a minute, and no more', async () => {
  const frame = await signedIn()
  const create = () => frame.ask('windowCreate', { body: { purpose: 'settings' } })
  const answers = await Promise.all(Array.from({ length: walletLimits.approvalsPerMinute + 1 }, create))
  expect(answers.filter((answer) => code(answer) === 'RATE')).toHaveLength(1)
  expect((await (await signedIn()).ask('windowCreate', { body: { purpose: 'settings' } })).status).toBe(200)
})

test('a page that uses up its windows of a day leaves those of other pages', async () => {
  const greedy = await signedIn()
  const other = world.browser()
  await world.signIn(other, `session${people}@example.com`, 'https://other.example')
  expect(greedy.session?.userId).toBe(other.session?.userId)
  const create = (frame: WalletBrowser) => frame.ask('windowCreate', { body: { purpose: 'settings' } })
  // An hour ago, so that the minute is not what refuses.
  const at = new Date(world.clock.now() - hours(1))
  const hits = (key: string, count: number) =>
    world.gateway.deps.db.query
      .insert(walletHits)
      .values(Array.from({ length: count }, () => ({ key, at, expiresAt: new Date(at.getTime() + days(1)) })))
  await hits(`windows|${greedy.session?.userId}`, 999)
  await hits(`windows-session|${greedy.session?.sessionId}`, 999)
  expect((await create(greedy)).status).toBe(200)
  expect(code(await create(greedy))).toBe('RATE')
  expect((await create(other)).status).toBe(200)
})

test('a window that opens while its frame signs out does not outlive it', async () => {
  const frame = await signedIn()
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'settings' } })
  const [windowId = '', secret] = new URL(String(body.url)).hash.slice(1).split('.')
  const { query } = world.gateway.deps.db
  const isFrame = eq(walletSessions.id, frame.session?.sessionId ?? '')
  const { opening, windows } = await query.transaction(async (transaction) => {
    const over = { endedAt: new Date(world.clock.now()), endReason: 'signed out' }
    const [ended] = await transaction.update(walletSessions).set(over).where(isFrame).returning()
    const ofFrame = eq(walletSessions.openedBy, ended?.deviceId ?? '')
    const all = () => query.select().from(walletSessions).where(ofFrame)
    // Not awaited here: it is to be in the middle when this is over.
    const asked = { answer: world.browser().ask('windowOpen', { body: { windowId, secret } }) }
    await expect.poll(all).toHaveLength(1)
    return { opening: asked, windows: all }
  })
  expect(code(await opening.answer)).toBe('LINK_EXPIRED')
  expect(await windows()).toMatchObject([{ endReason: 'frame ended' }])
})

test('[D-31] a window gets its session by an address that works once, within a minute', async () => {
  const frame = await signedIn()
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'settings' } })
  const [windowId, secret] = new URL(String(body.url)).hash.slice(1).split('.')
  const window = world.browser()
  const wrong = await window.ask('windowOpen', { body: { windowId, secret: 'A'.repeat(43) } })
  expect(code(wrong)).toBe('LINK_EXPIRED')
  const opened = await window.ask('windowOpen', { body: { windowId, secret } })
  expect(opened.body).toMatchObject({
    purpose: 'settings',
    origin: page,
    session: { userId: frame.session?.userId },
  })
  const cookie = opened.headers.get('set-cookie') ?? ''
  expect(cookie).toContain('__Host-ts=')
  expect(cookie).toContain('SameSite=Lax')
  expect(code(await world.browser().ask('windowOpen', { body: { windowId, secret } }))).toBe('LINK_USED')
  expect((await window.ask('windowResume', { body: {} })).status).toBe(200)
  // What belongs into a window is not for the frame.
  expect(code(await frame.ask('passkeyAddOptions', { body: {} }))).toBe('FOREIGN_CALLER')
  expect((await window.ask('passkeyAddOptions', { body: {} })).status).toBe(200)
})

test('[D-31] a frame and its window leave parcels for each other, and nobody else reads or writes them', async () => {
  const frame = await signedIn()
  const toWindow = 'a'.repeat(64)
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'enrol', parcel: toWindow } })
  const [windowId = '', secret] = new URL(String(body.url)).hash.slice(1).split('.')
  const params = { id: windowId }
  expect((await frame.ask('windowWait', { params })).body).toMatchObject({ state: 'made' })
  const waiting = frame.ask('windowWait', { params, query: { known: 'made' } })
  const window = world.browser()
  const opened = await window.ask('windowOpen', { body: { windowId, secret } })
  expect(opened.body).toMatchObject({ parcel: toWindow, openedBy: frame.session?.device.id })
  window.session = sessionOf(opened)
  expect((await waiting).body).toMatchObject({ state: 'open' })

  const stranger = await signedIn()
  const created = await stranger.ask('windowCreate', { body: { purpose: 'enrol' } })
  const [otherId, otherSecret] = new URL(String(created.body.url)).hash.slice(1).split('.')
  const other = world.browser()
  const otherOpened = await other.ask('windowOpen', { body: { windowId: otherId, secret: otherSecret } })
  other.session = sessionOf(otherOpened)
  const toFrame = 'b'.repeat(64)
  expect(code(await other.ask('windowResult', { params, body: { parcel: 'c'.repeat(64) } }))).toBe(
    'NOT_FOUND',
  )
  expect(code(await stranger.ask('windowWait', { params }))).toBe('NOT_FOUND')
  expect((await window.ask('windowResult', { params, body: { parcel: toFrame } })).status).toBe(200)
  expect((await frame.ask('windowWait', { params })).body).toMatchObject({ state: 'done', parcel: toFrame })
})

test.each([
  ['email', 2],
  ['recover', 2],
  ['settings', 1],
  ['enrol', 1],
  ['export', 1],
] as const)(
  '[A-62] what was shown in the window “%s” leaves the frame at level %i',
  async (purpose, level) => {
    const frame = await signedIn()
    // The code of the sign-in is old by now.
    world.clock.shift(walletLimits.stepUpFresh + 1)
    const { body } = await frame.ask('windowCreate', { body: { purpose } })
    const [windowId = '', secret] = new URL(String(body.url)).hash.slice(1).split('.')
    const window = world.browser()
    window.session = sessionOf(await window.ask('windowOpen', { body: { windowId, secret } }))
    const now = new Date(world.clock.now())
    await world.gateway.deps.db.query
      .update(walletSessions)
      .set({ factorAt: now, codeAt: now })
      .where(eq(walletSessions.id, window.session?.sessionId ?? ''))
    expect((await window.ask('me')).body).toMatchObject({ level: 3 })
    await window.ask('windowResult', { params: { id: windowId }, body: {} })
    expect((await frame.ask('me')).body).toMatchObject({ level })
  },
)

test('[A-62] a session alone changes no address', async () => {
  const browser = await signedIn()
  const refused = await browser.ask('emailChangeStart', { body: { email: 'evil@example.com' } })
  expect(refused.status).toBe(403)
  expect(code(refused)).toBe('AAL')
})

test('[A-63] a device that was removed is out at once', async () => {
  const browser = await signedIn()
  const { db } = world.gateway.deps
  const id = browser.session?.device.id ?? ''
  await db.query.update(walletDevices).set({ state: 'revoked' }).where(eq(walletDevices.id, id))
  expect(code(await browser.ask('me'))).toBe('SESSION_EXPIRED')
  expect(code(await browser.ask('sessionRefresh', { body: {} }))).toBe('SESSION_EXPIRED')
})

test('who merely signed in often keeps nobody out; only shares fill an account', async () => {
  const frame = await signedIn()
  const email = `session${people}@example.com`
  const { db } = world.gateway.deps
  const userId = frame.session?.userId ?? ''
  const isTheirs = eq(walletDevices.userId, userId)
  const ago = (minutes: number) => new Date(world.clock.now() - minutes * 60_000)
  const fill = async (kind: 'frame' | 'window') => {
    const rows = Array.from({ length: walletLimits.devicesPerUser }, (_, index) => ({
      id: randomUUID(),
      userId,
      origin: page,
      kind,
      jkt: `${kind} ${index}`,
      capsuleKeySealed: '',
      state: 'pending' as const,
      createdAt: ago(index + 1),
      lastSeen: ago(index + 1),
    }))
    await db.query.insert(walletDevices).values(rows)
    return { newest: rows[0]?.id, oldest: rows.at(-1)?.id }
  }
  const frames = await fill('frame')
  const windows = await fill('window')
  const { body } = await frame.ask('windowCreate', { body: { purpose: 'settings' } })
  const [windowId = '', secret] = new URL(String(body.url)).hash.slice(1).split('.')
  expect((await world.browser().ask('windowOpen', { body: { windowId, secret } })).status).toBe(200)
  const elsewhere = world.browser({ 'x-forwarded-for': `198.19.${people}.1` })
  await world.signIn(elsewhere, email)
  const left = (await db.query.select().from(walletDevices).where(isTheirs)).map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([frames.newest, windows.newest, frame.session?.device.id]))
  for (const { oldest } of [frames, windows]) expect(left).not.toContain(oldest)

  await db.query.update(walletDevices).set({ state: 'active' }).where(isTheirs)
  world.clock.shift(walletLimits.codeCooldown)
  const full = world.signIn(world.browser({ 'x-forwarded-for': `198.19.${people}.2` }), email)
  await expect(full).rejects.toThrow('TOO_MANY_DEVICES')
})

test('[A-67] a call that another site makes is refused, and two cookies of one name are none', async () => {
  const browser = await signedIn()
  const headers = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const each of headers) expect(code(await browser.ask('me', { headers: each }))).toBe('FOREIGN_CALLER')
  const value = 'A'.repeat(43)
  expect(cookieOf(`__Host-rt=${value}`, '__Host-rt')).toBe(value)
  expect(cookieOf(`__Host-rt=${value}; __Host-rt=${'B'.repeat(43)}`, '__Host-rt')).toBeUndefined()
})

test('what nobody serves is not found, in the shape of the contract', async () => {
  const answer = await fetch(`${world.origin}/api/v1/nothing`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('the log of what was done is only added to, and a line that was changed is found', async () => {
  await signedIn()
  const { db, embedded } = world.gateway.deps
  const audit = embedded?.parts.audit
  expect(await audit?.findBreak()).toBeUndefined()
  await expect(db.query.delete(walletAudit)).rejects.toThrow()
  await expect(db.query.update(walletAudit).set({ actor: 'x' })).rejects.toThrow()
  const rows = await db.query.select().from(walletAudit).orderBy(walletAudit.seq)
  const third = rows[2]
  if (!third) throw new Error('too few lines')
  const change = async (actor: string) => {
    // As somebody could who owns the database.
    await db.query.execute(sql`alter table wallet_audit disable trigger user`)
    await db.query.update(walletAudit).set({ actor }).where(eq(walletAudit.seq, third.seq))
    await db.query.execute(sql`alter table wallet_audit enable trigger user`)
  }
  await change('somebody else')
  expect(await audit?.findBreak()).toBe(third.seq)
  await change(third.actor)
  expect(await audit?.findBreak()).toBeUndefined()
  const sessions = await db.query.select().from(walletSessions)
  expect(rows.filter(({ action }) => action === 'session.opened').length).toBe(sessions.length)
})
