import { isOriginAllowed } from '@latchkey/spec/validation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const shop = ['https://shop.example', 'https://*.shop.example']
let local: TestGateway
let closed: TestGateway
beforeAll(async () => {
  const LATCHKEY_PROJECTS = JSON.stringify([
    { id: 'shop', name: 'Shop', allowedOrigins: shop },
    { id: 'servers', name: 'Without a page' },
  ])
  ;[local, closed] = await Promise.all([
    startTestGateway(),
    startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS }),
  ])
})
afterAll(() => Promise.all([local.stop(), closed.stop()]))

async function originsOf(gateway: TestGateway, projectId: string, origin?: string): Promise<string[]> {
  const headers = origin === undefined ? {} : { origin }
  const answer = await gateway.ask(`/projects/v1/origins?projectId=${projectId}`, { headers })
  expect(answer.status).toBe(200)
  const { allowedOrigins } = (await answer.json()) as { allowedOrigins: string[] } // the contract test checks its shape
  return allowedOrigins
}

/** What the widget concludes: an empty list lets everybody in. */
const isAlarmed = (allowed: readonly string[], origin: string) =>
  allowed.length > 0 && !isOriginAllowed(allowed, origin)

test('[S7-27] a project is told the origins that it allows', async () => {
  expect(await originsOf(closed, 'shop', 'https://shop.example')).toEqual(shop)
  expect(await originsOf(closed, 'shop')).toEqual(shop)
})

test('[S5-05] a page that is not allowed is told which are, and is refused everything else', async () => {
  const origin = 'https://shop.example.evil'
  expect(isAlarmed(await originsOf(closed, 'shop', origin), origin)).toBe(true)
  const other = await closed.ask('/v1/supported-chains?projectId=shop', { headers: { origin } })
  expect(other.status).toBe(403)
})

test('[S5-05] a project that allows no page does not read as one that allows every page', async () => {
  for (const origin of ['https://shop.example', 'http://localhost:3000']) {
    expect(isAlarmed(await originsOf(closed, 'servers', origin), origin)).toBe(true)
  }
})

test.each([
  'http://localhost:3000',
  'https://anything.example',
  'http://[::1]:8080',
  'null',
  'not an origin',
])('[D-01] an open gateway alarms nobody, not even a page of the origin %s', async (origin) => {
  expect(isAlarmed(await originsOf(local, 'any', origin), origin)).toBe(false)
  // A page behind the same origin as the gateway sends none.
  expect(isAlarmed(await originsOf(local, 'any'), origin)).toBe(false)
})

test('an open gateway lists the page that asks, for clients that look for themselves', async () => {
  expect(await originsOf(local, 'any', 'http://localhost:3000')).toEqual(['http://localhost:3000'])
})

test('an unknown project is not told anything', async () => {
  const answer = await closed.ask('/projects/v1/origins?projectId=other')
  expect(answer.status).toBe(401)
})
