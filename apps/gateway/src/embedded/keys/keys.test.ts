import { randomBytes, randomUUID } from 'node:crypto'
import { shareAad, walletLimits } from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletChallenges, walletDevices, walletSessions, walletShares } from '../../store/schema.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import {
  activateWallet,
  askChallenge,
  createWalletAccounts,
  makeWallet,
  prepareWallet,
} from '../../testing/walletKeys.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import type { Fields } from '../fields.js'
import { createHpkePair, openSealed } from './hpke.js'
import { openKeys } from './openKeys.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

/** Nothing is sealed or opened by collecting. */
const noFields = {} as Fields

let people = 0
async function somebody(): Promise<WalletBrowser> {
  people += 1
  const browser = world.browser({ 'x-forwarded-for': `203.0.${people}.9` })
  await world.signIn(browser, `keys${people}@example.com`)
  return browser
}

test('[I-6] a wallet is staged, given back to the device that made it, and active when the device proved that it has it', async () => {
  const browser = await somebody()
  const wallet = await prepareWallet(browser)
  const put = await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  expect(put.body).toEqual({ state: 'pending' })
  const worker = await createHpkePair()
  const asked = { deviceId: wallet.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { body } = await browser.ask('walletShare', { params: { id: wallet.id }, body: asked })
  const aad = shareAad({ ...wallet.place, purpose: 'activate', bound: '' })
  expect(await openSealed(worker.privateKey, body.s as never, aad)).toEqual(wallet.s)

  const active = await activateWallet(browser, wallet)
  expect(active.body).toEqual({ state: 'active', accounts: wallet.keys.accounts })
  const listed = await browser.ask('walletList')
  expect(listed.body).toMatchObject({
    wallets: [{ id: wallet.id, state: 'active', accounts: wallet.keys.accounts, share: { epoch: 1, x: 7 } }],
  })
  // Signed in again, the person is told of it.
  await browser.ask('sessionRefresh', { body: {} })
  expect(browser.session).toMatchObject({
    wallet: { state: 'active', id: wallet.id },
    device: { state: 'active' },
  })
})

test('[F-A] every step can be asked twice, and the second time changes nothing', async () => {
  const browser = await somebody()
  const wallet = await prepareWallet(browser)
  for (let time = 0; time < 2; time += 1) {
    const put = await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
    expect(put.body).toEqual({ state: 'pending' })
  }
  for (let time = 0; time < 2; time += 1)
    expect((await activateWallet(browser, wallet)).body).toMatchObject({ state: 'active' })
  const put = await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  expect(put.body).toEqual({ state: 'active' })
  // Once it is active its share leaves the server only for an approved request.
  const worker = await createHpkePair()
  const asked = { deviceId: wallet.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { body } = await browser.ask('walletShare', { params: { id: wallet.id }, body: asked })
  expect(body.error?.code).toBe('WALLET_STATE')
})

test('[I-5] nobody has two wallets, also not by asking twice at once', async () => {
  const browser = await somebody()
  const [one, two] = [await prepareWallet(browser), await prepareWallet(browser)]
  await Promise.all(
    [one, two].map((wallet) => browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })),
  )
  const states = (await Promise.all([one, two].map((wallet) => activateWallet(browser, wallet)))).map(
    ({ status }) => status,
  )
  expect(states.filter((status) => status === 200)).toHaveLength(1)
  const third = await prepareWallet(browser)
  const late = await browser.ask('walletPut', { params: { id: third.id }, body: third.body })
  expect(late.body.error?.code).toBe('WALLET_STATE')
})

test('[I-5] nobody has two wallets, also not by making one on each of two devices: the second is told', async () => {
  const first = await somebody()
  const second = world.browser({ 'x-forwarded-for': `203.0.${people}.10` })
  world.clock.shift(walletLimits.codeCooldown)
  await world.signIn(second, `keys${people}@example.com`)
  const [one, two] = [await prepareWallet(first), await prepareWallet(second)]
  await first.ask('walletPut', { params: { id: one.id }, body: one.body })
  await second.ask('walletPut', { params: { id: two.id }, body: two.body })
  expect((await activateWallet(first, one)).body).toMatchObject({ state: 'active' })
  expect((await activateWallet(second, two)).body.error?.code).toBe('WALLET_STATE')
})

type Prepared = Awaited<ReturnType<typeof prepareWallet>>
test.each<[string, string, (wallet: Prepared, other: Prepared) => object]>([
  ['a proof of another text', 'WALLET_PROOF', (_, other) => ({ proofs: other.body.proofs })],
  ['a proof that is missing', 'WALLET_PROOF', ({ body }) => ({ proofs: body.proofs.slice(1) })],
  ['accounts whose keys are another’s', 'WALLET_PROOF', (_, other) => ({ accounts: other.body.accounts })],
  [
    'a share sealed to another key',
    'WALLET_PROOF',
    ({ body }, other) => ({ share: { ...body.share, s: other.body.share.s } }),
  ],
  ['a share that says it lies elsewhere', 'WALLET_PROOF', ({ body }) => ({ share: { ...body.share, x: 8 } })],
  ['a later epoch', 'WALLET_STATE', ({ body }) => ({ share: { ...body.share, epoch: 2 } })],
  ['another device', 'WALLET_STATE', ({ body }) => ({ share: { ...body.share, deviceId: randomUUID() } })],
  ['a nonce that nobody gave', 'WALLET_PROOF', () => ({ nonce: randomBytes(32).toString('base64url') })],
  [
    'an address in place of its key',
    'WALLET_PROOF',
    ({ body }) => ({
      accounts: body.accounts.map((account, index) =>
        index === 0 ? { ...account, address: `0x${'1'.repeat(40)}` } : account,
      ),
    }),
  ],
  [
    'a smart account that is another’s',
    'WALLET_PROOF',
    ({ body }, other) => {
      const address = other.body.accounts[1]?.address ?? ''
      const rename = <entry extends object>(list: readonly entry[]) =>
        list.map((entry, index) => (index === 1 ? { ...entry, address } : entry))
      return { accounts: rename(body.accounts), proofs: rename(body.proofs) }
    },
  ],
  [
    'a smart account whose owner is named as another',
    'WALLET_PROOF',
    ({ body }, other) => ({
      accounts: body.accounts.map((account, index) =>
        index === 1 ? { ...account, owner: other.body.accounts[1]?.owner } : account,
      ),
    }),
  ],
  [
    'a smart account that nobody signed for',
    'WALLET_PROOF',
    ({ body }) => ({ proofs: body.proofs.filter((_, index) => index !== 1) }),
  ],
])('a wallet with %s is refused, and nothing of it is kept', async (_, code, bend) => {
  const browser = await somebody()
  const [wallet, other] = [await prepareWallet(browser), await prepareWallet(browser)]
  const body = { ...wallet.body, ...bend(wallet, other) }
  const { body: answer } = await browser.ask('walletPut', { params: { id: wallet.id }, body })
  expect(answer.error?.code).toBe(code)
  expect((await browser.ask('walletList')).body).toEqual({ wallets: [] })
})

test('a nonce is used once, and not by another device', async () => {
  const [browser, stranger] = [await somebody(), await somebody()]
  const wallet = await prepareWallet(browser)
  const theirs = await stranger.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  expect(theirs.status).toBeGreaterThanOrEqual(400)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const again = await prepareWallet(browser, wallet.keys)
  const replayed = await browser.ask('walletPut', {
    params: { id: again.id },
    body: { ...again.body, nonce: wallet.body.nonce },
  })
  expect(replayed.body.error?.code).toBe('WALLET_PROOF')
})

test('a device has one wallet that waits: the next takes its place, and another device keeps its own', async () => {
  const browser = await somebody()
  const email = `keys${people}@example.com`
  const elsewhere = world.browser({ 'x-forwarded-for': '203.0.113.200' })
  world.clock.shift(walletLimits.codeCooldown)
  await world.signIn(elsewhere, email)
  const theirs = await prepareWallet(elsewhere)
  await elsewhere.ask('walletPut', { params: { id: theirs.id }, body: theirs.body })
  const keys = createWalletAccounts()
  const wallets = [
    await prepareWallet(browser),
    await prepareWallet(browser),
    await prepareWallet(browser, keys),
  ]
  await Promise.all(
    wallets.map((wallet) => browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })),
  )
  // The same keys under another id: what was left over does not stand in its own way.
  const last = await prepareWallet(browser, keys)
  const put = await browser.ask('walletPut', { params: { id: last.id }, body: last.body })
  expect(put.body).toEqual({ state: 'pending' })
  const { body } = await browser.ask('walletList')
  const ids = (body.wallets as { id: string }[]).map(({ id }) => id).sort()
  expect(ids).toEqual([last.id, theirs.id].sort())
})

test('a device that asks for one challenge after another has the newest few, and takes none from another device', async () => {
  const [browser, other] = [await somebody(), await somebody()]
  const kept = await prepareWallet(other)
  const old = await prepareWallet(browser)
  for (let times = 0; times < walletLimits.openChallenges; times += 1) await askChallenge(browser)
  const rows = await db.query
    .select()
    .from(walletChallenges)
    .where(eq(walletChallenges.deviceId, old.deviceId))
  expect(rows).toHaveLength(walletLimits.openChallenges)
  const late = await browser.ask('walletPut', { params: { id: old.id }, body: old.body })
  expect(late.body.error?.code).toBe('WALLET_PROOF')
  const put = await other.ask('walletPut', { params: { id: kept.id }, body: kept.body })
  expect(put.status).toBe(200)
})

test('an address of somebody else’s wallet is not taken over, and a wallet is its owner’s alone', async () => {
  const [browser, stranger] = [await somebody(), await somebody()]
  const wallet = await prepareWallet(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const copy = await prepareWallet(stranger, wallet.keys)
  const taken = await stranger.ask('walletPut', { params: { id: copy.id }, body: copy.body })
  expect(taken.body.error?.code).toBe('ADDRESS_TAKEN')
  const worker = await createHpkePair()
  const asked = { deviceId: wallet.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { status } = await stranger.ask('walletShare', { params: { id: wallet.id }, body: asked })
  expect(status).toBe(404)
})

test('[I-4] [A-47] a sealed share that is moved to another row does not open', async () => {
  const [one, two] = [await somebody(), await somebody()]
  const [first, second] = [await prepareWallet(one), await prepareWallet(two)]
  await one.ask('walletPut', { params: { id: first.id }, body: first.body })
  await two.ask('walletPut', { params: { id: second.id }, body: second.body })
  const moved = db.query
    .select({ sealed: walletShares.sSealed })
    .from(walletShares)
    .where(eq(walletShares.walletId, first.id))
  await db.query
    .update(walletShares)
    .set({ sSealed: sql`(${moved})` })
    .where(eq(walletShares.walletId, second.id))
  const worker = await createHpkePair()
  const asked = { deviceId: second.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { status } = await two.ask('walletShare', { params: { id: second.id }, body: asked })
  expect(status).toBe(500)
})

test('[I-22] what lies in the database is not the share', async () => {
  const browser = await somebody()
  const wallet = await prepareWallet(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const rows = await db.query.select().from(walletShares).where(eq(walletShares.walletId, wallet.id))
  expect(rows).toHaveLength(1)
  const stored = Buffer.from(rows[0]?.sSealed ?? '', 'base64url').toString('hex') + JSON.stringify(rows)
  for (const form of ['hex', 'base64', 'base64url'] as const) {
    expect(stored).not.toContain(wallet.s.subarray(0, 15).toString(form))
  }
})

test('a wallet that was never proved is collected after a day, and one that was is not', async () => {
  const [left, done] = [await somebody(), await somebody()]
  const [waiting, proved] = [await prepareWallet(left), await prepareWallet(done)]
  await left.ask('walletPut', { params: { id: waiting.id }, body: waiting.body })
  await done.ask('walletPut', { params: { id: proved.id }, body: proved.body })
  await activateWallet(done, proved)
  const tomorrow = { ...world.clock, now: () => world.clock.now() + walletLimits.pendingWalletLife + 1 }
  await openKeys({ db, clock: tomorrow, fields: noFields }).prune()
  expect((await left.ask('walletList')).body).toEqual({ wallets: [] })
  expect((await done.ask('walletList')).body).toMatchObject({ wallets: [{ id: proved.id }] })
})

test('[A-42] the key of a capsule is given to write the first one at once, and after that only after a factor', async () => {
  const browser = await somebody()
  const id = browser.session?.device.id ?? ''
  const worker = await createHpkePair()
  const write = await browser.ask('capsuleKey', {
    params: { id },
    body: { purpose: 'write', hpkePub: worker.publicKey },
  })
  expect(write.status).toBe(200)
  const open = await browser.ask('capsuleKey', {
    params: { id },
    body: { purpose: 'open', hpkePub: worker.publicKey },
  })
  expect(open.body.error?.code).toBe('AAL')
  const other = await browser.ask('capsuleKey', {
    params: { id: randomUUID() },
    body: { purpose: 'write', hpkePub: worker.publicKey },
  })
  expect(other.body.error?.code).toBe('DEVICE_REVOKED')
  const wallet = await prepareWallet(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  await activateWallet(browser, wallet)
  const later = await browser.ask('capsuleKey', {
    params: { id },
    body: { purpose: 'write', hpkePub: worker.publicKey },
  })
  expect(later.body.error?.code).toBe('AAL')
})

test('devices are listed to their owner, and named', async () => {
  const browser = await somebody()
  await browser.ask('deviceLabel', { body: { label: 'Kitchen' } })
  const { body } = await browser.ask('deviceList')
  expect(body).toMatchObject({
    devices: [{ label: 'Kitchen', isThis: true, hasShare: false, kind: 'frame' }],
  })
})

/** A window that the browser's frame opened, in which a factor and a code were shown just now. */
async function trustedWindow(browser: WalletBrowser): Promise<WalletBrowser> {
  const { body } = await browser.ask('windowCreate', { body: { purpose: 'settings' } })
  const secret = String(body.url).split('.').at(-1)
  const window = world.browser()
  const opened = await window.ask('windowOpen', { body: { windowId: body.windowId, secret } })
  window.session = opened.body.session as typeof window.session
  const now = new Date(world.clock.now())
  await db.query
    .update(walletSessions)
    .set({ factorAt: now, codeAt: now })
    .where(eq(walletSessions.id, window.session?.sessionId ?? ''))
  return window
}

/** Another device of the same person; where it has a share, as if it had recovered the wallet. */
async function secondDevice(walletId: string, first: string): Promise<WalletBrowser> {
  const other = world.browser({ 'x-forwarded-for': `203.1.${people}.9` })
  world.clock.shift(walletLimits.codeCooldown)
  await world.signIn(other, `keys${people}@example.com`)
  const [share] = await db.query.select().from(walletShares).where(eq(walletShares.deviceId, first))
  if (!share) throw new Error('The first device has no share')
  const deviceId = other.session?.device.id ?? ''
  await db.query.insert(walletShares).values({ ...share, walletId, deviceId, epoch: 2 })
  return other
}

test('the last device with a share of the wallet is not removed, and stays as it was', async () => {
  const browser = await somebody()
  const id = browser.session?.device.id ?? ''
  await makeWallet(browser)
  const window = await trustedWindow(browser)
  const refused = await window.ask('deviceRevoke', { params: { id } })
  expect(refused.status).toBe(409)
  expect(refused.body.error?.code).toBe('DEVICE_LAST')
  const [device] = await db.query.select().from(walletDevices).where(eq(walletDevices.id, id))
  expect(device?.state).toBe('active')
  expect((await browser.ask('walletList')).body).toMatchObject({ wallets: [{ share: { epoch: 1 } }] })
  // A device without a share goes at any time.
  const own = window.session?.device.id ?? ''
  expect((await window.ask('deviceRevoke', { params: { id: own } })).status).toBe(200)
})

test('[I-18] a device that is removed loses its share and its session; of two that go at once one stays', async () => {
  const browser = await somebody()
  const first = browser.session?.device.id ?? ''
  const walletId = await makeWallet(browser)
  const other = await secondDevice(walletId, first)
  const second = other.session?.device.id ?? ''
  const windows = await Promise.all([browser, other].map(trustedWindow))
  const answers = await Promise.all(
    windows.map((window, index) =>
      window.ask('deviceRevoke', { params: { id: index === 0 ? second : first } }),
    ),
  )
  const [done, refused] = answers.map(({ status }) => status).sort()
  expect(done).toBe(200)
  // It finds itself the last one, or its window ended with its device.
  expect([401, 409]).toContain(refused)
  const left = await db.query.select().from(walletShares).where(eq(walletShares.walletId, walletId))
  expect(left).toHaveLength(1)
  const gone = left[0]?.deviceId === first ? other : browser
  expect((await gone.ask('walletList')).body.error?.code).toBe('SESSION_EXPIRED')
})
