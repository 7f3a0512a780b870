/** What must not be believed, or would keep the chain busy for others, is refused with the code of a node. */
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bodyLimit } from './server.js'
import { type Solana, startSolana } from './startSolana.js'
import { subscriptionLimit } from './subscriptions.js'
import { call } from './testClient.js'

const someone = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
let solana: Solana
beforeAll(async () => {
  solana = await startSolana({ slotTime: 0 })
})
afterAll(() => solana.close())

test.each([
  ['getBalance', []],
  ['getBalance', ['0x12']],
  ['getBalance', [`${someone}1`]],
  ['getBalance', { address: someone }],
  ['getMultipleAccounts', [Array.from({ length: 101 }, () => someone)]],
  ['getSignatureStatuses', [Array.from({ length: 257 }, () => '5'.repeat(88))]],
  ['getSignaturesForAddress', [someone, { limit: 1001 }]],
  ['getSignaturesForAddress', [someone, { commitment: 'processed' }]],
  ['getTransaction', ['short']],
  ['sendTransaction', ['!!!!', { encoding: 'base64' }]],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }]],
  ['sendTransaction', ['1'.repeat(5000)]],
  ['sendTransaction', [Buffer.alloc(1233).toString('base64'), { encoding: 'base64' }]],
  ['simulateTransaction', ['AAAA', { encoding: 'base64', sigVerify: true, replaceRecentBlockhash: true }]],
  ['getFeeForMessage', ['AAAA']],
  ['getTokenSupply', [someone]],
  ['getTokenAccountsByOwner', [someone, {}]],
])('%s %j is refused as a wrong parameter', async (method, params) => {
  expect((await call(solana.url, method, params)).error?.code).toBe(-32602)
})

test.each(['constructor', 'toString', 'getBlock', 'signatureSubscribe'])(
  '%s is no method over HTTP',
  async (method) => {
    expect((await call(solana.url, method, [])).error?.code).toBe(-32601)
  },
)

test('[S5-13] every name of a commitment that clients use is understood', async () => {
  for (const commitment of [
    'processed',
    'confirmed',
    'finalized',
    'recent',
    'single',
    'singleGossip',
    'root',
    'max',
  ])
    expect((await call(solana.url, 'getAccountInfo', [someone, { commitment }])).error).toBeUndefined()
  expect((await call(solana.url, 'getAccountInfo', [someone, { commitment: 'soon' }])).error?.code).toBe(
    -32602,
  )
})

test('a body that is too large is not read, and a page of elsewhere is not served', async () => {
  const large = await fetch(solana.url, { method: 'POST', body: 'x'.repeat(bodyLimit + 1) })
  expect(large.status).toBe(413)
  const foreign = await fetch(solana.url, { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
})

test('one socket holds so many subscriptions and no more, and takes nobody else’s away', async () => {
  const socket = new WebSocket(solana.webSocketUrl)
  await once(socket, 'open')
  const ask = async (method: string, params: unknown[]) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const [data] = (await once(socket, 'message')) as [Buffer] // ws hands over Buffers unless told otherwise
    return JSON.parse(data.toString()) as { result?: unknown; error?: { code: number } }
  }
  for (let count = 0; count < subscriptionLimit; count++)
    expect((await ask('accountSubscribe', [someone])).result).toBeTypeOf('number')
  expect((await ask('accountSubscribe', [someone])).error?.code).toBe(-32005)
  expect((await ask('accountUnsubscribe', [999_999])).error?.code).toBe(-32602)
  socket.close()
})
