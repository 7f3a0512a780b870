import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
