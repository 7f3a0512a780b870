import { failureBody } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

const features = {
  all: {},
  none: { swap: false, onramp: false, activity: false, reown_authentication: false },
  some: { onramp: ['sandbox'] },
}
const projects = Object.entries(features).map(([id, switches]) => ({ id, name: id, features: switches }))

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ LATCHKEY_LOCAL: '0', LATCHKEY_PROJECTS: JSON.stringify(projects) })
})
afterAll(() => gateway?.stop())

const account = `0x${'ab'.repeat(20)}`
const token = `eip155:1:${account}`

test.each([
  ['swap', '/v1/convert/tokens?chainId=eip155:1', undefined],
  ['swap', `/v1/convert/allowance?tokenAddress=${token}&userAddress=${token}`, undefined],
  ['onramp', '/v1/onramp/providers', undefined],
  ['onramp', '/v1/onramp/quote', { method: 'POST', body: '{}' }],
  ['onramp', '/v1/generators/onrampurl', { method: 'POST', body: '{}' }],
  ['activity', `/v1/account/${account}/history`, undefined],
  ['reown_authentication', '/auth/v1/nonce', undefined],
] as const)('[S7-24] what is served for %s is refused where it is off: %s', async (feature, path, init) => {
  const ask = (project: string) =>
    gateway.ask(`${path}${path.includes('?') ? '&' : '?'}projectId=${project}`, init)
  const refused = await ask('none')
  expect(refused.status).toBe(403)
  expect(v.parse(failureBody, await refused.json()).reasons).toEqual([
    { field: 'feature', description: `${feature} is switched off for this project` },
  ])
  for (const project of ['all', 'some']) expect((await ask(project)).status).not.toBe(403)
})

test('an order that was begun before its feature was switched off can still be looked at', async () => {
  const answer = await gateway.ask('/v1/onramp/orders/00000000-0000-4000-8000-000000000001?projectId=none')
  expect(answer.status).toBe(404)
  expect(v.parse(failureBody, await answer.json()).reasons[0]?.field).not.toBe('feature')
})
