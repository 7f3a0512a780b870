import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { hasTwoOfEach } from '../testing/startSecondGateway.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const clock = createFakeClock()
let gateway: TestGateway
beforeAll(async () => {
  const projects = [
    {
      id: 'shop',
      name: 'Shop',
      allowedOrigins: ['https://shop.example', 'https://*.shop.example', 'com.shop.app'],
    },
    { id: 'quiet', name: 'Quiet', allowedOrigins: ['https://quiet.example'], features: { verify: false } },
    { id: 'servers', name: 'Without a page' },
  ]
  gateway = await startTestGateway(
    { LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: JSON.stringify(projects) },
    { clock },
  )
})
afterAll(() => gateway.stop())

const newId = () => randomBytes(32).toString('hex')
const ownPage = { origin: 'https://gateway.example', 'sec-fetch-site': 'same-origin' }

async function tokenOf(project: string): Promise<string> {
  const page = await (await gateway.ask(`/verify/${project}`)).text()
  return /token=([0-9a-f]{64})"/.exec(page)?.[1] ?? ''
}

function attest(token: string, body: { attestationId: string; origin: string }, headers: object = ownPage) {
  return gateway.ask('/verify/attestation', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, ...headers },
    body: JSON.stringify(body),
  })
}

const ask = (id: string) => gateway.ask(`/verify/attestation/${id}?v2Supported=true`)

test('[S8-28] what the hidden page saw is told to any wallet that asks', async () => {
  const attestationId = newId()
  const answer = await attest(await tokenOf('shop'), { attestationId, origin: 'https://shop.example' })
  expect([answer.status, await answer.text()]).toEqual([200, 'OK'])
  const told = await ask(attestationId)
  expect(told.headers.get('access-control-allow-origin')).toBe('*')
  expect(await told.json()).toEqual({ attestationId, origin: 'https://shop.example', isScam: null })
})

test('[S8-28] the hidden page may be shown by the pages of its project only', async () => {
  const policy = async (project: string) =>
    (await gateway.ask(`/verify/${project}`)).headers.get('content-security-policy') ?? ''
  expect(await policy('shop')).toMatch(/frame-ancestors https:\/\/shop\.example https:\/\/\*\.shop\.example$/)
  expect(await policy('servers')).toMatch(/frame-ancestors 'none'$/)
  expect((await gateway.ask('/verify/other')).status).toBe(404)
  const quiet = await gateway.ask('/verify/quiet')
  expect([quiet.status, await quiet.text()]).toEqual([200, ''])
})

test('[S8-28] the script learns the origin from the browser, and carries the token of its page', async () => {
  const token = await tokenOf('shop')
  const script = await (await gateway.ask(`/verify/index.js?token=${token}`)).text()
  expect(script).toContain('origin: event.origin')
  expect(script).toContain(token)
  expect((await gateway.ask(`/verify/index.js?token=${newId()}`)).status).toBe(401)
  expect((await gateway.ask(`/verify/index.js?token=${encodeURIComponent("';alert(1);'")}`)).status).toBe(401)
})

test.each<[string, string, object, number]>([
  [
    'a page elsewhere that has read a token',
    'https://shop.example',
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    401,
  ],
  [
    'an old browser that does not say where it is',
    'https://shop.example',
    { origin: 'https://evil.example' },
    401,
  ],
  ['a page of another project', 'https://evil.example', ownPage, 403],
])('[S8-28] %s attests nothing', async (_, origin, headers, status) => {
  const attestationId = newId()
  expect((await attest(await tokenOf('shop'), { attestationId, origin }, headers)).status).toBe(status)
  expect((await ask(attestationId)).status).toBe(404)
})

/** One after the other, and at once through however many gateways there are. */
test('[S8-28] the first note stands', async () => {
  const attestationId = newId()
  const token = await tokenOf('shop')
  const pages = ['https://shop.example', 'https://one.shop.example', 'https://two.shop.example']
  await Promise.all(pages.map((origin) => attest(token, { attestationId, origin })))
  const noted = (await (await ask(attestationId)).json()) as { origin: string } // as the contract has it
  expect(pages).toContain(noted.origin)
  for (const origin of pages) expect((await attest(token, { attestationId, origin })).status).toBe(200)
  expect(await (await ask(attestationId)).json()).toEqual(noted)
})

// Two gateways keep both in Redis, which has a clock of its own: that it forgets is in `ports/cache.test.ts`.
test.skipIf(hasTwoOfEach)('[S8-28] neither notes nor tokens last for ever', async () => {
  const attestationId = newId()
  const token = await tokenOf('shop')
  await attest(token, { attestationId, origin: 'https://shop.example' })
  expect(await (await ask(attestationId)).json()).toMatchObject({ origin: 'https://shop.example' })
  await clock.advance(3_600_000)
  expect((await ask(attestationId)).status).toBe(404)
  expect((await attest(token, { attestationId, origin: 'https://shop.example' })).status).toBe(401)
})
