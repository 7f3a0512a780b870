/** Sending from the embedded wallet while nodes fail, lie or answer late: what was broadcast is told, what was refused is never broadcast. */
import { type Hex, parseEther, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../../apps/gateway/src/testing/localChain.js'
import { operationEnvironment } from '../../apps/gateway/src/testing/smartAccount.js'
import { startWalletWorld, type WalletWorld } from '../../apps/gateway/src/testing/walletWorld.js'
import { unavailable } from '../../apps/wallet/src/api/walletRefusal.js'
import { createPerson, openRealFrame, type RealFrame, signInByEmail } from '../attack/realFrame.js'

let chain: TestChain
let world: WalletWorld
let frame: RealFrame & { readonly eoa: Hex; readonly smart: Hex }
const to: Hex = '0x000000000000000000000000000000000000bEEF'

beforeAll(async () => {
  chain = await startTestChain()
  world = await startWalletWorld(operationEnvironment(chain.evm.url))
  const opened = await openRealFrame(world, createPerson(world))
  await signInByEmail(world, opened, 'sender@example.org')
  const { accounts = [] } = await opened.ask('GET_USER', {})
  const of = (type: string) => accounts.find((each) => each.type === type)?.address as Hex
  frame = { ...opened, eoa: of('eoa'), smart: of('smartAccount') }
  const [from] = chain.people
  if (!from) throw new Error('nobody lives here')
  for (const account of [frame.eoa, frame.smart])
    await chain.send(from, { to: account, value: parseEther('10') })
})
afterAll(async () => {
  await world.stop()
  await chain.evm.close()
})

const balance = async (address: Hex) =>
  BigInt((await chain.evm.request('eth_getBalance', [address, 'latest'])) as Hex)

let before = 0n
beforeEach(async () => {
  before = await balance(to)
})

/** Every call of the frame to its server goes through `bend` first. */
function bendCalls(bend: (name: string, call: never, next: () => Promise<unknown>) => Promise<unknown>) {
  const { api } = frame.context
  const real = api.call.bind(api)
  const bent = api as { call: unknown } // the tests' own hands
  bent.call = (name: string, call: never) => bend(name, call, () => real(name as never, call))
  return () => {
    bent.call = real
  }
}

const send = (more: object = {}) =>
  frame.ask('RPC_REQUEST', {
    method: 'eth_sendTransaction',
    params: [{ from: frame.eoa, to, value: '0x7', ...more }],
  })

test('a plain account sends', async () => {
  const hash = await send()
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await balance(to)).toBe(before + 7n)
})

test('a smart account sends several calls at once, and says when it is there', async () => {
  expect(await frame.ask('INIT_SMART_ACCOUNT')).toEqual({ address: frame.smart, isDeployed: false })
  const calls = [
    { to, value: '0x1' },
    { to, value: '0x2' },
  ]
  const { id } = (await frame.ask('RPC_REQUEST', {
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x7a69', from: frame.smart, calls, atomicRequired: true }],
  })) as { id: Hex }
  await expect
    .poll(() => frame.ask('RPC_REQUEST', { method: 'wallet_getCallsStatus', params: [id] }), {
      timeout: 30_000,
    })
    .toMatchObject({ status: 200 })
  expect(await balance(to)).toBe(before + 3n)
  expect(await frame.ask('INIT_SMART_ACCOUNT')).toMatchObject({ isDeployed: true })
})

test('a transaction of the smart account is answered with the hash of the transaction that carried it', async () => {
  const hash = await send({ from: frame.smart })
  const receipt = await chain.evm.request('eth_getTransactionReceipt', [hash])
  expect(receipt).toMatchObject({ status: '0x1' })
  expect(await balance(to)).toBe(before + 7n)
})

test('typed data is signed by the account that it names', async () => {
  const typed = {
    domain: { name: 'Shop', version: '1', chainId: 31337 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'lamp' },
  } as const
  const data = { ...typed, types: { ...typed.types, EIP712Domain: domainType } }
  const params = [frame.eoa, JSON.stringify(data)]
  const signature = (await frame.ask('RPC_REQUEST', { method: 'eth_signTypedData_v4', params })) as Hex
  expect(await verifyTypedData({ ...typed, address: frame.eoa, signature })).toBe(true)
})

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

test('[F-C] a broadcast whose answer is lost is told by its hash, and sent once', async () => {
  let lost = 0
  const restore = bendCalls(async (name, call, next) => {
    const { body } = call as { body?: { method?: string } }
    if (name !== 'walletRpcCall' || body?.method !== 'eth_sendRawTransaction') return next()
    await next()
    lost += 1
    throw unavailable()
  })
  const hash = await send().finally(restore)
  expect(lost).toBe(1)
  expect(await chain.evm.request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await balance(to)).toBe(before + 7n)
})

test('[F-C] what was signed is noted as signed before it leaves: where it cannot be sent, it still counts as spent', async () => {
  const noted: unknown[] = []
  let asked: string | undefined
  const restore = bendCalls(async (name, call, next) => {
    const { params, body } = call as NotedCall
    if (name === 'approvalCreate') asked = body?.id
    // What the request before this one came to may still be on its way to the server.
    if (name === 'approvalResult' && params?.id === asked)
      noted.push([body?.state, body?.reference !== undefined])
    if (body?.method === 'eth_sendRawTransaction') throw unavailable()
    return next()
  })
  try {
    await expect(send()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect
      .poll(() => noted)
      .toEqual([
        ['signed', true],
        ['failed', false],
      ])
  } finally {
    restore()
  }
  expect(await balance(to)).toBe(before)
})

interface NotedCall {
  readonly params?: { readonly id?: string }
  readonly body?: {
    readonly id?: string
    readonly method?: string
    readonly state?: string
    readonly reference?: string
  }
}

test('[F-C] [I-13] a crash between release and signature spends nothing, and is no 4001; the next request goes through', async () => {
  const restore = bendCalls(async (name, _call, next) => {
    const told = await next()
    if (name === 'keyRelease') throw unavailable()
    return told
  })
  await expect(send().finally(restore)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await balance(to)).toBe(before)
  await send()
  expect(await balance(to)).toBe(before + 7n)
})

test('[F-O] a node that says no is quoted, and a nonce is read at the last moment', async () => {
  const poor = send({ value: `0x${parseEther('1000').toString(16)}` })
  await expect(poor).rejects.toMatchObject({ code: expect.any(Number) })
  // Something else is sent from the account while the person reads.
  const seen: unknown[] = []
  const restore = bendCalls(async (name, call, next) => {
    const { body } = call as { body?: { method?: string } }
    if (name === 'walletRpcCall') seen.push(body?.method)
    if (name === 'keyRelease') seen.push(name)
    return next()
  })
  await send().finally(restore)
  const place = (method: string) => seen.lastIndexOf(method)
  expect(place('eth_getTransactionCount')).toBeGreaterThan(place('eth_estimateGas'))
  expect(place('eth_getTransactionCount')).toBeLessThan(place('keyRelease'))
})

test('[A-13] a node that a page names is never asked', async () => {
  const asked: string[] = []
  const restore = bendCalls(async (name, _call, next) => {
    asked.push(name)
    return next()
  })
  const liar = { chainId: 31337, rpcUrl: 'https://liar.example' }
  // The table has no such field, here and in the transaction itself.
  await expect(
    frame.ask('RPC_REQUEST', { method: 'eth_getBalance', params: [frame.eoa, 'latest'], ...liar } as never),
  ).rejects.toThrow('not what was agreed')
  await expect(send({ rpcUrl: 'https://liar.example' }).finally(restore)).rejects.toMatchObject({
    code: -32602,
  })
  expect(asked.filter((name) => name === 'approvalCreate')).toEqual([])
})

test('[I-13] a request that is taken back before its share is asked for is 4001, and nothing leaves', async () => {
  const person = createPerson(world, async () => {})
  const slow = await openRealFrame(world, { ...person, shelf: frame.shelf })
  await slow.ask('IS_CONNECTED', {})
  const asking = slow.ask('RPC_REQUEST', {
    method: 'eth_sendTransaction',
    params: [{ from: frame.eoa, to, value: '0x7' }],
  })
  const told = expect(asking).rejects.toMatchObject({ code: 4001 })
  await expect.poll(() => person.screens.length).toBe(1)
  await slow.ask('RPC_ABORT')
  await told
  expect(await balance(to)).toBe(before)
})
