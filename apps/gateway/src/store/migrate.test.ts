import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationsFolder } from '../paths.js'
import { systemClock } from '../ports/clock.js'
import { createDb } from '../ports/db.js'
import { createDatabase } from '../testing/database.js'
import { untilWaiting } from '../testing/lockWait.js'
import { silentLog } from '../testing/log.js'
import { run } from '../testing/statement.js'
import { createSchema, migrate, readMigrations } from './migrate.js'

let folder = ''
let url = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'))
  url = await createDatabase()
  write('0001_one.sql', 'create table one (id integer);')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const apply = () => migrate({ url, folder, log: silentLog })
const tables = async () => {
  const rows = await run<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  return rows.map(({ name }) => name).sort()
}

test('migrations are applied once, in order, and new ones later', async () => {
  write('0002_two.sql', 'alter table one add column name text;')
  expect(await apply()).toEqual([1, 2])
  expect(await apply()).toEqual([])
  write('0003_three.sql', 'create table three (id integer);')
  expect(await apply()).toEqual([3])
  expect(await tables()).toEqual(['latchkey_migrations', 'one', 'three'])
})

test('[D-40] of many processes that start at once exactly one applies each migration', async () => {
  write('0002_two.sql', 'create table two (id integer);')
  const applied = await Promise.all(Array.from({ length: 6 }, apply))
  expect(applied.flat().sort()).toEqual([1, 2])
  expect(applied.filter((numbers) => numbers.length > 0)).toHaveLength(1)
})

test('[D-40] a schema is made by one process, and found by those that start at the same moment', async () => {
  await apply()
  write('0002_two.sql', 'create schema own; alter table one add column name text;')
  const db = createDb({ url, size: 2, clock: systemClock, log: silentLog })
  try {
    // The first has made it, and cannot yet let the others see it.
    const { making } = await db.query.transaction(async (holder) => {
      await holder.execute('lock table one')
      const migrating = apply()
      await untilWaiting(db)
      const making = Promise.allSettled([migrating, createSchema({ url, name: 'own' })])
      await untilWaiting(db, 2)
      return { making }
    })
    expect((await making).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  } finally {
    await db.close()
  }
})

test('a migration that was edited after it had been applied is refused by name', async () => {
  await apply()
  write('0001_one.sql', 'create table one (id bigint);')
  await expect(apply()).rejects.toThrow('Migration 0001_one was edited after it had been applied')
})

test('other line ends are no edit', async () => {
  write('0001_one.sql', 'create table one\n(id integer);\n')
  await apply()
  write('0001_one.sql', 'create table one\r\n(id integer);\r\n')
  expect(await apply()).toEqual([])
})

test('a database that is ahead of the gateway is left alone', async () => {
  write('0002_two.sql', 'create table two (id integer);')
  await apply()
  rmSync(join(folder, '0002_two.sql'))
  await expect(apply()).rejects.toThrow('it is older than the database')
})

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  write('0002_two.sql', 'create table two (id integer); select nonsense;')
  await expect(apply()).rejects.toThrow(/Migration 0002_two failed: column "nonsense" does not exist/)
  expect(await tables()).toEqual(['latchkey_migrations', 'one'])
  write('0002_two.sql', 'create table two (id integer);')
  expect(await apply()).toEqual([2])
})

test('a gap or a double in the numbers is refused', () => {
  write('0003_three.sql', '')
  expect(() => readMigrations(folder)).toThrow(
    'Migration 0003_three.sql is out of order: number 0002 is expected',
  )
  rmSync(join(folder, '0003_three.sql'))
  write('0001_two.sql', '')
  expect(() => readMigrations(folder)).toThrow('out of order')
})

test('the migrations of the gateway apply to an empty database', async () => {
  const applied = await migrate({ url, folder: migrationsFolder, log: silentLog })
  expect(applied).toEqual(readMigrations(migrationsFolder).map(({ number }) => number))
})
