import { randomBytes, randomUUID } from 'node:crypto'
import { recoveryProofText, shareAad, walletLimits } from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../ports/db.js'
import { walletOutbox, walletPasskeys, walletRecoveries, walletUsers } from '../../store/schema.js'
import { untilWaiting } from '../../testing/lockWait.js'
import type { WalletAnswer, WalletBrowser } from '../../testing/walletBrowser.js'
import { makeWholeWallet, signAsRecovery } from '../../testing/walletKeys.js'
import { openWindow, proveMailbox, provePin } from '../../testing/walletWindow.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import { createHpkePair, openSealed } from '../keys/hpke.js'
import { lockUser } from '../users.js'
import { createRecoveries } from './recoveries.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  world = await startWalletWorld()
  db = world.gateway.deps.db
})
afterAll(() => world.stop())

const code = ({ body }: WalletAnswer) => body.error?.code
const pin = '271828'
const wrappedKey = () => randomBytes(60).toString('base64url')

let people = 0
async function somebody() {
  people += 1
  const email = `recover${people}@example.com`
  const frame = world.browser({ 'x-forwarded-for': `203.0.${people}.44` })
  await world.signIn(frame, email)
  const wallet = await makeWholeWallet(frame)
  const window = await openWindow(world, frame)
  return { email, frame, window, wallet }
}
type Person = Awaited<ReturnType<typeof somebody>>

async function addCode(window: WalletBrowser, rk = wrappedKey(), id: string = randomUUID()) {
  const answer = await window.ask('recoveryAdd', { body: { id, kind: 'code', rk } })
  return { id, rk, answer }
}

/** PIN and code: level 3. */
async function stepUp({ email, window }: Pick<Person, 'email' | 'window'>) {
  if (!(await window.ask('me')).body.hasPin) await window.ask('pinSet', { body: { pin } })
  await provePin(window, pin)
  await proveMailbox(world, window, email)
}

/** The same person in another browser, with nothing but the mailbox. */
async function elsewhere({ email }: Pick<Person, 'email'>) {
  people += 1
  const frame = world.browser({ 'x-forwarded-for': `203.0.${people}.44` })
  await world.signIn(frame, email)
  return { frame, window: await openWindow(world, frame, 'recover') }
}

async function proveRecovery(
  window: WalletBrowser,
  opened: WalletAnswer['body'],
  recovery: Person['wallet']['recovery'],
) {
  const receiver = await createHpkePair()
  const text = recoveryProofText(String(opened.walletId), String(opened.ticket), receiver.publicKey)
  const body = {
    ticket: opened.ticket,
    hpkePub: receiver.publicKey,
    signature: signAsRecovery(recovery, text),
  }
  return { receiver, answer: await window.ask('recoveryProve', { body }), body }
}

test('[D-31] the first way of recovery is added with the device alone, the second takes a factor and a code', async () => {
  const person = await somebody()
  const { window } = person
  expect((await window.ask('me')).body).toMatchObject({ hasRecovery: false, isGranting: true })
  const first = await addCode(window)
  expect(first.answer.body).toEqual({ id: first.id })
  expect((await window.ask('me')).body).toMatchObject({ hasRecovery: true })
  // The answer was lost: the same call is the same way.
  expect((await addCode(window, first.rk, first.id)).answer.body).toEqual({ id: first.id })
  expect(code((await addCode(window)).answer)).toBe('AAL')
  await stepUp(person)
  const second = await addCode(window)
  expect(second.answer.status).toBe(200)
  const { body } = await window.ask('recoveryList')
  expect(body.factors).toMatchObject([
    { id: first.id, kind: 'code' },
    { id: second.id, kind: 'code' },
  ])
  expect(JSON.stringify(body)).not.toContain(first.rk)
})

test('[D-31] somebody with the mailbox alone adds no way of recovery and gets no share', async () => {
  const person = await somebody()
  const { window } = await elsewhere(person)
  expect(code((await addCode(window)).answer)).toBe('AAL')
  const { publicKey } = await createHpkePair()
  const body = { walletId: person.wallet.id, hpkePub: publicKey }
  expect(code(await window.ask('factorShare', { body }))).toBe('AAL')
  expect(code(await window.ask('exportTicket', { body }))).toBe('AAL')
})

test('S for a way of recovery goes to the window of the frame that has the other share, and to no other', async () => {
  const person = await somebody()
  const receiver = await createHpkePair()
  const body = { walletId: person.wallet.id, hpkePub: receiver.publicKey }
  const given = await person.window.ask('factorShare', { body })
  const aad = shareAad({ ...person.wallet.place, purpose: 'factor', bound: '' })
  expect(await openSealed(receiver.privateKey, given.body.s as never, aad)).toEqual(person.wallet.s)
  expect(given.body).toMatchObject({ x: 7, epoch: 1, deviceId: person.wallet.deviceId })
  await addCode(person.window)
  // Now there is something to lose.
  expect(code(await person.window.ask('factorShare', { body }))).toBe('AAL')
  expect(code(await person.frame.ask('factorShare', { body }))).toBe('FOREIGN_CALLER')
})

test('[D-31] the last way of recovery stays, and the vault’s until there are two others', async () => {
  const person = await somebody()
  const { window } = person
  const first = await addCode(window)
  await stepUp(person)
  const remove = (id: string) => window.ask('recoveryRemove', { params: { id } })
  expect(code(await remove(first.id))).toBe('FACTOR_LAST')
  const vault = randomUUID()
  const added = { id: vault, kind: 'vault', rk: wrappedKey() }
  expect((await window.ask('recoveryAdd', { body: added })).status).toBe(200)
  const twice = { ...added, id: randomUUID() }
  expect(code(await window.ask('recoveryAdd', { body: twice }))).toBe('WALLET_STATE')
  expect(code(await remove(vault))).toBe('FACTOR_LAST')
  await addCode(window)
  expect((await remove(vault)).status).toBe(200)
  expect(code(await remove(vault))).toBe('FACTOR_UNKNOWN')
})

test('a way by passkey names one of the account’s own', async () => {
  const { window } = await somebody()
  const passkeyId = randomBytes(16).toString('base64url')
  const body = { id: randomUUID(), kind: 'passkey', rk: wrappedKey(), passkeyId }
  expect(code(await window.ask('recoveryAdd', { body }))).toBe('FACTOR_UNKNOWN')
})

test('[D-31] of two first ways that come at once one is the first, and the other takes a factor', async () => {
  const { window } = await somebody()
  const both = await Promise.all([addCode(window), addCode(window)])
  expect(both.map(({ answer }) => code(answer)).sort()).toEqual(['AAL', undefined])
})

test('a way by passkey is not added for one that was removed meanwhile', async () => {
  const person = await somebody()
  const { window } = person
  await stepUp(person)
  const id = randomBytes(16).toString('base64url')
  const userId = window.session?.userId ?? ''
  await db.query.insert(walletPasskeys).values({
    id,
    userId,
    publicKey: '',
    counter: 0,
    transports: [],
    isSynced: false,
    hasPrf: true,
    createdAt: new Date(world.clock.now()),
  })
  const body = { id: randomUUID(), kind: 'passkey', rk: wrappedKey(), passkeyId: id }
  const { adding } = await db.query.transaction(async (transaction) => {
    await lockUser(userId, transaction)
    const adding = window.ask('recoveryAdd', { body })
    await untilWaiting(db)
    await transaction.delete(walletPasskeys).where(eq(walletPasskeys.id, id))
    return { adding }
  })
  expect(code(await adding)).toBe('FACTOR_UNKNOWN')
})

test('[D-31] a new device is given R and the wrapped key, and S only when the factor has opened it', async () => {
  const person = await somebody()
  const { id, rk } = await addCode(person.window)
  const { window, frame } = await elsewhere(person)
  expect(window.session).toMatchObject({ nextFactor: 'recover' })
  const { body: opened } = await window.ask('recoveryOpen', { body: { factorId: id } })
  expect(opened).toMatchObject({
    rk,
    rkPub: person.wallet.body.rkPub,
    kcv: person.wallet.body.kcv,
    r: person.wallet.body.share.r,
    deviceId: person.wallet.deviceId,
    epoch: 1,
  })
  expect(opened).not.toHaveProperty('s')

  const other = await createHpkePair()
  const forged = await proveRecovery(window, opened, other)
  expect(code(forged.answer)).toBe('RECOVERY_PROOF')
  const { answer, receiver, body } = await proveRecovery(window, opened, person.wallet.recovery)
  const aad = shareAad({ ...person.wallet.place, purpose: 'recover', bound: '' })
  expect(await openSealed(receiver.privateKey, answer.body.s as never, aad)).toEqual(person.wallet.s)
  // Once. And what was proved counts: whoever lost the passkey can now add another.
  expect(code(await window.ask('recoveryProve', { body }))).toBe('RECOVERY_PROOF')
  expect((await window.ask('me')).body).toMatchObject({ level: 2 })

  const recoveries = createRecoveries({ db, clock: world.clock })
  const use = {
    ticket: String(opened.ticket),
    userId: window.session?.userId ?? '',
    walletId: person.wallet.id,
    deviceId: frame.session?.device.id ?? '',
  }
  const isGood = (changed: object) => recoveries.useTicket({ ...use, ...changed }, db.query)
  expect(await isGood({ deviceId: randomUUID() })).toBe(false)
  expect(await isGood({ userId: randomUUID() })).toBe(false)
  expect(await isGood({})).toBe(true)
  expect(await isGood({})).toBe(false)
})

test('[A-40] a copied browser profile gets no S by way of recovery: the ticket is good for nothing before the factor is shown', async () => {
  const person = await somebody()
  const { id } = await addCode(person.window)
  const { body: opened } = await person.window.ask('recoveryOpen', { body: { factorId: id } })
  const receiver = await createHpkePair()
  const body = {
    ticket: opened.ticket,
    hpkePub: receiver.publicKey,
    signature: randomBytes(64).toString('base64url'),
  }
  expect(code(await person.window.ask('recoveryProve', { body }))).toBe('RECOVERY_PROOF')
  const use = {
    ticket: String(opened.ticket),
    userId: person.frame.session?.userId ?? '',
    walletId: person.wallet.id,
    deviceId: person.wallet.deviceId,
  }
  expect(await createRecoveries({ db, clock: world.clock }).useTicket(use, db.query)).toBe(false)
})

test('a ticket is of one session, and grows old', async () => {
  const person = await somebody()
  const { id } = await addCode(person.window)
  const { window } = await elsewhere(person)
  const { body: opened } = await window.ask('recoveryOpen', { body: { factorId: id } })
  const stolen = await proveRecovery(person.window, opened, person.wallet.recovery)
  expect(code(stolen.answer)).toBe('RECOVERY_PROOF')
  await db.query
    .update(walletRecoveries)
    .set({ expiresAt: new Date(world.clock.now() - 1) })
    .where(eq(walletRecoveries.walletId, person.wallet.id))
  const late = await proveRecovery(window, opened, person.wallet.recovery)
  expect(code(late.answer)).toBe('RECOVERY_PROOF')
})

test('[A-62] while the change of the address can be undone there is no export and no server recovery', async () => {
  const person = await somebody()
  const { window } = person
  await window.ask('recoveryAdd', { body: { id: randomUUID(), kind: 'code', rk: wrappedKey() } })
  await stepUp(person)
  const vault = randomUUID()
  await window.ask('recoveryAdd', { body: { id: vault, kind: 'vault', rk: wrappedKey() } })
  const userId = window.session?.userId ?? ''
  const holdUntil = new Date(world.clock.now() + walletLimits.emailChangeHold)
  await db.query.update(walletUsers).set({ holdUntil }).where(eq(walletUsers.id, userId))
  const { publicKey } = await createHpkePair()
  const exporting = { walletId: person.wallet.id, hpkePub: publicKey }
  expect(code(await window.ask('exportTicket', { body: exporting }))).toBe('HOLD')
  // The share of a new way of recovery is as good as an export.
  expect(code(await window.ask('factorShare', { body: exporting }))).toBe('HOLD')
  expect(code(await window.ask('recoveryOpen', { body: { factorId: vault } }))).toBe('HOLD')
  expect(code(await window.ask('recoveryRemove', { params: { id: vault } }))).toBe('HOLD')
})

test('[A-61] export takes level 3 in a window, is told by mail, and a second one asks anew', async () => {
  const person = await somebody()
  const { window, email } = person
  const receiver = await createHpkePair()
  const body = { walletId: person.wallet.id, hpkePub: receiver.publicKey }
  expect(code(await window.ask('exportTicket', { body }))).toBe('AAL')
  expect(code(await person.frame.ask('exportTicket', { body }))).toBe('FOREIGN_CALLER')
  await stepUp(person)
  const before = world.mail.mails[0]?.id ?? 0
  const { body: ticket } = await window.ask('exportTicket', { body })
  const aad = shareAad({ ...person.wallet.place, purpose: 'export', bound: '' })
  expect(await openSealed(receiver.privateKey, ticket.s as never, aad)).toEqual(person.wallet.s)
  expect(Number(ticket.notBefore)).toBeGreaterThanOrEqual(Number(ticket.now))
  expect((await world.mail.next(email, before)).subject).toBe('Your wallet was exported')
  expect(code(await window.ask('exportTicket', { body }))).toBe('AAL')
  expect((await window.ask('me')).body.wallet).toHaveProperty('exportedAt')
})

test('[A-61] a device that got its shares by recovery exports nothing for a day', async () => {
  const person = await somebody()
  const { id } = await addCode(person.window)
  const { body: opened } = await person.window.ask('recoveryOpen', { body: { factorId: id } })
  await proveRecovery(person.window, opened, person.wallet.recovery)
  await stepUp(person)
  const { publicKey } = await createHpkePair()
  const body = { walletId: person.wallet.id, hpkePub: publicKey }
  expect(code(await person.window.ask('exportTicket', { body }))).toBe('DEVICE_HOLD')
  expect(code(await person.window.ask('factorShare', { body }))).toBe('DEVICE_HOLD')
  expect((await person.window.ask('me')).body).toHaveProperty('deviceHoldUntil')
  await db.query.execute(
    sql`update wallet_recoveries set proved_at = proved_at - interval '25 hours' where wallet_id = ${person.wallet.id}`,
  )
  expect((await person.window.ask('me')).body).not.toHaveProperty('deviceHoldUntil')
  expect((await person.window.ask('factorShare', { body })).status).toBe(200)
  expect((await person.window.ask('exportTicket', { body })).status).toBe(200)
})

test('[F-R] what cannot be written into the log is not done: no export, no share for recovery', async () => {
  const person = await somebody()
  const { id } = await addCode(person.window)
  const { body: opened } = await person.window.ask('recoveryOpen', { body: { factorId: id } })
  await stepUp(person)
  const { publicKey } = await createHpkePair()
  const body = { walletId: person.wallet.id, hpkePub: publicKey }
  await db.query.execute(sql`alter table wallet_audit rename to wallet_audit_away`)
  try {
    for (const name of ['exportTicket', 'factorShare'] as const) {
      const refused = await person.window.ask(name, { body })
      expect([name, refused.status, Object.keys(refused.body)]).toEqual([name, 500, ['error']])
    }
    const { answer } = await proveRecovery(person.window, opened, person.wallet.recovery)
    expect([answer.status, Object.keys(answer.body)]).toEqual([500, ['error']])
  } finally {
    await db.query.execute(sql`alter table wallet_audit_away rename to wallet_audit`)
  }
  // Nothing was used up: the ticket is still good, and no export was noted.
  expect((await person.window.ask('me')).body.wallet).not.toHaveProperty('exportedAt')
  const { answer } = await proveRecovery(person.window, opened, person.wallet.recovery)
  expect(answer.status).toBe(200)
})

test('[F-R] a mail that cannot be read keeps no other from going out', async () => {
  const at = new Date(world.clock.now() - 1000)
  const row = { id: randomUUID(), kind: 'poison', mailSealed: 'AAAA', tries: 0, nextAt: at, createdAt: at }
  await db.query.insert(walletOutbox).values(row)
  const person = await somebody()
  await stepUp(person)
  expect((await person.window.ask('me')).body).toMatchObject({ level: 3 })
  await expect
    .poll(async () => {
      const [left] = await db.query.select().from(walletOutbox).where(eq(walletOutbox.id, row.id))
      return left?.tries
    })
    .toBeGreaterThan(0)
})

test('recovery is opened only so often a day, and who does so elsewhere keeps nobody from it', async () => {
  const person = await somebody()
  const { id } = await addCode(person.window)
  const ask = (headers = {}) => person.window.ask('recoveryOpen', { body: { factorId: id }, headers })
  for (let time = 0; time < walletLimits.recoveriesPerDay; time += 1) expect((await ask()).status).toBe(200)
  expect(code(await ask())).toBe('STEPUP_LOCKED')
  expect((await ask({ 'x-forwarded-for': '203.0.250.44' })).status).toBe(200)
})
