import { afterEach, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.js'
import { silentLog } from '../testing/log.js'
import { run } from '../testing/statement.js'
import { createLeadership, type Leadership } from './leader.js'

const open: Leadership[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((leadership) => leadership.close()))
})
function leader(url: string, name = 'index eip155:1'): Leadership {
  const leadership = createLeadership({ url, name, log: silentLog })
  open.push(leadership)
  return leadership
}

test('of several one leads, until it goes', async () => {
  const url = await createDatabase()
  const [first, second] = [leader(url), leader(url)]
  expect(await first.isMine()).toBe(true)
  expect(await second.isMine()).toBe(false)
  expect(await first.isMine()).toBe(true)
  await first.close()
  expect(await second.isMine()).toBe(true)
})

test('each work has a leader of its own', async () => {
  const url = await createDatabase()
  expect(await leader(url, 'index eip155:1').isMine()).toBe(true)
  expect(await leader(url, 'index eip155:10').isMine()).toBe(true)
})

test('whoever loses the connection leads no more, and another does', async () => {
  const url = await createDatabase()
  const [first, second] = [leader(url), leader(url)]
  await first.isMine()
  await second.isMine()
  const { pathname } = new URL(url)
  // As when the process is killed, or the machine is gone.
  await run(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity a where datname = '${pathname.slice(1)}' and exists
       (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')`,
  )
  // The second had a connection too, and still has it: only the holder of the lock was cut off.
  expect(await second.isMine()).toBe(true)
  expect(await first.isMine()).toBe(false)
})

test('without a database nobody leads, and nothing throws', async () => {
  expect(await leader('postgres://nobody@127.0.0.1:1/none').isMine()).toBe(false)
})
