import { randomUUID } from 'node:crypto'
import { days } from '@latchkey/spec/limits'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { untilWaiting } from '../testing/lockWait.js'
import { silentLog } from '../testing/log.js'
import { type AnalyticsEvent, createAnalytics, type Retention } from './analytics.js'
import { createProjects, type Project } from './projects.js'
import { analyticsEvents } from './schema.js'

let db: Db
let clock: FakeClock
beforeEach(async () => {
  db = (await createMigratedDatabase()).db
  clock = createFakeClock()
})
afterEach(() => db.close())

const project = (id: string): Project => ({
  id,
  name: id,
  allowedOrigins: [],
  isOpen: false,
  features: {},
  quotas: {},
})
const never = new AbortController().signal
const analyticsWith = (retention: Retention) => createAnalytics({ db, clock, retention })

const event = (changes: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  eventId: randomUUID(),
  url: 'https://shop.example/cart',
  domain: 'shop.example',
  timestamp: clock.now(),
  props: { type: 'track', event: 'MODAL_OPEN' },
  ...changes,
})
const events = (count: number) => Array.from({ length: count }, () => event())
const from = (id: string) => ({ project: project(id), sdkType: undefined, sdkVersion: undefined })
const someId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const stored = () => db.query.select().from(analyticsEvents)
const ids = (list: readonly { eventId: string }[]) => list.map(({ eventId }) => eventId).sort()

test('[D-21] events are removed when they are as many days old as the operator keeps them, and no sooner', async () => {
  const analytics = analyticsWith({ days: 30, events: 1000 })
  await analytics.add(from('gone'), events(3))
  await clock.advance(days(1))
  const younger = events(2)
  await analytics.add(from('shop'), younger)
  await clock.advance(days(29))
  await analytics.prune(never)
  expect(await stored()).toHaveLength(5)
  await clock.advance(1)
  await analytics.prune(never)
  expect(ids(await stored())).toEqual(ids(younger))
})

test('[D-21] events that two requests bring at once, each in its own order, are counted once', async () => {
  const analytics = analyticsWith({ days: 30, events: 1000 })
  await analytics.add(from('shop'), [event()])
  const [template] = await stored()
  if (!template) throw new Error('nothing is stored')
  const [first, second] = [event({ eventId: someId(1) }), event({ eventId: someId(2) })]
  const { adding } = await db.query.transaction(async (rival) => {
    await rival.insert(analyticsEvents).values({ ...template, eventId: first.eventId })
    const adding = Promise.allSettled([analytics.add(from('shop'), [second, first])])
    await untilWaiting(db)
    await rival.insert(analyticsEvents).values({ ...template, eventId: second.eventId })
    return { adding }
  })
  expect(await adding).toMatchObject([{ status: 'fulfilled' }])
  expect(await stored()).toHaveLength(3)
})

test('of each project the newest are kept, exactly as many as the operator says', async () => {
  const declared = ['shop', 'bank'].map((id) => ({
    id,
    name: id,
    allowedOrigins: [],
    features: {},
    quotas: {},
  }))
  await createProjects({ db, clock, log: silentLog }).declare(declared, { isLocal: false })
  const analytics = analyticsWith({ days: 30, events: 10 })
  await analytics.add(from('bank'), events(10))
  await analytics.add(from('shop'), events(7))
  await clock.advance(1)
  const newest = events(8)
  await analytics.add(from('shop'), newest)
  await analytics.prune(never)
  const rows = await stored()
  const left = rows.filter(({ projectId }) => projectId === 'shop')
  expect(rows.filter(({ projectId }) => projectId === 'bank')).toHaveLength(10)
  expect(left).toHaveLength(10)
  expect(ids(left)).toEqual(expect.arrayContaining(ids(newest)))
})

test('the number kept is exact for rows whose time is finer than a millisecond', async () => {
  await db.query.execute("insert into projects (id, name) values ('shop', 'Shop')")
  await db.query.execute(`insert into analytics_events (project_id, event_id, event, url, domain, happened_at, received_at)
    select 'shop', gen_random_uuid(), 'MODAL_OPEN', 'https://shop.example', 'shop.example', moment, moment
    from generate_series(1, 20) n, lateral (select to_timestamp(${clock.now() / 1000}) + n * interval '1 microsecond') t (moment)`)
  await analyticsWith({ days: 30, events: 10 }).prune(never)
  expect(await stored()).toHaveLength(10)
})

test('more rows than one statement removes are removed all the same, also by two gateways at once', async () => {
  const analytics = analyticsWith({ days: 1, events: 1000 })
  await db.query.execute(`insert into analytics_events (project_id, event_id, event, url, domain, happened_at, received_at)
    select 'shop', gen_random_uuid(), 'MODAL_OPEN', 'https://shop.example', 'shop.example', to_timestamp(0), to_timestamp(0)
    from generate_series(1, 12000)`)
  await Promise.all([analytics.prune(never), analytics.prune(never)])
  expect(await stored()).toEqual([])
})

test('pruning that is told to end leaves the rest for the next time', async () => {
  const analytics = analyticsWith({ days: 1, events: 1000 })
  await analytics.add(from('shop'), events(3))
  await clock.advance(days(2))
  await analytics.prune(AbortSignal.abort())
  expect(await stored()).toHaveLength(3)
})

test('with 0 days none are kept, and those of before go', async () => {
  await analyticsWith({ days: 1, events: 1000 }).add(from('shop'), events(3))
  const none = analyticsWith({ days: 0, events: 1000 })
  expect(none.isKept(project('shop'))).toBe(false)
  await clock.advance(1)
  await none.prune(never)
  expect(await stored()).toEqual([])
})

test('two projects may use the same event id', async () => {
  const analytics = analyticsWith({ days: 30, events: 1000 })
  const same = event()
  await analytics.add(from('shop'), [same])
  await analytics.add(from('bank'), [same])
  expect(await stored()).toHaveLength(2)
})

test.each([
  ['https://shop.example/cart?order=1#pay', 'https://shop.example/cart'],
  ['https://shop.example#token=1', 'https://shop.example'],
  ['https://user:hunter2@shop.example/@me', 'https://shop.example/@me'],
  ['https://shop.example?a=@b', 'https://shop.example'],
])('[D-21] of %s only the place is kept', async (url, kept) => {
  await analyticsWith({ days: 30, events: 1000 }).add(from('shop'), [event({ url })])
  expect((await stored())[0]?.url).toBe(kept)
})

test('a clock that runs ahead does not put events into the future', async () => {
  const analytics = analyticsWith({ days: 30, events: 1000 })
  await analytics.add(from('shop'), [event({ timestamp: Number.MAX_SAFE_INTEGER })])
  expect((await stored())[0]?.happenedAt.getTime()).toBe(clock.now())
})

test('a long text is cut, and properties that are too much are left out', async () => {
  const analytics = analyticsWith({ days: 30, events: 1000 })
  const say = (properties: Record<string, unknown>) =>
    event({ props: { type: 'track', event: 'CONNECT_ERROR', properties } })
  await analytics.add(from('shop'), [say({ message: 'x'.repeat(50_000), deep: [{ y: 1 }] })])
  expect((await stored())[0]?.properties).toEqual({ message: 'x'.repeat(1024), deep: [{ y: 1 }] })
  await db.query.delete(analyticsEvents)
  await analytics.add(from('shop'), [say({ list: Array(10).fill('x'.repeat(1000)) })])
  expect((await stored())[0]?.properties).toEqual({ truncated: true })
})
