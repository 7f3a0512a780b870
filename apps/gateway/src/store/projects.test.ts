import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { untilWaiting } from '../testing/lockWait.js'
import { silentLog } from '../testing/log.js'
import { createProjects, isOriginAllowed, type Projects } from './projects.js'
import { projects as table } from './schema.js'

let db: Db
let clock: FakeClock
let projects: Projects
beforeEach(async () => {
  db = (await createMigratedDatabase()).db
  clock = createFakeClock()
  projects = createProjects({ db, clock, log: silentLog })
})
afterEach(() => db.close())

const shop = {
  id: 'shop',
  name: 'Shop',
  allowedOrigins: ['https://*.shop.example'],
  features: { swaps: false },
  quotas: { perMinute: 600 },
}

test('[D-01] in local mode no project id is needed, and any id or origin will do', async () => {
  await projects.declare([], { isLocal: true })
  const project = await projects.find(undefined)
  expect(project).toMatchObject({ id: 'local', isOpen: true })
  expect(await projects.find('whatever')).toMatchObject({ id: 'local' })
  expect(project && isOriginAllowed(project, 'http://anything.example')).toBe(true)
})

test('[S5-05] outside of local mode a declared project is found by its id, for its origins only', async () => {
  await projects.declare([shop], { isLocal: false })
  const project = await projects.find('shop')
  expect(project).toMatchObject({ ...shop, isOpen: false })
  expect(await projects.find('other')).toBeUndefined()
  expect(await projects.find(undefined)).toBeUndefined()
  expect(project && isOriginAllowed(project, 'https://www.shop.example')).toBe(true)
  expect(project && isOriginAllowed(project, 'https://shop.example.evil')).toBe(false)
})

test('an id of its own wins over the open project', async () => {
  await projects.declare([shop], { isLocal: true })
  expect(await projects.find('shop')).toMatchObject({ id: 'shop', isOpen: false })
})

test('declaring again changes what changed, and leaving local mode closes the open project', async () => {
  await projects.declare([shop], { isLocal: true })
  await projects.declare([{ ...shop, name: 'New name' }], { isLocal: false })
  expect(await projects.find('shop')).toMatchObject({ name: 'New name' })
  expect(await projects.find(undefined)).toBeUndefined()
})

test('[S5-05] a project that the configuration names no longer is refused, and works again when it is back', async () => {
  await projects.declare([shop, { ...shop, id: 'other' }], { isLocal: false })
  await projects.declare([shop], { isLocal: false })
  expect(await projects.find('shop')).toBeDefined()
  expect(await projects.find('other')).toBeUndefined()
  await projects.declare([], { isLocal: false })
  expect(await projects.find('shop')).toBeUndefined()
  await projects.declare([shop], { isLocal: false })
  expect(await projects.find('shop')).toMatchObject({ id: 'shop' })
})

test('[D-01] after local mode its project is refused by its name as well', async () => {
  await projects.declare([], { isLocal: true })
  expect(await projects.find('local')).toBeDefined()
  await projects.declare([shop], { isLocal: false })
  expect(await projects.find('local')).toBeUndefined()
  await projects.declare([], { isLocal: true })
  expect(await projects.find(undefined)).toMatchObject({ id: 'local', isOpen: true })
})

test('projects that were put into the table by hand stay, and a declared one that was disabled by hand stays so', async () => {
  await projects.declare([shop], { isLocal: false })
  await db.query.insert(table).values({ id: 'by-hand', name: 'By hand' })
  await db.query.update(table).set({ isEnabled: false }).where(eq(table.id, 'shop'))
  await projects.declare([shop], { isLocal: false })
  expect(await projects.find('by-hand')).toMatchObject({ id: 'by-hand' })
  expect(await projects.find('shop')).toBeUndefined()
})

test('two gateways may declare the same at the same moment', async () => {
  await Promise.all([1, 2, 3].map(() => projects.declare([shop], { isLocal: true })))
  expect(await projects.find('shop')).toMatchObject({ id: 'shop' })
})

test('[D-40] a gateway declares when no other writes projects: two at once would both insert the open one', async () => {
  let declaring: Promise<void> | undefined
  await db.query.transaction(async (transaction) => {
    await transaction.insert(table).values({ id: 'by-hand', name: 'By hand' })
    declaring = projects.declare([], { isLocal: true })
    await untilWaiting(db)
  })
  await declaring
  expect(await projects.find('by-hand')).toMatchObject({ id: 'by-hand' })
  expect(await projects.find(undefined)).toMatchObject({ id: 'local' })
})

test('a change in the table shows after a minute, a new project after five seconds', async () => {
  await projects.declare([shop], { isLocal: false })
  await projects.find('shop')
  await db.query.update(table).set({ isEnabled: false }).where(eq(table.id, 'shop'))
  await db.query.insert(table).values({ id: 'new', name: 'New' })
  expect(await projects.find('new')).toBeUndefined()
  await clock.advance(59_999)
  expect(await projects.find('shop')).toBeDefined()
  await clock.advance(1)
  expect(await projects.find('shop')).toBeUndefined()
  expect(await projects.find('new')).toBeDefined()
})

test('[D-10] known projects are still served while the database is away; unknown ones are not let in', async () => {
  await projects.declare([shop], { isLocal: false })
  await projects.find('shop')
  await db.close()
  await clock.advance(3_600_000)
  expect(await projects.find('shop')).toMatchObject({ id: 'shop' })
  expect(await projects.find('other')).toBeUndefined()
  const fresh = createProjects({ db, clock, log: silentLog })
  await expect(fresh.find('shop')).rejects.toThrow()
  db = (await createMigratedDatabase()).db
})
