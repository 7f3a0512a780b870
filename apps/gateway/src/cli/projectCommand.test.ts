import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { createProjects, isOriginAllowed } from '../store/projects.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { silentLog } from '../testing/log.js'
import { projectCommand } from './projectCommand.js'

let db: Db
beforeAll(async () => {
  db = (await createMigratedDatabase()).db
})
afterAll(() => db.close())

const run = (line: string) => projectCommand(db, line.split(' '))
const find = (id: string) => createProjects({ db, clock: createFakeClock(), log: silentLog }).find(id)

test('a project is added, works at once, is changed, switched off and on, and removed', async () => {
  const added = await run(
    'add shop --name Shop --origin https://shop.example --origin https://*.shop.example --feature swap=off --per-day 1000',
  )
  expect(added).toBe(
    'shop  Shop  (origins https://shop.example https://*.shop.example; features {"swap":false}; 1000 calls a day)',
  )
  const project = await find('shop')
  expect(project && isOriginAllowed(project, 'https://eu.shop.example')).toBe(true)
  expect(project && isOriginAllowed(project, 'https://shop.example.evil')).toBe(false)
  expect(await run('set shop --per-minute 60 --feature onramp=meld,moonpay')).toContain(
    '60 calls a minute; 1000 calls a day',
  )
  expect((await find('shop'))?.features).toEqual({ swap: false, onramp: ['meld', 'moonpay'] })
  expect(await run('disable shop')).toContain('disabled')
  expect(await find('shop')).toBeUndefined()
  await run('enable shop')
  expect(await find('shop')).toBeDefined()
  expect(JSON.parse(await run('list --json'))).toMatchObject([{ id: 'shop', isEnabled: true }])
  expect(await run('show shop')).toMatch(/^shop {2}Shop/)
  await run('remove shop')
  expect(await find('shop')).toBeUndefined()
  expect(await run('list')).toBe('There are no projects.')
})

test('without an id a random one of 32 hex digits is given', async () => {
  const { id } = JSON.parse(await run('add --name Anonymous --json'))
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  await run(`remove ${id}`)
})

test.each([
  ['add twice', 'There is a project twice already'],
  ['set nobody --name x', 'There is no project nobody'],
  ['remove nobody', 'There is no project nobody'],
  ['remove', 'latchkey project add'],
  ['paint shop', 'latchkey project add'],
  ['add x --colour red', '--colour is not an option of this command'],
  ['add x --name', '--name needs a value'],
  ['add x --per-day many', 'many is not a number of calls'],
  ['add x --feature swap', 'write name=on'],
  ['add x/y', 'id:'],
  ['add x --origin https://app-*.example', 'can match no origin'],
  ['add x --origin shop.example/path', 'can match no origin'],
])('"%s" is refused, and says why', async (line, reason) => {
  if (line === 'add twice') await run('add twice')
  await expect(run(line)).rejects.toThrow(reason)
})

test('a project of the configuration is changed there', async () => {
  const projects = createProjects({ db, clock: createFakeClock(), log: silentLog })
  await projects.declare([{ id: 'declared', name: 'D', allowedOrigins: [], features: {}, quotas: {} }], {
    isLocal: false,
  })
  await expect(run('set declared --name Other')).rejects.toThrow('LATCHKEY_PROJECTS')
  await expect(run('remove declared')).rejects.toThrow('LATCHKEY_PROJECTS')
})
