import { createHash, randomUUID } from 'node:crypto'
import { days, hours, seconds } from '@latchkey/spec/limits'
import { writeSignIn } from '@latchkey/spec/signIn'
import {
  type ApprovalState,
  approvalEdges,
  approvalPayloadText,
  walletLimits,
} from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletApprovals, walletAudit, walletHits, walletSessions, walletShares } from '../../store/schema.js'
import { createSoftPasskey } from '../../testing/softPasskey.js'
import {
  approve,
  challengeFor,
  createGuardedOwner,
  createOwner,
  messagePayload,
  type Owner,
  openReleased,
  type Recorded,
  record,
  release,
} from '../../testing/walletApprovals.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { openWindow } from '../../testing/walletWindow.js'
import { page, startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import { createApprovals } from './approvals.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

const decide = (browser: WalletBrowser, { id, digest }: Recorded, proof: unknown) =>
  browser.ask('approvalDecide', { params: { id }, body: { decision: 'approve', digest, proof } })
const stateOf = async (browser: WalletBrowser, id: string) =>
  (await browser.ask('approvalRead', { params: { id } })).body.state

function signInPayload(owner: Owner, domain = 'shop.example') {
  const { address } = owner.account('eoa')
  const text = writeSignIn({
    domain,
    accountAddress: address,
    chainId: 'eip155:31337',
    uri: `https://${domain}/login`,
    version: '1',
    nonce: 'abcdefgh1234',
    issuedAt: new Date().toISOString(),
  })
  return messagePayload(owner, text)
}

test('[D-30] a message is decided in the window with a passkey, and its share goes once to the worker of the device that asked', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  expect(recorded.answer.body).toMatchObject({
    state: 'open',
    surface: 'window',
    factor: 'passkey',
    origin: page,
    title: 'Sign a message',
    lines: ['Hello'],
    digest: recorded.digest,
  })
  expect((await release(owner.frame, recorded)).answer.body.error?.code).toBe('NOT_APPROVED')
  // The window reads the record from the server, the same that the frame made.
  const seen = await owner.window.ask('approvalRead', { params: { id: recorded.id } })
  expect(seen.body.payload).toBe(recorded.answer.body.payload)
  const { body: asked } = await owner.window.ask('approvalOptions', { params: { id: recorded.id }, body: {} })
  expect(asked.options).toMatchObject({
    ...challengeFor(recorded),
    userVerification: 'required',
    allowCredentials: [{ id: owner.passkey.id }],
  })
  expect((await approve(world, owner, recorded)).body.state).toBe('approved')

  const released = await release(owner.frame, recorded)
  expect(released.answer.body).toMatchObject({ x: 7, epoch: 1, proof: { kind: 'passkey' } })
  expect(await openReleased(owner, recorded, released)).toEqual(owner.wallet.s)
  const done = await owner.frame.ask('approvalResult', {
    params: { id: recorded.id },
    body: { state: 'signed', reference: 'x' },
  })
  expect(done.body.state).toBe('signed')
})

test('[I-17] every release is in the audit log, and the log has no gap', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  await approve(world, owner, recorded)
  await release(owner.frame, recorded)
  const lines = await db.query.select().from(walletAudit).where(eq(walletAudit.object, recorded.id))
  expect(lines.map(({ action }) => action)).toEqual(['approval.approved', 'share.released'])
  expect(lines[1]?.detail).toContain(recorded.digest)
  expect(await world.gateway.deps.embedded?.parts.audit.findBreak()).toBeUndefined()
})

test('[A-23] deciding twice and releasing twice is refused the second time, also at once', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const { body } = await owner.window.ask('approvalOptions', { params: { id: recorded.id }, body: {} })
  const credential = owner.passkey.get(body.options, { origin: world.origin })
  const proof = { kind: 'passkey', credential }
  const decisions = await Promise.all([1, 2, 3].map(() => decide(owner.window, recorded, proof)))
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
  const releases = await Promise.all([1, 2, 3, 4].map(() => release(owner.frame, recorded)))
  const statuses = releases.map(({ answer }) => answer.status).sort()
  expect(statuses).toEqual([200, 409, 409, 409])
  expect((await decide(owner.window, recorded, proof)).body.error?.code).toBe('APPROVAL_STATE')
})

test('[A-24] nobody sees, decides, aborts or has the share of what another person asked', async () => {
  const [owner, other] = [await createGuardedOwner(world), await createGuardedOwner(world)]
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const { id } = recorded
  expect((await other.window.ask('approvalRead', { params: { id } })).status).toBe(404)
  expect((await approve(world, other, recorded)).status).toBe(404)
  const proof = { kind: 'none' }
  expect((await decide(other.window, recorded, proof)).status).toBe(404)
  const rejected = await other.window.ask('approvalDecide', { params: { id }, body: { decision: 'reject' } })
  expect(rejected.status).toBe(404)
  expect((await other.frame.ask('approvalAbort', { params: { id }, body: {} })).status).toBe(404)
  await approve(world, owner, recorded)
  expect((await release(other.frame, recorded)).answer.status).toBe(404)
  expect(await stateOf(owner.frame, id)).toBe('approved')
})

test('[A-25] a passkey’s answer for one digest, for a sign-in or by a stranger’s passkey approves nothing else', async () => {
  const owner = await createGuardedOwner(world)
  const [one, two] = [
    await record(owner, messagePayload(owner, 'One')),
    await record(owner, messagePayload(owner, 'Two')),
  ]
  const at = { origin: world.origin }
  const { body } = await owner.window.ask('approvalOptions', { params: { id: one.id }, body: {} })
  const forOne = owner.passkey.get(body.options, at)
  expect((await decide(owner.window, two, { kind: 'passkey', credential: forOne })).body.error?.code).toBe(
    'FACTOR',
  )
  // The digest of the other under the id of this one.
  const mixed = owner.passkey.get(challengeFor({ id: two.id, digest: one.digest }), at)
  expect((await decide(owner.window, two, { kind: 'passkey', credential: mixed })).body.error?.code).toBe(
    'FACTOR',
  )
  const { body: login } = await owner.window.ask('stepUpStart', { body: { factor: 'passkey' } })
  const forStepUp = owner.passkey.get(login.options, at)
  expect((await decide(owner.window, two, { kind: 'passkey', credential: forStepUp })).body.error?.code).toBe(
    'FACTOR',
  )
  const stranger = await createGuardedOwner(world)
  const theirs = stranger.passkey.get(challengeFor(two), at)
  expect((await decide(owner.window, two, { kind: 'passkey', credential: theirs })).body.error?.code).toBe(
    'FACTOR',
  )
  expect(await stateOf(owner.frame, two.id)).toBe('open')
  expect((await approve(world, owner, two)).body.state).toBe('approved')
})

test('[A-26] an answer from a foreign page, from a frame passed off as a window, unverified, or older than the last is refused', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const options = challengeFor(recorded)
  const early = owner.passkey.get(options, { origin: world.origin })
  const lies = [
    owner.passkey.get(options, { origin: world.origin, topOrigin: 'https://evil.example' }),
    owner.passkey.get(options, { origin: world.origin, topOrigin: page }),
    owner.passkey.get(options, { origin: 'https://evil.example' }),
    owner.passkey.get(options, { origin: world.origin }, 1),
    createSoftPasskey().get(options, { origin: world.origin }),
  ]
  for (const credential of lies) {
    const { body } = await decide(owner.window, recorded, { kind: 'passkey', credential })
    expect(body.error?.code).toBe('FACTOR')
  }
  // Another request is approved meanwhile, and the counter of the passkey has moved on.
  await approve(world, owner, await record(owner, messagePayload(owner, 'Other')))
  const { body } = await decide(owner.window, recorded, { kind: 'passkey', credential: early })
  expect(body.error?.code).toBe('FACTOR')
})

test('[D-30] what needs a window is not decided in the frame, with or without a passkey', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const options = challengeFor(recorded)
  const credential = owner.passkey.get(options, { origin: world.origin, topOrigin: page })
  for (const proof of [{ kind: 'none' }, { kind: 'passkey', credential }, { kind: 'pin', pin: '123456' }]) {
    expect((await decide(owner.frame, recorded, proof)).body.error?.code).toBe('WINDOW_NEEDED')
  }
  expect((await decide(owner.window, recorded, { kind: 'none' })).body.error?.code).toBe('FACTOR')
  expect((await decide(owner.window, recorded, { kind: 'pin', pin: '123456' })).body.error?.code).toBe(
    'FACTOR',
  )
})

test('[D-30] signing in to the page around the frame is one click in the frame; elsewhere it is refused', async () => {
  const owner = await createOwner(world)
  const recorded = await record(owner, signInPayload(owner))
  expect(recorded.answer.body).toMatchObject({ surface: 'frame-click', factor: 'none' })
  expect((await decide(owner.frame, recorded, { kind: 'none' })).body.state).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.body).toMatchObject({ proof: { kind: 'none' } })
  const elsewhere = await record(owner, signInPayload(owner, 'evil.example'))
  expect(elsewhere.answer.body.error?.code).toBe('POLICY')
})

test('[A-40] a copied profile gets no share for a click: who has a passkey shows it, also for a sign-in', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, signInPayload(owner))
  expect(recorded.answer.body).toMatchObject({ surface: 'frame-click', factor: 'passkey' })
  expect((await decide(owner.frame, recorded, { kind: 'none' })).body.error?.code).toBe('FACTOR')
  expect((await release(owner.frame, recorded)).answer.body.error?.code).toBe('NOT_APPROVED')
  const credential = owner.passkey.get(challengeFor(recorded), { origin: world.origin, topOrigin: page })
  expect((await decide(owner.frame, recorded, { kind: 'passkey', credential })).body.state).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.body).toMatchObject({ proof: { kind: 'passkey' } })
})

test('[A-40] [D-31] who has a PIN is asked for it in the window, until it was shown in this session', async () => {
  const owner = await createOwner(world)
  const window = await openWindow(world, owner.frame, 'approve')
  await window.ask('pinSet', { body: { pin: '271828' } })
  const recorded = await record(owner, signInPayload(owner))
  expect(recorded.answer.body).toMatchObject({ surface: 'frame-click', factor: 'pin' })
  expect((await decide(owner.frame, recorded, { kind: 'none' })).body.error?.code).toBe('WINDOW_NEEDED')
  expect((await decide(window, recorded, { kind: 'none' })).body.error?.code).toBe('FACTOR')
  expect((await release(owner.frame, recorded)).answer.body.error?.code).toBe('NOT_APPROVED')
  expect((await decide(window, recorded, { kind: 'pin', pin: '271828' })).body.state).toBe('approved')

  const proveAt = (at: number) =>
    db.query
      .update(walletSessions)
      .set({ factorAt: new Date(at) })
      .where(eq(walletSessions.id, owner.frame.session?.sessionId ?? ''))
  await proveAt(world.clock.now())
  const next = await record(owner, signInPayload(owner))
  expect(next.answer.body.factor).toBe('none')
  // Longer ago than it counts, when the click comes.
  await proveAt(world.clock.now() - walletLimits.factorFresh - 1)
  expect((await decide(owner.frame, next, { kind: 'none' })).body.error?.code).toBe('WINDOW_NEEDED')
  await proveAt(world.clock.now())
  expect((await decide(owner.frame, next, { kind: 'none' })).body.state).toBe('approved')
})

test('[D-31] a PIN is taken in a window, counted, and never where a passkey is enrolled', async () => {
  const owner = await createOwner(world)
  const window = await openWindow(world, owner.frame)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  expect(recorded.answer.body.factor).toBe('passkey')
  expect((await decide(window, recorded, { kind: 'pin', pin: '135790' })).body.error?.code).toBe('FACTOR')
  expect((await window.ask('pinSet', { body: { pin: '135790' } })).status).toBe(200)
  const seen = await window.ask('approvalRead', { params: { id: recorded.id } })
  expect(seen.body.factor).toBe('pin')
  const wrong = await decide(window, recorded, { kind: 'pin', pin: '000000' })
  expect(wrong.body.error).toMatchObject({ code: 'PIN_INVALID', left: walletLimits.pinTries - 1 })
  expect((await decide(window, recorded, { kind: 'pin', pin: '135790' })).body.state).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.body).toMatchObject({ proof: { kind: 'pin' } })
})

test('[A-21] the digest that is recorded, shown, decided and released is one; any other is refused', async () => {
  const owner = await createGuardedOwner(world)
  const other = await record(owner, messagePayload(owner, 'Other'))
  const wrong = await owner.frame.ask('approvalCreate', {
    body: {
      id: randomUUID(),
      walletId: owner.wallet.id,
      payload: other.answer.body.payload,
      digest: 'A'.repeat(43),
    },
  })
  expect(wrong.body.error?.code).toBe('DIGEST')
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const decided = await decide(owner.window, { ...recorded, digest: other.digest }, { kind: 'none' })
  expect(decided.body.error?.code).toBe('DIGEST')
  // The same id with other contents is another request.
  const again = await record(owner, messagePayload(owner, 'Changed'), recorded.id)
  expect(again.answer.body.error?.code).toBe('APPROVAL_STATE')
  await approve(world, owner, recorded)
  const swapped = await release(owner.frame, { id: recorded.id, digest: other.digest })
  expect(swapped.answer.body.error?.code).toBe('DIGEST')
  expect((await release(owner.frame, recorded)).answer.status).toBe(200)
})

test('[A-22] of two requests that wait at once, only the one that was approved gets its share', async () => {
  const owner = await createGuardedOwner(world)
  const [one, two] = [
    await record(owner, messagePayload(owner, 'One')),
    await record(owner, messagePayload(owner, 'Two')),
  ]
  await approve(world, owner, one)
  expect((await release(owner.frame, two)).answer.body.error?.code).toBe('NOT_APPROVED')
  expect((await release(owner.frame, { id: two.id, digest: one.digest })).answer.body.error?.code).toBe(
    'DIGEST',
  )
  expect((await release(owner.frame, one)).answer.status).toBe(200)
})

test('a text that is not canonical, not of this page, or not of this wallet is refused', async () => {
  const owner = await createOwner(world)
  const other = await createOwner(world)
  const text = JSON.stringify(messagePayload(owner, 'Hello'))
  const digest = createHash('sha256').update(`latchkey/approval/v1\n${text}`).digest('base64url')
  const body = { id: randomUUID(), walletId: owner.wallet.id, payload: text, digest }
  expect((await owner.frame.ask('approvalCreate', { body })).body.error?.code).toBe('DIGEST')
  const foreign = messagePayload(owner, 'Hello', { origin: 'https://evil.example' })
  expect((await record(owner, foreign)).answer.body.error?.code).toBe('POLICY')
  expect((await record(owner, messagePayload(other, 'Hello'))).answer.body.error?.code).toBe('POLICY')
  const theirs = { ...owner, wallet: other.wallet }
  expect((await record(theirs, messagePayload(owner, 'Hello'))).answer.body.error?.code).toBe('WALLET_STATE')
})

test('[S4-22] what the page gave up is over, unless the share is out: then it runs to its end', async () => {
  const owner = await createGuardedOwner(world)
  const abort = (id: string) => owner.frame.ask('approvalAbort', { params: { id }, body: {} })
  const open = await record(owner, messagePayload(owner, 'Open'))
  expect((await abort(open.id)).body.state).toBe('aborted')
  expect((await abort(open.id)).body.state).toBe('aborted')
  expect((await approve(world, owner, open)).status).toBe(409)

  const approved = await record(owner, messagePayload(owner, 'Approved'))
  await approve(world, owner, approved)
  expect((await abort(approved.id)).body.state).toBe('aborted')
  expect((await release(owner.frame, approved)).answer.body.error?.code).toBe('NOT_APPROVED')

  const released = await record(owner, messagePayload(owner, 'Released'))
  await approve(world, owner, released)
  await release(owner.frame, released)
  expect((await abort(released.id)).body.error?.code).toBe('APPROVAL_STATE')
})

test('[I-13] of a release and an abort at once, one wins: never both', async () => {
  const owner = await createGuardedOwner(world)
  for (let round = 0; round < 4; round += 1) {
    const recorded = await record(owner, messagePayload(owner, `Round ${round}`))
    await approve(world, owner, recorded)
    const [released, aborted] = await Promise.all([
      release(owner.frame, recorded),
      owner.frame.ask('approvalAbort', { params: { id: recorded.id }, body: {} }),
    ])
    expect([released.answer.status === 200, aborted.status === 200].filter(Boolean)).toHaveLength(1)
  }
})

test('[D-12] who waits for a decision is told at once', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  const waiting = owner.frame.ask('approvalWait', { params: { id: recorded.id }, query: { known: 'open' } })
  await owner.window.ask('approvalDecide', { params: { id: recorded.id }, body: { decision: 'reject' } })
  expect((await waiting).body.state).toBe('rejected')
  expect((await release(owner.frame, recorded)).answer.body.error?.code).toBe('NOT_APPROVED')
})

test('a request that nobody decided expires, and so does a share that nobody came for', async () => {
  const owner = await createGuardedOwner(world)
  const approved = await record(owner, messagePayload(owner, 'One'))
  await approve(world, owner, approved)
  world.clock.shift(walletLimits.releaseLife)
  expect((await release(owner.frame, approved)).answer.body.error?.code).toBe('APPROVAL_EXPIRED')
  const open = await record(owner, messagePayload(owner, 'Two'))
  world.clock.shift(walletLimits.approvalLife)
  expect((await approve(world, owner, open)).body.error?.code).toBe('APPROVAL_EXPIRED')
  expect(await stateOf(owner.frame, open.id)).toBe('expired')
})

test('[A-63] a device that is removed while a request waits gets no share for it', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  await approve(world, owner, recorded)
  await db.query.delete(walletShares).where(eq(walletShares.walletId, owner.wallet.id))
  const { answer } = await release(owner.frame, recorded)
  expect([answer.status, answer.body.error?.code]).toEqual([403, 'DEVICE_REVOKED'])
  const [row] = await db.query.select().from(walletApprovals).where(eq(walletApprovals.id, recorded.id))
  expect(row?.state).toBe('approved')
})

test('[I-4] [A-47] a payload, or a share, that was moved in the database does not open', async () => {
  const owner = await createGuardedOwner(world)
  const [one, two] = [
    await record(owner, messagePayload(owner, 'One')),
    await record(owner, messagePayload(owner, 'Two')),
  ]
  const [row] = await db.query.select().from(walletApprovals).where(eq(walletApprovals.id, one.id))
  await db.query
    .update(walletApprovals)
    .set({ payloadSealed: row?.payloadSealed ?? '' })
    .where(eq(walletApprovals.id, two.id))
  expect((await owner.window.ask('approvalRead', { params: { id: two.id } })).status).toBe(500)
})

test('a call that is made again under its Idempotency-Key gets the first answer; another call under it is refused', async () => {
  const owner = await createOwner(world)
  const { id, digest, answer } = await record(owner, messagePayload(owner, 'Before'))
  const { payload } = answer.body
  const key = randomUUID()
  const ask = (body: object, header: string = key) =>
    owner.frame.ask('approvalCreate', { body, headers: { 'idempotency-key': header } })
  const body = { id, walletId: owner.wallet.id, payload, digest }
  const first = await ask(body)
  await owner.frame.ask('approvalAbort', { params: { id }, body: {} })
  const again = await ask(body)
  // To the millisecond, and in the state of then.
  expect(again.body).toEqual(first.body)
  expect(again.body.state).toBe('open')
  expect((await ask({ ...body, id: randomUUID() })).body.error?.code).toBe('BAD_REQUEST')
  expect((await ask(body, 'x')).body.error?.code).toBe('BAD_REQUEST')
  // What was refused is not remembered.
  const other = randomUUID()
  expect((await ask({ ...body, digest: 'A'.repeat(43) }, other)).status).toBe(409)
  expect((await ask(body, other)).status).toBe(200)
})

const hitsOf = (key: string, count: number) => {
  const [at, expiresAt] = [new Date(world.clock.now()), new Date(world.clock.now() + days(1))]
  return db.query.insert(walletHits).values(Array.from({ length: count }, () => ({ key, at, expiresAt })))
}

test('[D-10] what one person may have kept in a day is bounded, and long requests more than short ones', async () => {
  const owner = await createOwner(world)
  const userId = owner.frame.session?.userId ?? ''
  const code = async (text: string) =>
    (await record(owner, messagePayload(owner, text))).answer.body.error?.code
  await hitsOf(`approvals-long|${userId}`, 199)
  expect(await code('x'.repeat(8192))).toBeUndefined()
  expect(await code('x'.repeat(8192))).toBe('RATE')
  expect(await code('x')).toBeUndefined()
  await hitsOf(`approvals-day|${userId}`, 1998)
  expect(await code('x')).toBe('RATE')
  await hitsOf(`simulations|${userId}`, walletLimits.approvalsPerMinute)
  const payload = approvalPayloadText(messagePayload(owner, 'x'))
  expect((await owner.frame.ask('simulate', { body: { payload } })).body.error?.code).toBe('RATE')
})

test('[D-10] a request that led to nothing is forgotten an hour after its end; what was released is kept', async () => {
  const owner = await createGuardedOwner(world)
  const [left, gone, done] = [
    await record(owner, messagePayload(owner, 'Left')),
    await record(owner, messagePayload(owner, 'Gone')),
    await record(owner, messagePayload(owner, 'Done')),
  ]
  await owner.frame.ask('approvalAbort', { params: { id: gone.id }, body: {} })
  await approve(world, owner, done)
  await release(owner.frame, done)
  // Only time and the database matter.
  const clockAt = (later: number) => ({ ...world.clock, now: () => world.clock.now() + later })
  const keptAfter = async (later: number) => {
    const unused = { fields: undefined as never, wakers: undefined as never }
    await createApprovals({ db, clock: clockAt(later), ...unused }).prune()
    const rows = await db.query
      .select({ id: walletApprovals.id })
      .from(walletApprovals)
      .where(eq(walletApprovals.walletId, owner.wallet.id))
    return rows.map(({ id }) => id).sort()
  }
  const end = walletLimits.approvalLife + hours(1)
  expect(await keptAfter(end - seconds(60))).toEqual([left.id, gone.id, done.id].sort())
  expect(await keptAfter(end + seconds(60))).toEqual([done.id])
  expect(await keptAfter(walletLimits.approvalMemory + seconds(60))).toEqual([])
})

const acts = ['approve', 'reject', 'abort', 'release', 'signed', 'broadcast', 'failed'] as const

test('[I-11] [I-15] whatever is done in whatever order, only listed edges are gone, and a share is out only after an approval', async () => {
  const owner = await createGuardedOwner(world)
  const run = async (recorded: Recorded, act: (typeof acts)[number]) => {
    const params = { id: recorded.id }
    switch (act) {
      case 'approve':
        return approve(world, owner, recorded)
      case 'reject':
        return owner.window.ask('approvalDecide', { params, body: { decision: 'reject' } })
      case 'abort':
        return owner.frame.ask('approvalAbort', { params, body: {} })
      case 'release':
        return (await release(owner.frame, recorded)).answer
      default:
        return owner.frame.ask('approvalResult', { params, body: { state: act } })
    }
  }
  const steps = fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const recorded = await record(owner, messagePayload(owner, 'Hello'))
      let state: ApprovalState = 'open'
      const seen: ApprovalState[] = [state]
      for (const act of list) {
        const { status } = await run(recorded, act)
        const next = (await stateOf(owner.frame, recorded.id)) as ApprovalState // the contract's own
        const edges: readonly ApprovalState[] = approvalEdges[state]
        expect([state, act, next === state || edges.includes(next)]).toEqual([state, act, true])
        // What was refused changed nothing.
        if (status !== 200) expect(next).toBe(state)
        state = next
        seen.push(state)
      }
      const out = seen.findIndex((each) => ['released', 'signed', 'broadcast', 'failed'].includes(each))
      if (out >= 0) expect(seen.slice(0, out)).toContain('approved')
    }),
    { numRuns: 8 },
  )
})

test('[F-D] a database that only reads is told as away: nothing is half done, and the share can be had afterwards', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  await approve(world, owner, recorded)
  // As a standby refuses, in the middle of the transaction that releases.
  await db.query.execute(
    sql`create function stop_audit() returns trigger language plpgsql as $$ begin raise exception using errcode = '25006'; end $$`,
  )
  await db.query.execute(
    sql`create trigger stop_audit before insert on wallet_audit for each row execute function stop_audit()`,
  )
  const { answer } = await release(owner.frame, recorded)
  await db.query.execute(sql`drop trigger stop_audit on wallet_audit`)
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'UNAVAILABLE'])
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await stateOf(owner.frame, recorded.id)).toBe('approved')
  expect((await release(owner.frame, recorded)).answer.status).toBe(200)
})

test('[F-C] who lost the share after its release gets it no second time, and what became of it is told once', async () => {
  const owner = await createGuardedOwner(world)
  const recorded = await record(owner, messagePayload(owner, 'Hello'))
  await approve(world, owner, recorded)
  await release(owner.frame, recorded)
  expect((await release(owner.frame, recorded)).answer.body.error?.code).toBe('RELEASE_USED')
  const tell = (state: string, reference?: string) =>
    owner.frame.ask('approvalResult', { params: { id: recorded.id }, body: { state, reference } })
  expect((await tell('broadcast', '0xabc')).body.state).toBe('broadcast')
  // Told again after a crash it is the same; told otherwise it is refused.
  expect((await tell('broadcast', '0xabc')).status).toBe(200)
  expect((await tell('broadcast', '0xdef')).status).toBe(409)
  expect((await tell('failed')).status).toBe(409)
})
