/** A thief with loot: opens whatever it opens, tries every pair of shares, and counts the wallets that come out. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldAad, type HpkeSealed, recoveryKeyAad, recoveryShareAad } from '@latchkey/spec/walletApi'
import { dekContext } from '../../apps/gateway/src/embedded/fields.js'
import { openBytes } from '../../apps/gateway/src/embedded/kms/aead.js'
import type { Kms } from '../../apps/gateway/src/embedded/kms/kms.js'
import { createLocalFileKms } from '../../apps/gateway/src/embedded/kms/localFile.js'
import { secretContext } from '../../apps/gateway/src/embedded/secrets.js'
import { run } from '../../apps/gateway/src/testing/statement.js'
import type { Bytes } from '../../apps/wallet/src/keys/bytes.js'
import { createReceiver, openAs } from '../../apps/wallet/src/keys/hpke.js'
import { rebuild, type WalletMarks } from '../../apps/wallet/src/keys/rebuild.js'
import { unwrap } from '../../apps/wallet/src/keys/wrap.js'
import { factorKey } from '../../apps/wallet/src/worker/openSecret.js'

type Row = Readonly<Record<string, unknown>>
/** Every row of every table of a schema. */
export type Dump = Readonly<Record<string, readonly Row[]>>

export async function dumpOf(url: string, schema: 'public' | 'vault'): Promise<Dump> {
  const tables = await run<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables where table_schema = '${schema}'`,
  )
  const dump: Record<string, Row[]> = {}
  for (const { name } of tables) dump[name] = await run<Row>(url, `select * from ${schema}."${name}"`)
  return dump
}

/** A key file as it was stolen: a copy in the thief's own folder. */
export function stolenKms(from: string, folder: string, name: string): Kms {
  const path = join(folder, name)
  writeFileSync(path, readFileSync(from), { mode: 0o400 })
  return createLocalFileKms({ path })
}

export interface Loot {
  readonly dump?: Dump
  readonly kmsA?: Kms
  readonly vaultDump?: Dump
  readonly kmsB?: Kms
  /** Texts of any kind: an environment, a configuration, a mailbox, logs. */
  readonly texts?: readonly string[]
  /** Browser profiles: the device's share lies in them. */
  readonly shares?: readonly Bytes[]
  /** What people have: PRF outputs or codes. */
  readonly factors?: readonly Bytes[]
}

const bytesOf = (buffer: Uint8Array): Bytes => new Uint8Array(buffer)
const text = (row: Row, column: string): string => String(row[column])

/** The ids of the wallets that this loot gives. What is known of a wallet is known to everybody: it is public, or in the dump. */
export async function rebuildable(loot: Loot, wallets: readonly WalletMarks[]): Promise<Set<string>> {
  const shares = [...(loot.shares ?? []), ...looseShares(loot), ...(await serverShares(loot))]
  shares.push(...(await recoveryShares(loot)))
  const found = new Set<string>()
  for (const marks of wallets) {
    for (const one of shares)
      for (const other of shares) {
        if (found.has(marks.walletId) || one === other) continue
        // Most pairs are of nobody; whoever has nothing better tries them all.
        const isIt = await rebuild([one, other], [marks]).then(
          (rebuilt) => (rebuilt.wipe(), true),
          () => false,
        )
        if (isIt) found.add(marks.walletId)
      }
  }
  return found
}

/** Anything in the loot that could be a share lying about: 17 bytes in any of the usual spellings. */
function looseShares({ dump, vaultDump, texts = [] }: Loot): Bytes[] {
  const all = [JSON.stringify(dump ?? {}), JSON.stringify(vaultDump ?? {}), ...texts].join('\n')
  const found: Bytes[] = []
  for (const [word] of all.matchAll(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{23}(?![A-Za-z0-9_-])/g))
    found.push(bytesOf(Buffer.from(word, 'base64url')))
  for (const [word] of all.matchAll(/(?<![0-9a-fA-F])[0-9a-fA-F]{34}(?![0-9a-fA-F])/g))
    found.push(bytesOf(Buffer.from(word, 'hex')))
  return found.filter(({ length }) => length === 17)
}

/** With the key service: the keys of the users, and with them every S. */
async function serverShares({ dump, kmsA }: Loot): Promise<Bytes[]> {
  if (!dump || !kmsA) return []
  const shares: Bytes[] = []
  for (const user of dump.wallet_users ?? []) {
    const id = text(user, 'id')
    const dek = await kmsA.unwrap(text(user, 'dek'), dekContext(id))
    const own = (dump.wallet_wallets ?? []).filter((wallet) => text(wallet, 'user_id') === id)
    for (const share of dump.wallet_shares ?? []) {
      const walletId = text(share, 'wallet_id')
      if (!own.some((wallet) => text(wallet, 'id') === walletId)) continue
      const row = `${walletId} ${text(share, 'device_id')} ${text(share, 'epoch')}`
      const aad = fieldAad({ table: 'wallet_shares', column: 's_sealed', row, user: id, version: 1 })
      shares.push(bytesOf(openBytes(dek, text(share, 's_sealed'), aad)))
    }
  }
  return shares
}

/** With a factor, or with the vault's keys: the recovery key, and with it every R of that wallet. */
async function recoveryShares(loot: Loot): Promise<Bytes[]> {
  const { dump, factors = [] } = loot
  if (!dump) return []
  const receiver = await createReceiver()
  const shares: Bytes[] = []
  const vaultKeys = await vaultKeysOf(loot)
  for (const way of dump.wallet_factors ?? []) {
    const walletId = text(way, 'wallet_id')
    const factorId = text(way, 'id')
    const userId = text((dump.wallet_wallets ?? []).find((each) => each.id === walletId) ?? {}, 'user_id')
    // One by one, whatever it was made for.
    for (const factor of [...factors, ...vaultKeys])
      for (const kind of ['passkey', 'code', 'vault'] as const) {
        const key = await factorKey(receiver, walletId, { kind, factorId, factor, userId })
        const aad = recoveryKeyAad(walletId, factorId, text(way, 'kind'))
        const rk = await unwrap(key, text(way, 'rk'), aad).catch(() => undefined)
        if (!rk) continue
        for (const share of (dump.wallet_shares ?? []).filter((each) => each.wallet_id === walletId)) {
          const bond = recoveryShareAad(walletId, text(share, 'device_id'), Number(share.epoch))
          // As the database gives back what it was given.
          shares.push(await openAs(rk, share.r as HpkeSealed, bond))
        }
      }
  }
  return shares
}

async function vaultKeysOf({ vaultDump, kmsB }: Loot): Promise<Bytes[]> {
  const fields = (vaultDump?.wallet_secrets ?? []).find(({ name }) => name === 'fields')
  if (!vaultDump || !kmsB || !fields) return []
  const key = await kmsB.unwrap(text(fields, 'sealed'), secretContext('fields'))
  return (vaultDump.vault_keys ?? []).map((row) => {
    const place = { table: 'vault_keys', column: 'key_sealed', row: text(row, 'factor_id') }
    return bytesOf(openBytes(key, text(row, 'key_sealed'), fieldAad({ ...place, user: '', version: 1 })))
  })
}
