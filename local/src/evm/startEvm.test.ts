/** The chain as clients meet it: JSON-RPC over HTTP and WebSocket, its manners and its limits. */
import { request } from 'node:http'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  http,
  InsufficientFundsError,
  parseEther,
  webSocket,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { batchLimit } from '../jsonRpc.js'
import { tokenAbi } from './abis.js'
import { localAccounts } from './accounts.js'
import { addresses } from './addresses.js'
import { bodyLimit, subscriptionLimit } from './server.js'
import { type Evm, startEvm } from './startEvm.js'

const [alice, bob] = localAccounts().people
if (!alice || !bob) throw new Error('the mnemonic has no accounts')

let evm: Evm
beforeAll(async () => {
  evm = await startEvm()
})
afterAll(() => evm.close())

const post = (body: string, path = '/') =>
  fetch(evm.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
const rpc = async (body: unknown) => (await post(JSON.stringify(body))).json()

async function openSocket() {
  const socket = new WebSocket(evm.webSocketUrl)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const inbox: unknown[] = []
  const waiting: ((message: unknown) => void)[] = []
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(data.toString())
    const next = waiting.shift()
    if (next) next(message)
    else inbox.push(message)
  })
  return {
    socket,
    next: () =>
      inbox.length > 0 ? Promise.resolve(inbox.shift()) : new Promise((resolve) => waiting.push(resolve)),
    send: (message: unknown) => socket.send(JSON.stringify(message)),
    closed: () => new Promise<number>((resolve) => socket.once('close', resolve)),
  }
}

describe('JSON-RPC over HTTP', () => {
  test('a request without params is answered, with its own id', async () => {
    expect(await rpc({ jsonrpc: '2.0', id: 'mine', method: 'eth_chainId' })).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: '0x7a69',
    })
  })

  test('a batch is answered in order, and what is malformed in it fails alone', async () => {
    const answers = await rpc([
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: 2 },
      7,
      { jsonrpc: '2.0', id: 3, method: 'net_version', params: [] },
      { jsonrpc: '2.0', id: 4, method: 'eth_noSuchThing' },
    ])
    expect(answers).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: 3, result: '31337' },
      { id: 4, error: { code: expect.any(Number) } },
    ])
  })

  test('a notification gets no answer, alone or in a batch', async () => {
    const alone = await post(JSON.stringify({ jsonrpc: '2.0', method: 'eth_chainId' }))
    expect([alone.status, await alone.text()]).toEqual([204, ''])
    const answers = await rpc([
      { jsonrpc: '2.0', method: 'eth_chainId' },
      { id: 9, method: 'eth_chainId' },
    ])
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 9, result: '0x7a69' }])
  })

  test.each([
    ['broken JSON', '{"id":1', -32700],
    ['nothing', '', -32700],
    ['an empty batch', '[]', -32600],
    ['params that are text', '{"id":1,"method":"eth_chainId","params":"x"}', -32600],
    ['an id that is an object', '{"id":{},"method":"eth_chainId"}', -32600],
    [
      'too many at once',
      JSON.stringify(Array(batchLimit + 1).fill({ id: 1, method: 'eth_chainId' })),
      -32600,
    ],
  ])('%s is refused with a JSON-RPC error', async (_, body, code) => {
    const response = await post(body)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  })

  test('a body over the limit is refused, whether its length is declared or not', async () => {
    const declared = await post(' '.repeat(bodyLimit + 1))
    expect([declared.status, await declared.json()]).toMatchObject([413, { error: { code: -32600 } }])
    const streamed = request(evm.url, { method: 'POST' })
    const status = new Promise((resolve, reject) => {
      streamed.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject)
    })
    streamed.write(Buffer.alloc(bodyLimit + 1, ' '))
    expect(await status).toBe(413)
    streamed.destroy()
    expect(await rpc({ id: 1, method: 'eth_chainId' })).toMatchObject({ result: '0x7a69' })
  })

  test('other paths and methods are refused', async () => {
    expect((await fetch(evm.url)).status).toBe(405)
    expect((await fetch(`${evm.url}/nothing`)).status).toBe(404)
    for (const path of ['//', '//evil.example/', '/%']) expect((await fetch(evm.url + path)).status).toBe(404)
    expect((await fetch(`${evm.url}/healthz`)).status).toBe(200)
  })

  test('a subscription over HTTP is refused, since nobody could hear it', async () => {
    const answer = await rpc({ id: 1, method: 'eth_subscribe', params: ['newHeads'] })
    expect(answer).toMatchObject({ error: { code: -32601, message: 'eth_subscribe needs a WebSocket' } })
  })
})

describe('who may ask', () => {
  const mine = JSON.stringify({ id: 1, method: 'evm_mine' })
  const height = () => evm.request('eth_blockNumber')
  /** Unlike fetch, it says the host and the origin it is told to. */
  const askAs = (headers: Record<string, string>, method = 'POST') =>
    new Promise<{ status: number | undefined; allowed: string | undefined }>((resolve, reject) => {
      const asked = request(evm.url, { method, headers }, (response) => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            allowed: response.headers['access-control-allow-origin'],
          }),
        )
      })
      asked.once('error', reject)
      asked.end(method === 'POST' ? mine : undefined)
    })
  const connectAs = (options: { origin?: string; headers?: Record<string, string> }) =>
    new Promise<string | number | undefined>((resolve) => {
      const socket = new WebSocket(evm.webSocketUrl, options)
      socket.once('open', () => {
        resolve('open')
        socket.close()
      })
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      socket.on('error', () => {})
    })

  test.each(['http://localhost:3000', 'http://127.0.0.1:5500', 'http://[::1]:3000'])(
    'a page of %s',
    async (origin) => {
      expect(await askAs({ origin }, 'OPTIONS')).toEqual({ status: 204, allowed: origin })
      expect(await askAs({ origin })).toEqual({ status: 200, allowed: origin })
      expect(await connectAs({ origin })).toBe('open')
    },
  )

  test('a program, which has no origin', async () => {
    expect(await askAs({})).toEqual({ status: 200, allowed: undefined })
    expect(await connectAs({})).toBe('open')
  })

  test.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
    'no page of %s: nothing that it sends is done',
    async (origin) => {
      const before = await height()
      expect(await askAs({ origin }, 'OPTIONS')).toEqual({ status: 403, allowed: undefined })
      // What a page may send without a preflight.
      expect(await askAs({ origin, 'content-type': 'text/plain' })).toEqual({
        status: 403,
        allowed: undefined,
      })
      expect(await connectAs({ origin })).toBe(401)
      expect(await height()).toBe(before)
    },
  )

  test('nobody by a name that was made to lead here', async () => {
    const before = await height()
    const host = `evil.example:${evm.port}`
    expect((await askAs({ host })).status).toBe(421)
    expect((await askAs({ host, origin: `http://${host}` })).status).toBe(421)
    expect(await connectAs({ headers: { host } })).toBe(401)
    expect(await height()).toBe(before)
  })
})

describe('errors through viem', () => {
  const client = () => createPublicClient({ transport: http(evm.url, { retryCount: 0 }) })

  test('a revert is decoded to its name and arguments', async () => {
    const error = await client()
      .simulateContract({
        address: addresses.dai,
        abi: tokenAbi,
        functionName: 'transferFrom',
        args: [alice.address, bob.address, 5n],
        account: bob.address,
      })
      .catch((cause: unknown) => cause)
    const revert =
      error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
    expect(revert).toMatchObject({
      data: { errorName: 'InsufficientAllowance', args: [bob.address, 0n, 5n] },
    })
  })

  test('too little money is named InsufficientFundsError', async () => {
    const wallet = createWalletClient({
      account: privateKeyToAccount(`0x${'77'.repeat(32)}`),
      transport: http(evm.url, { retryCount: 0 }),
    })
    const error = await wallet
      .sendTransaction({ chain: null, to: bob.address, value: parseEther('1'), gas: 21_000n })
      .catch((cause: unknown) => cause)
    expect(
      error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError),
    ).toBeTruthy()
  })
})

describe('subscriptions', () => {
  test('viem hears of a new block, over a WebSocket', async () => {
    const client = createPublicClient({ transport: webSocket(evm.webSocketUrl) })
    const before = await client.getBlockNumber()
    const heard = new Promise<bigint>((resolve, reject) => {
      const unwatch = client.watchBlockNumber({
        onError: reject,
        onBlockNumber: (number) => {
          unwatch()
          resolve(number)
        },
      })
    })
    // Nobody says when the subscription has been made, so blocks are mined until one is heard of.
    const miner = setInterval(() => void evm.request('evm_mine'), 20)
    expect(await heard.finally(() => clearInterval(miner))).toBeGreaterThan(before)
    const { socket } = await client.transport.getRpcClient()
    socket.close()
  })

  test('events go to the socket that asked, and only it can end them', async () => {
    const [one, two] = [await openSocket(), await openSocket()]
    one.send({ id: 1, method: 'eth_subscribe', params: ['newHeads'] })
    const { result: id } = (await one.next()) as { result: string }
    two.send({ id: 2, method: 'eth_unsubscribe', params: [id] })
    expect(await two.next()).toMatchObject({ id: 2, result: false })
    await evm.request('evm_mine')
    expect(await one.next()).toMatchObject({
      method: 'eth_subscription',
      params: { subscription: id, result: { number: expect.any(String) } },
    })
    one.send({ id: 3, method: 'eth_unsubscribe', params: [id] })
    expect(await one.next()).toMatchObject({ id: 3, result: true })
    // The other socket heard nothing of it: its next message is the answer to its next question.
    two.send({ id: 4, method: 'eth_chainId' })
    expect(await two.next()).toMatchObject({ id: 4 })
    one.socket.close()
    two.socket.close()
  })

  test('a socket that closes takes its subscriptions with it', async () => {
    const { socket, send, next, closed } = await openSocket()
    send({ id: 1, method: 'eth_subscribe', params: ['newHeads'] })
    const { result: id } = (await next()) as { result: string }
    const gone = closed()
    socket.close()
    await gone
    // A round trip later the server has heard of it too. The chain says true for what still exists.
    await rpc({ id: 2, method: 'eth_chainId' })
    expect(await evm.request('eth_unsubscribe', [id])).toBe(false)
  })

  test('one socket holds a bounded number of them', async () => {
    const { socket, send, next } = await openSocket()
    for (let id = 0; id <= subscriptionLimit; id++) {
      send({ id, method: 'eth_subscribe', params: ['newHeads'] })
      const answer = await next()
      if (id < subscriptionLimit) expect(answer).toHaveProperty('result')
      else expect(answer).toMatchObject({ error: { code: -32005 } })
    }
    socket.close()
  })

  test('bad JSON is answered, an oversized frame closes only its own socket', async () => {
    const { socket, next, closed } = await openSocket()
    socket.send('{')
    expect(await next()).toMatchObject({ error: { code: -32700 } })
    const gone = closed()
    socket.send('x'.repeat(bodyLimit + 1))
    expect(await gone).toBe(1009)
    expect(await rpc({ id: 1, method: 'eth_chainId' })).toMatchObject({ result: '0x7a69' })
  })
})

describe('the node', () => {
  test('has the P-256 precompile that passkeys are verified with', async () => {
    const { subtle } = globalThis.crypto
    const { privateKey, publicKey } = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
    ])
    const message = new TextEncoder().encode('open the door')
    const parts = [
      await subtle.digest('SHA-256', message),
      await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, message),
      (await subtle.exportKey('raw', publicKey)).slice(1),
    ].map((part) => Buffer.from(part).toString('hex'))
    const verify = (data: string) =>
      evm.request('eth_call', [{ to: `0x${'100'.padStart(40, '0')}`, data: `0x${data}` }, 'latest'])
    expect(await verify(parts.join(''))).toBe(`0x${'1'.padStart(64, '0')}`)
    const other = await subtle.digest('SHA-256', new TextEncoder().encode('open another'))
    expect(await verify([Buffer.from(other).toString('hex'), ...parts.slice(1)].join(''))).toBe('0x')
  })

  test('runs on the time of day after the seed, not on that of its history', async () => {
    await evm.request('evm_mine')
    const block = (await evm.request('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
    expect(Math.abs(Number(block.timestamp) - Date.now() / 1000)).toBeLessThan(30)
  })

  test('mines by itself when given an interval, and stops when closed', async () => {
    const ticking = await startEvm({ seeded: false, blockInterval: 20 })
    const height = () => ticking.request('eth_blockNumber').then(Number)
    await expect.poll(height, { timeout: 30_000 }).toBeGreaterThan(2)
    await ticking.close()
    await expect(fetch(ticking.url)).rejects.toThrow()
  })
})
