import { randomUUID } from 'node:crypto'
import { bounds } from '@latchkey/spec/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { analyticsEvents } from '../store/schema.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const projects = JSON.stringify([
  { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'] },
  { id: 'quiet', name: 'Quiet', allowedOrigins: ['https://shop.example'], features: { analytics: false } },
])
let clock: FakeClock
let gateway: TestGateway
beforeAll(async () => {
  clock = createFakeClock()
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: projects }, { clock })
})
beforeEach(() => gateway.deps.db.query.delete(analyticsEvents))
afterAll(() => gateway.stop())

const event = (props: Record<string, unknown> = {}) => ({
  eventId: randomUUID(),
  url: 'https://shop.example/cart',
  domain: 'shop.example',
  timestamp: clock.now() - 1000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, ...props },
})

interface Sending {
  readonly project?: string
  readonly origin?: string
}

function send(path: '/e' | '/batch', body: unknown, { project = 'shop', origin }: Sending = {}) {
  // As `sendBeacon` and a fetch without headers send it: no preflight.
  const headers = { 'content-type': 'text/plain;charset=UTF-8', origin: origin ?? 'https://shop.example' }
  const url = `${path}?projectId=${project}&st=latchkey&sv=html-0.1.0`
  return gateway.ask(url, { method: 'POST', body: JSON.stringify(body), headers })
}

const stored = () => gateway.deps.db.query.select().from(analyticsEvents)

test('[S7-22] an event is taken as text/plain, answered with an empty object, and kept', async () => {
  const sent = event()
  const answer = await send('/e', sent)
  expect(answer.status).toBe(202)
  expect(await answer.json()).toEqual({})
  expect(await stored()).toEqual([
    {
      projectId: 'shop',
      eventId: sent.eventId,
      event: 'MODAL_OPEN',
      url: sent.url,
      domain: sent.domain,
      address: null,
      properties: { connected: false },
      sdkType: 'latchkey',
      sdkVersion: 'html-0.1.0',
      happenedAt: new Date(sent.timestamp),
      receivedAt: new Date(clock.now()),
    },
  ])
})

test('[D-21] an address is kept where it was sent, and nothing of the caller in any case', async () => {
  const address = '0x0000000000000000000000000000000000000001'
  await send('/batch', [event(), event({ address })])
  const rows = await stored()
  expect(rows.map((row) => row.address).sort()).toEqual([address, null])
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1|node|undici/)
})

test('[S7-23] [S8-29] a page that is not allowed is answered 403 in a way that it can read, and nothing is kept', async () => {
  for (const path of ['/e', '/batch'] as const) {
    const answer = await send(path, path === '/e' ? event() : [event()], { origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toEqual({
      status: 'FAILED',
      reasons: [{ field: 'origin', description: 'Unauthorized: origin not allowed' }],
    })
  }
  expect(await stored()).toEqual([])
})

test('an event that arrives twice counts once, in one batch and in two', async () => {
  const twice = event()
  expect((await send('/batch', [twice, twice, event()])).status).toBe(202)
  expect((await send('/e', twice)).status).toBe(202)
  expect(await stored()).toHaveLength(2)
})

test('a batch with one broken event is refused whole, naming the field', async () => {
  const answer = await send('/batch', [event(), { ...event(), eventId: 'x' }])
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ reasons: [{ field: '1.eventId' }] })
  expect(await stored()).toEqual([])
})

test('a batch has at most so many events, and a body so many bytes', async () => {
  const most = Array.from({ length: bounds.analyticsBatch }, () => event())
  expect((await send('/batch', most)).status).toBe(202)
  expect((await send('/batch', [...most, event()])).status).toBe(400)
  expect(await stored()).toHaveLength(bounds.analyticsBatch)
  const long = event({ properties: { message: 'x'.repeat(bounds.analyticsBytes) } })
  expect((await send('/e', long)).status).toBe(413)
})

test.each<[string, (sent: ReturnType<typeof event>) => unknown]>([
  ['a clock without end', (sent) => ({ ...sent, timestamp: Number.MAX_SAFE_INTEGER })],
  ['characters that the database does not take', (sent) => ({ ...sent, domain: '\0\ud800' })],
  ['such characters in a URL', (sent) => ({ ...sent, url: 'https://shop.example/\0' })],
  ['such properties', (sent) => ({ ...sent, props: { ...sent.props, properties: { '\0': ['\udfff'] } } })],
])('%s is taken', async (_, broken) => {
  expect((await send('/e', broken(event()))).status).toBe(202)
  expect(await stored()).toHaveLength(1)
})

test('one project sends so many events and no more, until time has passed; others are not held up', async () => {
  const batch = () => Array.from({ length: bounds.analyticsBatch }, () => event())
  let answer = await send('/batch', batch())
  let batches = 1
  for (; answer.status === 202 && batches < 100; batches++) answer = await send('/batch', batch())
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(await stored()).toHaveLength((batches - 1) * bounds.analyticsBatch)
  await clock.advance(wait * 1000)
  expect((await send('/batch', batch())).status).toBe(202)
})

test('[S7-28] a project with analytics off is told so, and what it sends is let go without an alarm', async () => {
  const isEnabled = async (project: string) =>
    (
      await gateway.ask(`/getAnalyticsConfig?projectId=${project}`, {
        headers: { origin: 'https://shop.example' },
      })
    ).json()
  expect(await isEnabled('shop')).toEqual({ isAnalyticsEnabled: true })
  expect(await isEnabled('quiet')).toEqual({ isAnalyticsEnabled: false })
  expect((await send('/e', event(), { project: 'quiet' })).status).toBe(202)
  expect(await stored()).toEqual([])
})
