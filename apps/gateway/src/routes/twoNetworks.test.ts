/** Two eip155 networks behind one gateway: none answers for the other, and their pages fit together. */
import { endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../chain/shapes.js'
import { startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import { startUpstream, type TestUpstream } from '../testing/upstream.js'

const first = 'eip155:31337'
const second = 'eip155:31338'

let chains: readonly [TestChain, TestChain]
let renamed: TestUpstream
let gateway: TestGateway
beforeAll(async () => {
  chains = [await startTestChain(), await startTestChain()]
  // The second chain under a chain id of its own, as a node of another network has it.
  renamed = await startUpstream(({ method, params, id }, response) => {
    const say = (body: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    if (method === 'eth_chainId') return void say({ result: '0x7a6a' })
    chains[1].evm.request(method, params as unknown[]).then(
      (result) => say({ result: result ?? null }),
      (cause: unknown) => say({ error: { code: -32_000, message: String(cause) } }),
    )
  })
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [first]: [chains[0].evm.url], [second]: [renamed.url] }),
  })
})
afterAll(async () => {
  await gateway?.stop()
  await renamed?.close()
  await Promise.all(chains.map(({ evm }) => evm.close()))
})

const person = (index: number): Hex => chains[0].people[index] ?? '0x'
const stranger: Hex = `0x${'5c'.repeat(20)}`

async function get<schema extends v.GenericSchema>(schema: schema, path: string) {
  const answer = await gateway.ask(path)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return v.parse(schema, await answer.json())
}

const coinsOn = async (query: string) => {
  const path = `/v1/account/${stranger}/balance?currency=usd${query}`
  const { balances } = await get(endpoints.balance.response, path)
  return balances.map(({ chainId, quantity }) => [chainId, quantity.numeric])
}

const blockOf = async (networkId: string) => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBalance',
    params: [stranger, 'latest'],
  })
  return (await gateway.ask(`/v1?chainId=${networkId}`, { method: 'POST', body })).json()
}

test('[wire defect 2] of two networks each answers for itself, at once and after the other', async () => {
  await chains[0].send(person(0), { to: stranger, value: 10n ** 18n })
  await chains[1].send(person(0), { to: stranger, value: 2n * 10n ** 18n })
  // In both orders: what was kept for one must not be given for the other.
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    for (const networkId of order) {
      const coins = networkId === first ? '1' : '2'
      expect(await coinsOn(`&chainId=${networkId}`)).toEqual([[networkId, coins]])
      expect(await blockOf(networkId)).toMatchObject({
        result: `0x${(BigInt(coins) * 10n ** 18n).toString(16)}`,
      })
    }
  }
  expect(await coinsOn('')).toEqual([
    [first, '1'],
    [second, '2'],
  ])
})

test('[S7-04] pages over two networks are those of each, merged by time, with nothing lost or told twice', async () => {
  const alice = person(0)
  for (let count = 0; count < 20; count++)
    for (const chain of chains) await chain.send(alice, { to: stranger, value: 1n })
  // A question may join a look at the chain that began before the last block; then the block is in the next answer.
  const last = async (networkId: string) => {
    const path = `/v1/account/${alice}/history?chainId=${networkId}`
    const [newest] = (await get(endpoints.history.response, path)).data
    return newest?.metadata.nonce
  }
  for (const [index, networkId] of [first, second].entries()) {
    const sent = await chains[index]?.evm.request('eth_getTransactionCount', [alice, 'latest'])
    await expect.poll(() => last(networkId)).toBe(Number(sent) - 1)
  }

  async function read(query: string) {
    const seen: { id: string; chain: string; minedAt: number }[] = []
    let pages = 0
    for (let next: string | null = ''; next !== null; pages++) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`
      const page = await get(
        endpoints.history.response,
        `/v1/account/${alice}/history?currency=usd${query}${cursor}`,
      )
      for (const { id, metadata } of page.data)
        seen.push({ id, chain: metadata.chain, minedAt: Date.parse(metadata.minedAt) })
      next = page.next
    }
    return { seen, pages }
  }

  const { seen, pages } = await read('')
  expect(pages).toBeGreaterThan(1)
  for (const networkId of [first, second]) {
    const own = await read(`&chainId=${networkId}`)
    expect(own.seen.length).toBeGreaterThan(20)
    expect(seen.filter(({ chain }) => chain === networkId)).toEqual(own.seen)
  }
  expect(new Set(seen.map(({ chain, id }) => `${chain}/${id}`)).size).toBe(seen.length)
  const times = seen.map(({ minedAt }) => minedAt)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})
