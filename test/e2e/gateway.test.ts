/** The gateway as a stranger meets it: over HTTP, with the local chain behind it. */
import { failureBody, healthz, readyz, rpcError, rpcResult, supportedChains } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { inject } from 'vitest'
import { expect, test } from '../harness/browse.js'

const { gateway, evm, playground } = inject('origins')
const networkId = 'eip155:31337'

const get = (path: string, init?: RequestInit) => fetch(`${gateway}${path}`, init)

function rpc(body: unknown, { chainId = networkId } = {}) {
  return get(`/v1?${new URLSearchParams({ chainId })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const ask = (method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 7, method, params })

test('[D-40] an operator sees that it lives, that it is ready and what it counts', async () => {
  const alive = await get('/healthz')
  expect(alive.status).toBe(200)
  v.parse(healthz.response, await alive.json())

  const ready = await get('/readyz')
  expect(ready.status).toBe(200)
  const { status, checks } = v.parse(readyz.response, await ready.json())
  expect(status).toBe('ready')
  expect(Object.values(checks).length).toBeGreaterThan(0)

  const counts = await get('/metrics')
  expect(counts.headers.get('content-type')).toContain('text/plain')
  expect(await counts.text()).toMatch(/^# TYPE \w+ \w+$/m)
})

test('[S7-02] the local chain is among the supported chains', async () => {
  const answer = await get('/v1/supported-chains')
  expect(answer.status).toBe(200)
  expect(v.parse(supportedChains.response, await answer.json()).http).toContain(networkId)
})

test('[S7-31] JSON-RPC reaches the local chain and comes back with the id it was asked with', async () => {
  const chainId = await rpc(ask('eth_chainId'))
  expect(v.parse(rpcResult, await chainId.json())).toMatchObject({ id: 7, result: '0x7a69' })

  const direct = await fetch(evm, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ask('eth_blockNumber')),
  })
  const before = BigInt(v.parse(v.object({ result: v.string() }), await direct.json()).result)
  const through = v.parse(rpcResult, await (await rpc(ask('eth_blockNumber'))).json())
  expect(BigInt(String(through.result))).toBeGreaterThanOrEqual(before)
})

test('[S7-31] a batch is answered as a batch, each entry with its own id', async () => {
  const answer = await rpc([
    { ...ask('eth_chainId'), id: 'a' },
    { ...ask('eth_blockNumber'), id: 'b' },
  ])
  const results = v.parse(v.array(rpcResult), await answer.json())
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set(['a', 'b']))
})

test('[S6-04] a method that is on no list is refused inside the JSON-RPC answer', async () => {
  const answer = await rpc(ask('hardhat_setBalance', ['0x0000000000000000000000000000000000000001', '0x1']))
  expect(v.parse(rpcError, await answer.json())).toMatchObject({ id: 7, error: { code: -32601 } })
})

test.each([
  ['an unknown network', () => rpc(ask('eth_chainId'), { chainId: 'eip155:4040404' }), 400, 'chainId'],
  ['something that is no network id', () => rpc(ask('eth_chainId'), { chainId: 'nonsense' }), 400, 'chainId'],
  ['a body that is not JSON', () => rpc('{'), 400, undefined],
  ['a path that does not exist', () => get('/v1/nothing-here'), 404, undefined],
])('%s is refused in one shape, with a request id', async (_, call, status, field) => {
  const answer = await call()
  expect(answer.status).toBe(status)
  const { reasons } = v.parse(failureBody, await answer.json())
  if (field) expect(reasons[0]?.field).toBe(field)
  expect(reasons[0]?.description).not.toBe('')
  expect(answer.headers.get('x-request-id')).toMatch(/\S/)
})

test('[D-22] the playground reaches the gateway through its own origin', async () => {
  const answer = await fetch(`${playground}/gateway/v1/supported-chains`)
  expect(v.parse(supportedChains.response, await answer.json()).http).toContain(networkId)
})
