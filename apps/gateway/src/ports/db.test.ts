import { expect, test } from 'vitest'
import { createDatabase } from '../testing/database.js'
import { silentLog } from '../testing/log.js'
import { systemClock } from './clock.js'
import { createDb, isDatabaseAway } from './db.js'

const failing = async (url: string, text: string): Promise<unknown> => {
  const db = createDb({ url, size: 1, clock: systemClock, log: silentLog })
  try {
    return await db.query.execute(text)
  } catch (cause) {
    return cause
  } finally {
    await db.close()
  }
}

test('a database that does not listen, or cuts the connection, is away', async () => {
  const url = new URL(await createDatabase())
  const cut = await failing(url.href, 'select pg_terminate_backend(pg_backend_pid())')
  expect(isDatabaseAway(cut)).toBe(true)
  url.port = '1'
  expect(isDatabaseAway(await failing(url.href, 'select 1'))).toBe(true)
})

test('a statement that outlasts its time, as one behind a lock does, may succeed later', async () => {
  const url = await createDatabase()
  const late = await failing(url, "set statement_timeout = '1ms'; select pg_sleep(10)")
  expect(late).toMatchObject({ cause: { code: '57014' } })
  expect(isDatabaseAway(late)).toBe(true)
})

test('a statement that is wrong is a bug of ours, and the database is not away', async () => {
  const url = await createDatabase()
  expect(isDatabaseAway(await failing(url, 'select nothing from nowhere'))).toBe(false)
  expect(isDatabaseAway(new Error('other'))).toBe(false)
  expect(isDatabaseAway('text')).toBe(false)
})
