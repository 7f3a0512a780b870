import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { run } from '../testing/statement.js'
import * as schema from './schema.js'

let url = ''
let db: Db
beforeAll(async () => {
  const database = await createMigratedDatabase()
  url = database.url
  db = database.db
})
afterAll(() => db.close())

const tables: PgTable[] = Object.values(schema)

interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

async function columnsInDatabase(table: string): Promise<Column[]> {
  const rows = await run<{ name: string; type: string; nullable: boolean; has_default: boolean }>(
    url,
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
       a.atthasdef as has_default
     from pg_attribute a where a.attrelid = '${table}'::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attname`,
  )
  return rows.map(({ name, type, nullable, has_default }) => ({
    name,
    type,
    isNullable: nullable,
    hasDefault: has_default,
  }))
}

/** PostgreSQL's own names of the types that the code writes shorter. */
const longNames: Readonly<Record<string, string>> = { 'numeric(78, 0)': 'numeric(78,0)' }

function columnsInCode(table: PgTable): Column[] {
  return getTableConfig(table)
    .columns.map((column) => ({
      name: column.name,
      type: longNames[column.getSQLType()] ?? column.getSQLType(),
      isNullable: !column.notNull,
      hasDefault: column.hasDefault,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

test('the code knows every table of the migrated database, and no other', async () => {
  const rows = await run<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const inDatabase = rows.map(({ name }) => name).filter((name) => name !== 'latchkey_migrations')
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(inDatabase.sort())
})

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'table %s has the same columns in code and in the database',
  async (name, table) => {
    expect(columnsInCode(table)).toEqual(await columnsInDatabase(name))
  },
)

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'table %s has the same indexes and keys in code and in the database',
  async (name, table) => {
    const rows = await run<{ name: string; is_unique: boolean }>(
      url,
      `select c.relname as name, i.indisunique as is_unique from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = '${name}'::regclass order by 1`,
    )
    const { indexes, columns, primaryKeys } = getTableConfig(table)
    const keyNames = [
      ...(columns.some(({ primary }) => primary) ? [`${name}_pkey`] : []),
      ...primaryKeys.map((key) => key.getName()),
    ]
    const keys = keyNames.map((key) => ({ name: key, is_unique: true }))
    const inCode = indexes.map(({ config }) => ({ name: config.name ?? '', is_unique: config.unique }))
    expect([...keys, ...inCode].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows)
  },
)
