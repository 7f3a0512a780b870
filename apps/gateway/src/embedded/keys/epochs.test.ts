import { randomBytes, randomUUID } from 'node:crypto'
import { recoveryProofText, shareAad, walletLimits } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletSessions, walletShares, walletWallets } from '../../store/schema.js'
import {
  approve,
  createGuardedOwner,
  messagePayload,
  openReleased,
  record,
  release,
} from '../../testing/walletApprovals.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { activateEpoch, prepareEpoch, signAsRecovery } from '../../testing/walletKeys.js'
import { openWindow } from '../../testing/walletWindow.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import type { Fields } from '../fields.js'
import { createHpkePair, openSealed } from './hpke.js'
import { createWalletStore } from './walletStore.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

type Owner = Awaited<ReturnType<typeof createGuardedOwner>>

/** As after a factor in this very session. */
async function raise({ session }: WalletBrowser): Promise<void> {
  const now = new Date(world.clock.now())
  await db.query
    .update(walletSessions)
    .set({ factorAt: now })
    .where(eq(walletSessions.id, session?.sessionId ?? ''))
}

const never = () => Promise.reject(new Error('nothing is sealed here'))
const unused: Fields = { makeDek: never, seal: never, open: never, openText: never }

const stage = (browser: WalletBrowser, id: string, body: object) =>
  browser.ask('epochStage', { params: { id }, body })
const sharesOf = (walletId: string) =>
  db.query.select().from(walletShares).where(eq(walletShares.walletId, walletId))
const epochOf = async (walletId: string) =>
  (await db.query.select().from(walletWallets).where(eq(walletWallets.id, walletId)))[0]?.epoch

let places = 0
/** Another browser of the same person, which recovers the wallet by a code. */
async function recoverElsewhere(owner: Owner) {
  await raise(owner.window)
  const factor = { id: randomUUID(), kind: 'code', rk: randomBytes(60).toString('base64url') }
  const added = await owner.window.ask('recoveryAdd', { body: factor })
  expect(added.status).toBe(200)
  const frame = world.browser({ 'x-forwarded-for': `192.0.2.${(places += 1)}` })
  world.clock.shift(60_000)
  await world.signIn(frame, owner.email)
  const window = await openWindow(world, frame, 'recover')
  const opened = await window.ask('recoveryOpen', { body: { factorId: factor.id } })
  const receiver = await createHpkePair()
  const { ticket } = opened.body
  const text = recoveryProofText(owner.wallet.id, String(ticket), receiver.publicKey)
  const signature = signAsRecovery(owner.wallet.recovery, text)
  const proved = await window.ask('recoveryProve', {
    body: { ticket, hpkePub: receiver.publicKey, signature },
  })
  expect(proved.status).toBe(200)
  return { frame, window, ticket: String(ticket) }
}

test('[D-30] new shares that nobody proved are gone after a day, and the old ones are not', async () => {
  const { frame, wallet } = await createGuardedOwner(world)
  const { body } = await prepareEpoch(frame, wallet, 2)
  await raise(frame)
  await stage(frame, wallet.id, body)
  const store = createWalletStore({ db, clock: world.clock, fields: unused })
  await store.prune()
  expect(await sharesOf(wallet.id)).toHaveLength(2)
  const later = { ...world.clock, now: () => world.clock.now() + walletLimits.pendingWalletLife + 1 }
  await createWalletStore({ db, clock: later, fields: unused }).prune()
  expect(await sharesOf(wallet.id)).toMatchObject([{ state: 'active', epoch: 1 }])
})

test('a device gets new shares: the old ones stay until it proved that it has the new', async () => {
  const owner = await createGuardedOwner(world)
  const { frame, wallet } = owner
  const { s, body } = await prepareEpoch(frame, wallet, 2)
  expect((await stage(frame, wallet.id, body)).body.error?.code).toBe('AAL')
  await raise(frame)
  expect((await stage(frame, wallet.id, body)).body).toEqual({ state: 'staged', epoch: 2 })
  expect((await stage(frame, wallet.id, body)).body).toEqual({ state: 'staged', epoch: 2 })

  // Meanwhile the old share signs.
  const before = await record(owner, messagePayload(owner, 'Before'))
  await approve(world, owner, before)
  expect(await openReleased(owner, before, await release(frame, before))).toEqual(wallet.s)

  const worker = await createHpkePair()
  const { deviceId } = wallet
  const asked = { deviceId, epoch: 2, hpkePub: worker.publicKey }
  const given = await frame.ask('walletShare', { params: { id: wallet.id }, body: asked })
  const aad = shareAad({ walletId: wallet.id, deviceId, epoch: 2, purpose: 'activate', bound: '' })
  expect(await openSealed(worker.privateKey, given.body.s as never, aad)).toEqual(s)
  for (let time = 0; time < 2; time += 1)
    expect((await activateEpoch(frame, wallet, 2)).body).toEqual({ state: 'active', epoch: 2 })

  const after = await record(owner, messagePayload(owner, 'After'))
  await approve(world, owner, after)
  const released = await release(frame, after)
  expect(released.answer.body).toMatchObject({ epoch: 2, x: 9 })
  expect(await openReleased(owner, after, released)).toEqual(s)
  expect(await sharesOf(wallet.id)).toMatchObject([{ epoch: 2, state: 'active' }])
})

test('[D-31] a new device gets shares with the ticket of a recovery, once, and for the frame that asked', async () => {
  const owner = await createGuardedOwner(world)
  const { wallet } = owner
  const { frame, window, ticket } = await recoverElsewhere(owner)
  const deviceId = frame.session?.device.id ?? ''
  const without = await prepareEpoch(window, wallet, 2, deviceId)
  expect((await stage(window, wallet.id, without.body)).body.error?.code).toBe('WALLET_STATE')
  // For the window itself, which must never hold a share.
  const own = await prepareEpoch(window, wallet, 2)
  expect((await stage(window, wallet.id, { ...own.body, recoveryTicket: ticket })).body.error?.code).toBe(
    'WALLET_STATE',
  )
  const { s, body } = await prepareEpoch(window, wallet, 2, deviceId)
  expect((await stage(window, wallet.id, { ...body, recoveryTicket: ticket })).body.state).toBe('staged')
  expect((await activateEpoch(frame, wallet, 2)).body.state).toBe('active')
  const again = await prepareEpoch(window, wallet, 3, deviceId)
  const used = await stage(window, wallet.id, { ...again.body, recoveryTicket: ticket })
  expect(used.body.error?.code).toBe('WALLET_STATE')

  // Both devices sign from now on, each with its own.
  const there = { ...owner, frame, wallet: { ...wallet, deviceId, place: { ...wallet.place, deviceId } } }
  const recorded = await record(there, messagePayload(there, 'There'))
  await approve(world, owner, recorded)
  expect((await release(owner.frame, recorded)).answer.status).toBe(404)
  expect(await openReleased(there, recorded, await release(frame, recorded))).toEqual(s)
  const here = await record(owner, messagePayload(owner, 'Here'))
  await approve(world, owner, here)
  expect(await openReleased(owner, here, await release(owner.frame, here))).toEqual(wallet.s)
})

test('[F-P] of two devices that renew at once one is first; the other is told to load again, and then succeeds', async () => {
  const owner = await createGuardedOwner(world)
  const { wallet } = owner
  const { frame, window, ticket } = await recoverElsewhere(owner)
  const deviceId = frame.session?.device.id ?? ''
  const joined = await prepareEpoch(window, wallet, 2, deviceId)
  await stage(window, wallet.id, { ...joined.body, recoveryTicket: ticket })
  await activateEpoch(frame, wallet, 2)
  const both = [owner.frame, frame]
  for (const browser of both) await raise(browser)
  const staged = await Promise.all(
    both.map(async (browser) => stage(browser, wallet.id, (await prepareEpoch(browser, wallet, 3)).body)),
  )
  expect(staged.map(({ status }) => status)).toEqual([200, 200])
  const answers = await Promise.all(both.map((browser) => activateEpoch(browser, wallet, 3)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const loser = both[answers.findIndex(({ status }) => status === 409)] ?? frame
  expect(answers.find(({ status }) => status === 409)?.body.error?.code).toBe('EPOCH')
  expect((await stage(loser, wallet.id, (await prepareEpoch(loser, wallet, 4)).body)).status).toBe(200)
  expect((await activateEpoch(loser, wallet, 4)).body).toEqual({ state: 'active', epoch: 4 })
  const left = await sharesOf(wallet.id)
  expect(left.map(({ state }) => state)).toEqual(['active', 'active'])
  expect(await epochOf(wallet.id)).toBe(4)
})

test('shares that are proved by other keys, of another epoch, or sealed for another place are refused', async () => {
  const [owner, other] = [await createGuardedOwner(world), await createGuardedOwner(world)]
  const { frame, wallet } = owner
  await raise(frame)
  const good = await prepareEpoch(frame, wallet, 2)
  const foreign = await prepareEpoch(frame, { ...wallet, keys: other.wallet.keys }, 2)
  const late = await prepareEpoch(frame, wallet, 3)
  const cases: [string, object][] = [
    ['WALLET_PROOF', foreign.body],
    ['EPOCH', late.body],
    ['WALLET_PROOF', { ...good.body, share: { ...good.body.share, s: late.body.share.s } }],
  ]
  for (const [code, body] of cases) expect((await stage(frame, wallet.id, body)).body.error?.code).toBe(code)
  expect((await stage(frame, other.wallet.id, good.body)).status).toBe(404)
  expect((await activateEpoch(frame, wallet, 2)).body.error?.code).toBe('WALLET_STATE')
  expect(await sharesOf(wallet.id)).toMatchObject([{ epoch: 1, state: 'active' }])
})

test('[I-5] whatever a device does in whatever order, it has one active share and the epoch never falls', async () => {
  const owner = await createGuardedOwner(world)
  const { frame, wallet } = owner
  await raise(frame)
  let newest = 1
  const step = fc.record({
    act: fc.constantFrom('stage', 'activate'),
    ahead: fc.integer({ min: -1, max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { act, ahead } of steps) {
        const epoch = Math.max(1, newest + ahead)
        if (act === 'activate') await activateEpoch(frame, wallet, epoch)
        else await stage(frame, wallet.id, (await prepareEpoch(frame, wallet, epoch)).body)
        const now = (await epochOf(wallet.id)) ?? 0
        expect(now).toBeGreaterThanOrEqual(newest)
        expect(now - newest).toBeLessThanOrEqual(1)
        newest = now
        const active = (await sharesOf(wallet.id)).filter(({ state }) => state === 'active')
        expect(active).toHaveLength(1)
        expect(active[0]?.epoch).toBe(newest)
      }
    }),
    { numRuns: 8 },
  )
})
