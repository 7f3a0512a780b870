import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../apps/gateway/src/testing/database.js'
import { openWindow } from '../../apps/gateway/src/testing/walletWindow.js'
import { startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { addWay, type Device, pin, signUp, strangeFactor, type Way } from './realDevice.js'
import { dumpOf, type Loot, rebuildable, stolenKms } from './thief.js'

interface Owner {
  readonly device: Device
  readonly ways: readonly Way[]
}

let world: WalletWorld
let url: string
let data: string
type Everything = Awaited<ReturnType<typeof steal>>
let loot: Everything
/** By what protects them; each is somebody's. */
const owners = new Map<'nothing' | 'code' | 'passkey' | 'vault' | 'code and vault', Owner>()

beforeAll(async () => {
  url = await createDatabase()
  data = mkdtempSync(join(tmpdir(), 'latchkey-loot-'))
  world = await startWalletWorld({ DATABASE_URL: url, LATCHKEY_DATA: data })
  const add = async (name: Parameters<typeof owners.set>[0], kinds: readonly Way['kind'][]) => {
    const device = await signUp(world)
    const ways: Way[] = []
    for (const kind of kinds) ways.push(await addWay(world, device, kind))
    owners.set(name, { device, ways })
  }
  await add('nothing', [])
  await add('code', ['code'])
  await add('passkey', ['passkey'])
  await add('vault', ['vault'])
  await add('code and vault', ['code', 'vault'])
  // A signing factor is no way to a key.
  const window = await openWindow(world, ownerOf('nothing').device.browser)
  await window.ask('pinSet', { body: { pin } })
  loot = await steal()
})
afterAll(async () => {
  await world.stop()
  rmSync(data, { recursive: true, force: true })
})

const ownerOf = (name: Parameters<typeof owners.set>[0]): Owner => {
  const owner = owners.get(name)
  if (!owner) throw new Error(`Nobody is protected by ${name}`)
  return owner
}

/** Everything that could be stolen from the operator, and what people have. */
async function steal() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-thief-'))
  return {
    dump: await dumpOf(url, 'public'),
    vaultDump: await dumpOf(url, 'vault'),
    kmsA: stolenKms(join(data, 'wallet-kms.key'), folder, 'a.key'),
    kmsB: stolenKms(join(data, 'vault-kms.key'), folder, 'b.key'),
    texts: [
      // What a process is started with, and every letter that it wrote.
      JSON.stringify({ ...process.env, DATABASE_URL: url, LATCHKEY_DATA: data }),
      ...world.mail.mails.map(({ text }) => text),
    ],
    shares: [...owners.values()].map(({ device }) => device.d),
  } satisfies Loot
}

const names = [...(['nothing', 'code', 'passkey', 'vault', 'code and vault'] as const)]
async function stolenFrom(loot: Loot): Promise<string[]> {
  const marks = names.map((name) => ownerOf(name).device.marks)
  const found = await rebuildable(loot, marks)
  return names.filter((name) => found.has(ownerOf(name).device.marks.walletId))
}

test('the thief can do it: with a share of the profile and the server’s, a wallet comes out', async () => {
  const { dump, kmsA, shares } = loot
  expect(await stolenFrom({ dump, kmsA, shares })).toEqual(names)
})

test.each<[string, (all: Everything) => Loot]>([
  ['the database', ({ dump }) => ({ dump })],
  ['the environment and every mail', ({ texts }) => ({ texts })],
  ['the database, the environment and every mail', ({ dump, texts }) => ({ dump, texts })],
  ['the key of the gateway', ({ kmsA }) => ({ kmsA })],
  ['the database and the key of the gateway', ({ dump, kmsA, texts }) => ({ dump, kmsA, texts })],
  ['the vault’s database and its key', ({ vaultDump, kmsB }) => ({ vaultDump, kmsB })],
  [
    'both databases and the vault’s key',
    ({ dump, vaultDump, kmsB, texts }) => ({ dump, vaultDump, kmsB, texts }),
  ],
  ['both databases and the gateway’s key', ({ dump, vaultDump, kmsA }) => ({ dump, vaultDump, kmsA })],
  ['every browser profile', ({ shares, texts }) => ({ shares, texts })],
  ['every browser profile and the database', ({ shares, dump }) => ({ shares, dump })],
])('[A-46] %s gives no wallet', async (_, take) => {
  expect(await stolenFrom(take(loot))).toEqual([])
})

test('[A-46] the whole operator has the wallets of its own recovery, and no other', async () => {
  const { dump, kmsA, vaultDump, kmsB, texts } = loot
  expect(await stolenFrom({ dump, kmsA, vaultDump, kmsB, texts })).toEqual(['vault', 'code and vault'])
})

test('[A-46] one browser profile and the whole gateway give the wallet of that profile alone', async () => {
  const { dump, kmsA } = loot
  const shares = [ownerOf('code').device.d]
  expect(await stolenFrom({ dump, kmsA, shares })).toEqual(['code'])
})

test('[A-46] a recovery code or a passkey is worth nothing without the server, and one wallet with all of it', async () => {
  const { dump, kmsA } = loot
  for (const name of ['code', 'passkey'] as const) {
    const factors = ownerOf(name).ways.flatMap(({ factor }) => (factor ? [factor] : []))
    expect(factors).toHaveLength(1)
    expect(await stolenFrom({ dump, factors })).toEqual([])
    expect(await stolenFrom({ dump, kmsA, factors })).toEqual([name])
  }
  expect(await stolenFrom({ dump, kmsA, factors: [strangeFactor()] })).toEqual([])
})

test('[A-46] neither key file holds the other’s key, and no table holds one', async () => {
  const keysOf = (name: string) =>
    readFileSync(join(data, name), 'utf8')
      .split('\n')
      .flatMap((line) => line.split(' ')[1] ?? [])
  const own = keysOf('wallet-kms.key')
  const vault = keysOf('vault-kms.key')
  expect(own.some((key) => vault.includes(key))).toBe(false)
  const dumps = JSON.stringify([loot.dump, loot.vaultDump])
  for (const key of [...own, ...vault]) expect(dumps.includes(key)).toBe(false)
})
