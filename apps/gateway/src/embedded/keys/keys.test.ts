import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import {
  keyPaths,
  recoveryShareAad,
  shareAad,
  type WalletAccount,
  walletChallengeText,
  walletLimits,
} from '@latchkey/spec/walletApi'
import { hash160, p2wpkh } from '@latchkey/verify/bitcoin'
import { base58, bech32 } from '@scure/base'
import { eq, sql } from 'drizzle-orm'
import { type Hex, toBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../ports/db.js'
import { walletShares } from '../../store/schema.js'
import { createDatabase } from '../../testing/database.js'
import { silentLog } from '../../testing/log.js'
import type { WalletBrowser } from '../../testing/walletBrowser.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'
import type { Fields } from '../fields.js'
import { createHpkePair, openSealed, sealTo } from './hpke.js'
import { openKeys } from './openKeys.js'

let world: WalletWorld
let db: Db
beforeAll(async () => {
  const url = await createDatabase()
  world = await startWalletWorld({ DATABASE_URL: url })
  db = createDb({ url, size: 2, clock: world.clock, log: silentLog })
})
afterAll(async () => {
  await db.close()
  await world.stop()
})

/** Nothing is sealed or opened by collecting. */
const noFields = {} as Fields

let people = 0
async function somebody(): Promise<WalletBrowser> {
  people += 1
  const browser = world.browser({ 'x-forwarded-for': `203.0.${people}.9` })
  await world.signIn(browser, `keys${people}@example.com`)
  return browser
}

/** Three accounts with real keys, as a device makes them. */
function createAccounts() {
  const ethereum = privateKeyToAccount(generatePrivateKey())
  const solana = generateKeyPairSync('ed25519')
  const bitcoin = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const solanaKey = Buffer.from(solana.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const bitcoinKey = compressed(bitcoin.publicKey.export({ format: 'jwk' }))
  const program = p2wpkh(hash160(bitcoinKey)).bytes.slice(2)
  const accounts: WalletAccount[] = [
    {
      namespace: 'eip155',
      type: 'eoa',
      address: ethereum.address,
      publicKey: compressedHex(ethereum.publicKey).toString('base64url'),
      path: keyPaths.eip155,
    },
    { namespace: 'eip155', type: 'smartAccount', address: `0x${randomBytes(20).toString('hex')}` },
    {
      namespace: 'solana',
      type: 'eoa',
      address: base58.encode(solanaKey),
      publicKey: solanaKey.toString('base64url'),
      path: keyPaths.solana,
    },
    {
      namespace: 'bip122',
      type: 'payment',
      address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
      publicKey: bitcoinKey.toString('base64url'),
      path: keyPaths.bip122,
    },
  ]
  const prove = async (text: string) => [
    {
      address: accounts[0]?.address,
      signature: Buffer.from(toBytes(await ethereum.signMessage({ message: text }))).toString('base64url'),
    },
    {
      address: accounts[2]?.address,
      signature: sign(null, Buffer.from(text), solana.privateKey).toString('base64url'),
    },
    {
      address: accounts[3]?.address,
      signature: sign('sha256', Buffer.from(text), {
        key: bitcoin.privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
    },
  ]
  return { accounts, prove }
}

const compressedHex = (key: Hex): Buffer => {
  const point = Buffer.from(key.slice(2), 'hex')
  return Buffer.concat([Buffer.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)])
}
function compressed({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  return Buffer.concat([Buffer.of(2 + odd), Buffer.from(x, 'base64url')])
}

interface Challenge {
  readonly nonce: string
  readonly hpke: { readonly kid: string; readonly publicKey: string }
}

async function challenge(browser: WalletBrowser): Promise<Challenge> {
  const { body } = await browser.ask('walletChallenge', { body: {} })
  // As the contract has it.
  return body as unknown as Challenge
}

/** What step 2 of making a wallet sends. */
async function prepare(browser: WalletBrowser, keys = createAccounts(), id = randomUUID()) {
  const deviceId = browser.session?.device.id ?? ''
  const { nonce, hpke } = await challenge(browser)
  const recovery = await createHpkePair()
  const s = Buffer.concat([randomBytes(16), Buffer.of(7)])
  const place = { walletId: id, deviceId, epoch: 1 }
  const body = {
    nonce,
    kid: hpke.kid,
    accounts: keys.accounts,
    rkPub: recovery.publicKey,
    kcv: randomBytes(8).toString('base64url'),
    share: {
      deviceId,
      epoch: 1,
      s: await sealTo(hpke.publicKey, s, shareAad({ ...place, purpose: 'upload', bound: nonce })),
      x: 7,
      r: await sealTo(recovery.publicKey, randomBytes(17), recoveryShareAad(id, deviceId, 1)),
    },
    proofs: await keys.prove(walletChallengeText('create', id, deviceId, 1, nonce)),
  }
  return { id, deviceId, keys, s, body, place }
}

async function activate(browser: WalletBrowser, { id, deviceId, keys }: Awaited<ReturnType<typeof prepare>>) {
  const { nonce } = await challenge(browser)
  const proofs = await keys.prove(walletChallengeText('activate', id, deviceId, 1, nonce))
  return browser.ask('walletActivate', { params: { id }, body: { nonce, deviceId, proofs } })
}

test('[I-6] a wallet is staged, given back to the device that made it, and active when the device proved that it has it', async () => {
  const browser = await somebody()
  const wallet = await prepare(browser)
  const put = await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  expect(put.body).toEqual({ state: 'pending' })
  const worker = await createHpkePair()
  const asked = { deviceId: wallet.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { body } = await browser.ask('walletShare', { params: { id: wallet.id }, body: asked })
  const aad = shareAad({ ...wallet.place, purpose: 'activate', bound: '' })
  expect(await openSealed(worker.privateKey, body.s as never, aad)).toEqual(wallet.s)

  const active = await activate(browser, wallet)
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
  const wallet = await prepare(browser)
  for (let time = 0; time < 2; time += 1) {
    const put = await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
    expect(put.body).toEqual({ state: 'pending' })
  }
  for (let time = 0; time < 2; time += 1)
    expect((await activate(browser, wallet)).body).toMatchObject({ state: 'active' })
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
  const [one, two] = [await prepare(browser), await prepare(browser)]
  await Promise.all(
    [one, two].map((wallet) => browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })),
  )
  const states = (await Promise.all([one, two].map((wallet) => activate(browser, wallet)))).map(
    ({ status }) => status,
  )
  expect(states.filter((status) => status === 200)).toHaveLength(1)
  const third = await prepare(browser)
  const late = await browser.ask('walletPut', { params: { id: third.id }, body: third.body })
  expect(late.body.error?.code).toBe('WALLET_STATE')
})

type Prepared = Awaited<ReturnType<typeof prepare>>
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
])('a wallet with %s is refused, and nothing of it is kept', async (_, code, bend) => {
  const browser = await somebody()
  const [wallet, other] = [await prepare(browser), await prepare(browser)]
  const body = { ...wallet.body, ...bend(wallet, other) }
  const { body: answer } = await browser.ask('walletPut', { params: { id: wallet.id }, body })
  expect(answer.error?.code).toBe(code)
  expect((await browser.ask('walletList')).body).toEqual({ wallets: [] })
})

test('a nonce is used once, and not by another device', async () => {
  const [browser, stranger] = [await somebody(), await somebody()]
  const wallet = await prepare(browser)
  const theirs = await stranger.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  expect(theirs.status).toBeGreaterThanOrEqual(400)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const again = await prepare(browser, wallet.keys)
  const replayed = await browser.ask('walletPut', {
    params: { id: again.id },
    body: { ...again.body, nonce: wallet.body.nonce },
  })
  expect(replayed.body.error?.code).toBe('WALLET_PROOF')
})

test('an address of somebody else’s wallet is not taken over, and a wallet is its owner’s alone', async () => {
  const [browser, stranger] = [await somebody(), await somebody()]
  const wallet = await prepare(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const copy = await prepare(stranger, wallet.keys)
  const taken = await stranger.ask('walletPut', { params: { id: copy.id }, body: copy.body })
  expect(taken.body.error?.code).toBe('ADDRESS_TAKEN')
  const worker = await createHpkePair()
  const asked = { deviceId: wallet.deviceId, epoch: 1, hpkePub: worker.publicKey }
  const { status } = await stranger.ask('walletShare', { params: { id: wallet.id }, body: asked })
  expect(status).toBe(404)
})

test('[I-4] [A-47] a sealed share that is moved to another row does not open', async () => {
  const [one, two] = [await somebody(), await somebody()]
  const [first, second] = [await prepare(one), await prepare(two)]
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
  const wallet = await prepare(browser)
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
  const [waiting, proved] = [await prepare(left), await prepare(done)]
  await left.ask('walletPut', { params: { id: waiting.id }, body: waiting.body })
  await done.ask('walletPut', { params: { id: proved.id }, body: proved.body })
  await activate(done, proved)
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
  const wallet = await prepare(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  await activate(browser, wallet)
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
