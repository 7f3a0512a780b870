import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { isSecretOf } from '../projects/secret.js'
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

test('[D-40] a secret is told once and kept as its digest; a new one ends it, and it can be forgotten', async () => {
  await run('add server --origin https://shop.example')
  const secretOf = async () => (await run('secret server')).split('\n')[0] ?? ''
  const first = await secretOf()
  expect(first).toMatch(/^lks_[\w-]{43}$/)
  const holds = async (secret: string) => {
    const project = await find('server')
    return project && isSecretOf(project, secret)
  }
  expect(await holds(first)).toBe(true)
  expect((await find('server'))?.secretHash).not.toContain(first.slice(4))
  const second = await secretOf()
  expect([await holds(first), await holds(second), await holds('')]).toEqual([false, true, false])
  expect(await run('show server')).not.toContain(second)
  await run('secret server --forget')
  expect(await holds(second)).toBe(false)
  await run('remove server')
  await expect(run('secret server')).rejects.toThrow('There is no project server')
})

test('[D-18] an address for webhooks is set with a new key, and taken back', async () => {
  await run('add told')
  const keyOf = async () => (await run('webhook told https://shop.example/hook')).split('\n')[0]
  const first = await keyOf()
  expect(first).toMatch(/^lkw_[\w-]{43}$/)
  expect(await keyOf()).not.toBe(first)
  expect(JSON.stringify(await find('told'))).not.toContain('lkw_')
  expect(await run('webhook told --forget')).toContain('Nothing is told')
  for (const line of [
    'webhook told',
    'webhook told ftp://x.example',
    'webhook told https://x.example --forget',
  ])
    await expect(run(line)).rejects.toThrow('latchkey project webhook')
  await expect(run('webhook nobody https://x.example')).rejects.toThrow('There is no project nobody')
  await run('remove told')
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
  ['add x --feature fund_from_exchange=on', 'fund_from_exchange cannot be switched on'],
  ['add x --feature fund_from_exchange=binance', 'fund_from_exchange cannot be switched on'],
  ['add x/y', 'id:'],
  ['add x --origin https://app-*.example', 'can match no origin'],
  ['add x --origin shop.example/path', 'can match no origin'],
])('"%s" is refused, and says why', async (line, reason) => {
  if (line === 'add twice') await run('add twice')
  await expect(run(line)).rejects.toThrow(reason)
})

test('what is not served may be switched off, since that is what it is', async () => {
  expect(await run('add plain --feature fund_from_exchange=off')).toContain('"fund_from_exchange":false')
  await run('remove plain')
})

test('a project of the configuration is changed there', async () => {
  const projects = createProjects({ db, clock: createFakeClock(), log: silentLog })
  await projects.declare([{ id: 'declared', name: 'D', allowedOrigins: [], features: {}, quotas: {} }], {
    isLocal: false,
  })
  await expect(run('set declared --name Other')).rejects.toThrow('LATCHKEY_PROJECTS')
  await expect(run('remove declared')).rejects.toThrow('LATCHKEY_PROJECTS')
})
