import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUpFolder, restoreFolder } from '../cli/backupCommand.js'
import { readConfig } from '../config/config.js'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { startOwnPostgres } from '../postgres/ownPostgres.js'
import { migrate } from '../store/migrate.js'
import { silentLog } from '../testing/log.js'
import { run } from '../testing/statement.js'
import { backUp } from './backup.js'
import { restore } from './restore.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (data: string) => startOwnPostgres({ data, port: 0, clock: systemClock, log: silentLog })

test('[D-40] a folder that is written to is backed up whole, and restored with all that was there when the backup began', async () => {
  const data = join(folder, 'data')
  const file = join(folder, 'backup.tar.gz')
  const postgres = await start(data)
  let written = 0
  let isWriting = true
  try {
    await migrate({ url: postgres.url, folder: migrationsFolder, log: silentLog })
    await run(postgres.url, 'create table kept (id int primary key, filler text)')
    writeFileSync(join(data, 'relay.key'), 'a key of the gateway')
    const insert = async () => {
      await run(
        postgres.url,
        `insert into kept select i, repeat('x', 500) from generate_series(${written + 1}, ${written + 200}) i`,
      )
      written += 200
    }
    await insert()
    const before = written
    const goOn = async (): Promise<void> => {
      if (!isWriting) return
      await insert()
      await goOn()
    }
    const writing = goOn()
    const manifest = await backUp({ data, adminUrl: postgres.adminUrl, file, now: Date.UTC(2027, 0, 1) })
    isWriting = false
    await writing
    expect(manifest).toMatchObject({ format: 1, createdAt: '2027-01-01T00:00:00.000Z' })
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data'])
    await expect(backUp({ data, adminUrl: postgres.adminUrl, file, now: 0 })).rejects.toThrow(
      'exists already',
    )

    const copy = join(folder, 'copy')
    expect(await restore({ data: copy, file, port: 0, log: silentLog })).toEqual(manifest)
    const restored = await start(copy)
    try {
      const [row] = await run<{ count: number; top: number }>(
        restored.url,
        'select count(*)::int, max(id) as top from kept',
      )
      expect(row?.count).toBe(row?.top)
      expect(row?.count).toBeGreaterThanOrEqual(before)
      expect(row?.count).toBeLessThanOrEqual(written)
      expect(readFileSync(join(copy, 'relay.key'), 'utf8')).toBe('a key of the gateway')
    } finally {
      await restored.stop()
    }
    await expect(restore({ data: copy, file, port: 0, log: silentLog })).rejects.toThrow('is not empty')
  } finally {
    isWriting = false
    await postgres.stop()
  }
})

test('what is no backup leaves nothing behind', async () => {
  const file = join(folder, 'holiday.jpg')
  writeFileSync(file, 'not an archive')
  const data = join(folder, 'nothing')
  await expect(restore({ data, file, port: 0, log: silentLog })).rejects.toThrow('is no backup')
  expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
})

describe('beside a database of somebody else', () => {
  const config = (data: string, more: Record<string, string> = {}) =>
    readConfig({ LATCHKEY_DATA: data, DATABASE_URL: 'postgres://db.example/latchkey', ...more })
  const noDatabase = () => Promise.reject(new Error('there is no own database to open'))
  const keys = ['names-signer.key', 'vault-kms.key', 'wallet-kms.key']

  function newKeys(name: string): string {
    const data = join(folder, name)
    mkdirSync(data)
    for (const key of keys) writeFileSync(join(data, key), `${key} of ${name}`, { mode: 0o600 })
    return data
  }

  test('[D-40] the keys are backed up and restored, and the words say that the database is not', async () => {
    const data = newKeys('keys')
    const file = join(folder, 'keys.tar.gz')
    const said = await backUpFolder(config(data, { LATCHKEY_VAULT_KMS: '/etc/vault.key' }), file, noDatabase)
    for (const key of keys) expect(said).toContain(key)
    expect(said).toContain('The database is not in it')
    expect(said).toContain('/etc/vault.key (LATCHKEY_VAULT_KMS) is not in it')
    expect(statSync(file).mode & 0o077).toBe(0)

    const copy = join(folder, 'keys-copy')
    expect(await restoreFolder(config(copy), file, silentLog)).toContain('database is not part of the backup')
    expect(readdirSync(copy).sort()).toEqual(keys)
    for (const key of keys) {
      expect(readFileSync(join(copy, key), 'utf8')).toBe(`${key} of keys`)
      expect(statSync(join(copy, key)).mode & 0o777).toBe(0o600)
    }
  })

  test('keys are not restored beside a database that is not theirs, nor a database beside another', async () => {
    const file = join(folder, 'apart.tar.gz')
    await backUpFolder(config(newKeys('apart')), file, noDatabase)
    const data = join(folder, 'apart-copy')
    const alone = readConfig({ LATCHKEY_DATA: data })
    await expect(restoreFolder(alone, file, silentLog)).rejects.toThrow('set DATABASE_URL')
    expect(readdirSync(data)).toEqual([])
    await expect(restoreFolder(config(data), join(folder, 'backup.tar.gz'), silentLog)).rejects.toThrow(
      'DATABASE_URL names another',
    )
    expect(readdirSync(data)).toEqual([])
  })

  test('a folder without keys is no backup, and an archive is not written into what it copies', async () => {
    const empty = join(folder, 'empty')
    await expect(backUpFolder(config(empty), join(folder, 'e.tar.gz'), noDatabase)).rejects.toThrow(
      'holds no keys',
    )
    const data = newKeys('inside')
    await expect(backUpFolder(config(data), join(data, 'b.tar.gz'), noDatabase)).rejects.toThrow('outside of')
    expect(readdirSync(data).sort()).toEqual(keys)
  })
})
