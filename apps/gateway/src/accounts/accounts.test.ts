/** A running gateway with an account provider: an explorer on this machine, which may be away or lie. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { local, localNetworks, startTestChain, type TestChain } from '../testing/localChain.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let chain: TestChain
let gateway: TestGateway
let explorer: Server
let isAway = false
/** The lists of the explorer, by action. */
let lists: Record<string, unknown[]> = {}

beforeAll(async () => {
  chain = await startTestChain()
  explorer = createServer((request, response) => {
    const action = new URL(request.url ?? '', 'http://x').searchParams.get('action') ?? ''
    if (isAway) response.writeHead(502).end()
    else response.end(JSON.stringify({ status: '1', message: 'OK', result: lists[action] ?? [] }))
  })
  await new Promise<void>((done) => explorer.listen(0, '127.0.0.1', done))
  const { port } = explorer.address() as AddressInfo // it listens on TCP
  gateway = await startTestGateway({
    LATCHKEY_UPSTREAMS: JSON.stringify({ [local.networkId]: [chain.evm.url] }),
    LATCHKEY_NETWORKS: localNetworks,
    LATCHKEY_ACCOUNTS: 'blockscout',
    LATCHKEY_EXPLORERS: JSON.stringify({ [local.networkId]: `http://127.0.0.1:${port}` }),
  })
})
afterAll(async () => {
  await gateway.stop()
  await chain.evm.close()
  await new Promise((done) => explorer.close(done))
})
beforeEach(() => {
  isAway = false
  lists = {}
})

const alice = () => chain.people[0] ?? '0x'

async function history(query = '') {
  const answer = await gateway.ask(`/v1/account/${alice()}/history?chainId=${local.networkId}${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return v.parse(endpoints.history.response, await answer.json())
}

const sent = (block: number) => ({
  blockNumber: String(block),
  timeStamp: '1770117753',
  hash: `0x${block.toString(16).padStart(64, '0')}`,
  from: alice(),
  to: chain.people[1],
  value: '5',
  input: '0x',
  isError: '0',
})

test('[S7-04] history comes from the provider, page by page', async () => {
  lists = { txlist: Array.from({ length: 50 }, (_, index) => sent(1_000 - index)) }
  const page = await history()
  expect(page.data).toHaveLength(49)
  expect(page.data[0]).toMatchObject({ metadata: { operationType: 'send', chain: local.networkId } })
  lists = { txlist: [sent(951)] }
  const rest = await history(`&cursor=${page.next}`)
  expect([rest.data.length, rest.next]).toEqual([1, null])
})

test('while it is away the index answers, and a page in between says that it cannot be had', async () => {
  lists = { txlist: Array.from({ length: 50 }, (_, index) => sent(1_000 - index)) }
  const { next } = await history()
  isAway = true
  expect((await history()).data.length).toBeGreaterThan(20)
  const answer = await gateway.ask(`/v1/account/${alice()}/history?chainId=${local.networkId}&cursor=${next}`)
  expect(answer.status).toBe(503)
})

test('[S7-05] balances are the chain’s, whatever the provider says', async () => {
  const ask = async () => {
    const path = `/v1/account/${alice()}/balance?currency=usd&chainId=${local.networkId}`
    return v.parse(endpoints.balance.response, await (await gateway.ask(path)).json()).balances
  }
  lists = { tokenlist: [{ contractAddress: `0x${'99'.repeat(20)}`, type: 'ERC-20', balance: '1000000' }] }
  const told = await ask()
  isAway = true
  await chain.evm.request('evm_mine')
  expect((await ask()).map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual(
    told.map(({ symbol, quantity }) => [symbol, quantity.numeric]),
  )
})
