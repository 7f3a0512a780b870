import { days, hours } from '@latchkey/spec/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import type { Project } from '../store/projects.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { createUsage, usageOf } from './usage.js'

let db: Db
beforeAll(async () => {
  db = (await createMigratedDatabase()).db
})
afterAll(() => db.close())

const project = (id: string, perDay?: number): Project => ({
  id,
  name: id,
  allowedOrigins: [],
  isOpen: false,
  features: {},
  quotas: perDay === undefined ? {} : { perDay },
})
const midnight = Date.UTC(2027, 0, 15)

test('a project without a quota is counted and never refused', async () => {
  const clock = createFakeClock(midnight)
  const usage = createUsage({ db, clock })
  for (let call = 0; call < 3; call++) expect(usage.take(project('free'), 10)).toBe(0)
  await usage.flush()
  await usage.flush()
  expect(usage.today('free')).toBe(30)
  expect(await usageOf(db, 'free')).toEqual([{ day: '2027-01-15', calls: 30 }])
})

test('a quota that is used up says how long until midnight, and begins anew then', async () => {
  const clock = createFakeClock(midnight + hours(18))
  const usage = createUsage({ db, clock })
  const shop = project('shop', 5)
  for (let call = 0; call < 5; call++) expect(usage.take(shop, 1)).toBe(0)
  expect(usage.take(shop, 1)).toBe(hours(6))
  await clock.advance(hours(6))
  expect(usage.take(shop, 1)).toBe(0)
})

test('processes on one database count together, and nothing is counted twice', async () => {
  const clock = createFakeClock(midnight)
  const [one, two] = [createUsage({ db, clock }), createUsage({ db, clock })]
  const both = project('both', 100)
  one.take(both, 60)
  two.take(both, 30)
  await Promise.all([one.flush(), two.flush()])
  await Promise.all([one.flush(), two.flush()])
  expect([one.today('both'), two.today('both')]).toEqual([90, 90])
  expect(one.take(both, 20)).toBeGreaterThan(0)
  expect(two.take(both, 10)).toBe(0)
})

test('calls that could not be written are written later', async () => {
  const clock = createFakeClock(midnight + days(1))
  const away = {
    ...db,
    query: new Proxy(db.query, {
      get: () => () => {
        throw new Error('away')
      },
    }),
  }
  let isAway = true
  const flaky: Db = {
    ...db,
    get query() {
      return isAway ? away.query : db.query
    },
  }
  const usage = createUsage({ db: flaky, clock })
  usage.take(project('late'), 7)
  await expect(usage.flush()).rejects.toThrow('away')
  isAway = false
  usage.take(project('late'), 1)
  await usage.flush()
  expect(await usageOf(db, 'late')).toEqual([{ day: '2027-01-16', calls: 8 }])
})
