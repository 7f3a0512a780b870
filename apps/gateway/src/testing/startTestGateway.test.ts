/** Where a run has two of each gateway, both of them are asked; otherwise there is one. */
import { afterEach, expect, test } from 'vitest'
import { createFakeClock } from './fakeClock.js'
import { hasTwoOfEach } from './startSecondGateway.js'
import { startTestGateway, type TestGateway } from './startTestGateway.js'

let gateway: TestGateway | undefined
afterEach(() => gateway?.stop())

/** How many questions for its health the gateway heard whose `deps` are seen. */
async function heard({ deps }: TestGateway): Promise<number> {
  const [, count] =
    /^gateway_requests_total\{route="\/healthz".*\} (\d+)$/m.exec(await deps.metrics.text()) ?? []
  return Number(count ?? 0)
}

async function askTimes(count: number, ask: TestGateway['ask']): Promise<void> {
  for (let asked = 0; asked < count; asked++) expect((await ask('/healthz')).status).toBe(200)
}

test.each([
  ['another process', {}],
  ['the process of the test, with its clock', { clock: createFakeClock() }],
])('of two gateways each is asked in its turn: %s', async (_, ports) => {
  gateway = await startTestGateway({ LATCHKEY_ROLES: 'api' }, ports)
  await askTimes(4, gateway.ask)
  expect(await heard(gateway)).toBe(hasTwoOfEach ? 2 : 4)
  await askTimes(3, gateway.askFirst)
  expect(await heard(gateway)).toBe(hasTwoOfEach ? 5 : 7)
})
