/** The bundler route: what passes, what does not, and where nothing may go. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRecordedLog } from '../testing/log.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { hanging, healthy, refusing, saying, startUpstream, type TestUpstream } from '../testing/upstream.js'
import { readBundlers } from './settings.js'

const recorded = createRecordedLog()
let alto: TestUpstream
let other: TestUpstream
let gateway: TestGateway
beforeAll(async () => {
  alto = await startUpstream()
  other = await startUpstream()
  const bundlers = { 'eip155:31337': { alto: alto.url, other: other.url } }
  gateway = await startTestGateway({ LATCHKEY_BUNDLERS: JSON.stringify(bundlers) }, { log: recorded.log })
})
beforeEach(() => {
  alto.behave(healthy)
  alto.calls.length = 0
  other.calls.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([alto.close(), other.close()])
})

const sender = `0x${'11'.repeat(20)}`
const ask = (body: unknown, query = 'chainId=eip155:31337') =>
  gateway.ask(`/v1/bundler?${query}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const call = (method: string, params: unknown = []) => ({ jsonrpc: '2.0', id: 7, method, params })

test('[S7-31] a user operation goes to the first bundler, or to the one that is named', async () => {
  const answer = await ask(call('eth_getUserOperationReceipt', ['0xab']))
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result: ['0xab'] })
  expect(alto.calls).toMatchObject([{ method: 'eth_getUserOperationReceipt' }])
  await ask(call('eth_sendUserOperation'), 'chainId=eip155:31337&bundler=other')
  expect(other.calls).toMatchObject([{ method: 'eth_sendUserOperation' }])
})

test('ids and numbers keep their digits on the way', async () => {
  const text = `{"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_getUserOperationReceipt","params":[98765432109876543210]}`
  alto.behave((_, response) => void response.end('{"jsonrpc":"2.0","id":1,"result":11112222333344445555}'))
  expect(await (await ask(text)).text()).toBe(
    '{"jsonrpc":"2.0","id":12345678901234567890,"result":11112222333344445555}',
  )
  expect(alto.calls[0]?.text).toContain('[98765432109876543210]')
})

test('a method that is not on the list reaches nobody', async () => {
  for (const method of ['eth_call', 'debug_bundler_clearState', 'constructor', '__proto__']) {
    expect(await (await ask(call(method))).json()).toMatchObject({ id: 7, error: { code: -32_601 } })
  }
  expect(alto.calls).toEqual([])
})

test.each(['https://evil.example', 'http://169.254.169.254/latest', 'none', '__proto__', 'ALTO'])(
  '[wire defect 7] a bundler called %s is refused, and nothing is sent',
  async (name) => {
    const answer = await ask(
      call('eth_sendUserOperation'),
      `chainId=eip155:31337&bundler=${encodeURIComponent(name)}`,
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'bundler' }] })
    expect(alto.calls).toEqual([])
  },
)

test('a network without a bundler is refused in the one shape', async () => {
  const answer = await ask(call('eth_sendUserOperation'), 'chainId=eip155:1')
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      status: 'FAILED',
      reasons: [{ field: 'bundler', description: 'No bundler is configured for this network' }],
    },
  ])
})

test('an estimation with two parameters pretends that the sender has 100 ether', async () => {
  await ask(call('eth_estimateUserOperationGas', [{ sender }, '0xentry']))
  expect(alto.calls[0]?.params).toEqual([
    { sender },
    '0xentry',
    { [sender]: { balance: '0x56bc75e2d63100000' } },
  ])
  await ask(call('eth_estimateUserOperationGas', [{ sender }, '0xentry', {}]))
  expect(alto.calls[1]?.params).toEqual([{ sender }, '0xentry', {}])
  await ask(call('eth_estimateUserOperationGas', [{ sender: 5 }, '0xentry']))
  expect(alto.calls[2]?.params).toEqual([{ sender: 5 }, '0xentry'])
})

test('what the bundler says of an operation is passed on, without its address', async () => {
  alto.behave(({ id }, response) => {
    const error = { code: -32_500, message: `AA21 at ${alto.url}`, data: { url: alto.url } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
  })
  const text = await (await ask(call('eth_sendUserOperation'))).text()
  expect(JSON.parse(text)).toMatchObject({
    error: { code: -32_500, message: expect.stringContaining('AA21') },
  })
  expect(text).not.toContain('secret-key')
})

test('a bundler that fails or answers nonsense gives 503 in the one shape', async () => {
  for (const behaviour of [
    refusing(500),
    refusing(302, { location: 'http://127.0.0.1:1/' }),
    saying('<html>'),
  ]) {
    alto.behave(behaviour)
    const answer = await ask(call('eth_sendUserOperation'))
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'FAILED', reasons: [{ field: 'chainId', description: 'The bundler does not answer' }] },
    ])
  }
  expect(recorded.text()).not.toContain('secret-key')
})

test('a caller that leaves ends the call', async () => {
  alto.behave(hanging)
  const leaving = new AbortController()
  const asked = gateway.ask('/v1/bundler?chainId=eip155:31337', {
    method: 'POST',
    body: JSON.stringify(call('eth_sendUserOperation')),
    signal: leaving.signal,
  })
  await expect.poll(() => alto.calls.length).toBe(1)
  leaving.abort()
  await expect(asked).rejects.toThrow()
})

test('settings name what is wrong with them, and repeat no URL', () => {
  expect(() => readBundlers('{')).toThrow('is not JSON')
  for (const text of [
    '{"eip155:1":{}}',
    '{"solana:x":{"a":"https://a"}}',
    '{"eip155:1":{"A b":"https://secret"}}',
    '{"eip155:1":{"a":"ftp://secret"}}',
  ])
    expect(() => readBundlers(text)).toThrow(/^(?!.*secret).*network id to URLs/)
})
