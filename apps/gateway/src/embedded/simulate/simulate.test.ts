import type { NetworkId } from '@latchkey/spec/caip'
import { base58 } from '@scure/base'
import { encodeAbiParameters, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { ChainData } from '../../chain/openChainData.js'
import type { Hex } from '../../chain/shapes.js'
import { NetworkUnavailable, RpcError } from '../../rpc/errors.js'
import { silentLog } from '../../testing/log.js'
import { messagePayload } from '../../testing/walletApprovals.js'
import type { EthereumCall } from '../policy/readRequest.js'
import { movementsOf } from './movements.js'
import { createSimulate } from './simulate.js'

const me: Hex = `0x${'0a'.repeat(20)}`
const other: Hex = `0x${'0b'.repeat(20)}`
const art: Hex = `0x${'ca'.repeat(20)}`
const collectible = (from: Hex, to: Hex, id: bigint) => ({
  address: art,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef' as Hex,
    pad(from),
    pad(to),
    toHex(id, { size: 32 }),
  ],
  data: '0x' as Hex,
})
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const several = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const pieces = (kind: Hex, from: Hex, to: Hex, data: Hex) => ({
  address: art,
  topics: [kind, pad(other), pad(from), pad(to)],
  data,
})

test('one piece of a collection for another of the same is a piece less and a piece more', () => {
  const log = [collectible(me, other, 1n), collectible(other, me, 2n), collectible(me, other, 3n)]
  expect(movementsOf(log, me)).toEqual([
    { direction: 'out', token: art, amount: 1n, other, id: 1n },
    { direction: 'in', token: art, amount: 1n, other, id: 2n },
    { direction: 'out', token: art, amount: 1n, other, id: 3n },
  ])
  // There and back again is nothing.
  expect(movementsOf([collectible(me, other, 1n), collectible(other, me, 1n)], me)).toEqual([])
})

test('pieces of ERC-1155 are counted, by one and by many', () => {
  const one = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 40n])
  const many = encodeAbiParameters(
    [{ type: 'uint256[]' }, { type: 'uint256[]' }],
    [
      [7n, 8n],
      [2n, 5n],
    ],
  )
  const log = [
    pieces(single, me, other, one),
    pieces(several, other, me, many),
    pieces(several, me, other, '0x1234'),
  ]
  expect(movementsOf(log, me)).toEqual([
    { direction: 'out', token: art, amount: 38n, other, id: 7n },
    { direction: 'in', token: art, amount: 5n, other, id: 8n },
  ])
})

const chainData = {
  networks: () => ({ nativeCurrency: { symbol: 'ETH', decimals: 18 } }),
  chainOf: () => ({ newest: async () => ({ number: 9 }) }),
  tokens: {
    describe: async () => new Map([[art, { symbol: 'Art of somebody', decimals: undefined }]]),
  },
  prices: { of: async () => new Map() },
  // What a simulation asks of it, and no more.
} as unknown as ChainData

const send: EthereumCall = { to: other, value: 0n, data: '0x12345678' }

function simulated(
  answer: (method: string, times: number) => unknown,
  calls: readonly EthereumCall[] = [send],
) {
  const asked: string[] = []
  const rpc = {
    async call(_: NetworkId, method: string) {
      asked.push(method)
      return answer(method, asked.length)
    },
  }
  const owner = { account: () => ({ namespace: 'eip155', type: 'eoa', address: me }) }
  // Only its account is looked at.
  const payload = messagePayload(owner as never, '')
  const simulate = createSimulate({ rpc: rpc as never, chainData, log: silentLog })
  const most = { gas: 1n, maxFeePerGas: 1n }
  return simulate(payload, { kind: 'calls', calls, most }, new AbortController().signal)
}

const refuse = (code: number, message: string, data?: string): never => {
  throw new RpcError({ code, message, data })
}
const withoutMethod = (method: string) =>
  method === 'eth_simulateV1' ? refuse(-32601, 'the method eth_simulateV1 does not exist') : '0x'

test('a swap of pieces is shown with the piece that goes and the piece that comes', async () => {
  const logs = [collectible(me, other, 1n), collectible(other, me, 2n ** 200n)]
  const answer = await simulated(() => [{ number: '0x9', calls: [{ status: '0x1', logs }] }])
  expect(answer).toMatchObject({
    status: 'success',
    changes: [
      { direction: 'out', asset: `${art}/1`, symbol: 'Art of someb #1', amount: '1', to: other },
      { direction: 'in', asset: `${art}/${2n ** 200n}`, symbol: 'Art of someb #160693…1376', amount: '1' },
    ],
  })
})

test('what moves more than can be shown is not shown in part', async () => {
  const logs = Array.from({ length: 51 }, (_, id) => collectible(other, me, BigInt(id)))
  const answer = await simulated(() => [{ number: '0x9', calls: [{ status: '0x1', logs }] }])
  expect(answer).toEqual({
    status: 'unavailable',
    reason: 'It moves more than can be shown',
    changes: [],
  })
})

test('by itself, the first call that reverts fails; a later one may need what an earlier one does', async () => {
  const revertAt = (time: number) => (method: string, times: number) => {
    withoutMethod(method)
    return times === time ? refuse(3, 'execution reverted: no allowance') : '0x'
  }
  const two = [send, send]
  expect(await simulated(revertAt(2), two)).toMatchObject({
    status: 'reverted',
    reason: 'execution reverted: no allowance',
  })
  expect((await simulated(revertAt(3), two))?.status).toBe('unavailable')
  expect((await simulated(revertAt(4), two))?.status).toBe('success')
})

test.each([
  ['goes too fast', -32005, 'limit exceeded'],
  ['knows another block', -32000, 'header not found'],
  ['is out of order', -32603, 'internal error'],
])('a node that %s does not say that a request fails', async (_, code, message) => {
  const late = (method: string) => withoutMethod(method) && refuse(code, message)
  expect((await simulated(late))?.status).toBe('unavailable')
  expect((await simulated(() => refuse(code, message)))?.status).toBe('unavailable')
})

test('a refusal in words, bytes or numbers is a failure; silence is none', async () => {
  for (const [code, message, data] of [
    [-32000, 'insufficient funds for gas * price + value', undefined],
    [-32015, 'VM execution error', '"0x08c379a0"'],
    [3, '', undefined],
  ] as const)
    expect((await simulated((method) => withoutMethod(method) && refuse(code, message, data)))?.status).toBe(
      'reverted',
    )
  const gone = () => {
    throw new NetworkUnavailable('eip155:31337')
  }
  expect((await simulated(gone))?.status).toBe('unavailable')
})

const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill))
/** One that changes these accounts, the first of which signs, and calls nothing. */
const writing = (...accounts: readonly number[]) =>
  Buffer.from([
    ...[1, ...new Uint8Array(64)],
    ...[1, 0, 0, accounts.length, ...accounts.flatMap((fill) => [...new Uint8Array(32).fill(fill)])],
    ...[...new Uint8Array(32), 0],
  ]).toString('base64')

/** The account of the person is 1, and has a coin more after each that changes it. */
async function triedOnSolana(raw: readonly string[], failing: readonly string[] = []) {
  let asked = 0
  const has = (address: string, lamports: number) =>
    address === key(1) ? { lamports, owner: key(0), data: ['', 'base64'] } : null
  const rpc = {
    async call(_: NetworkId, method: string, [first, options]: [unknown, unknown]) {
      asked += 1
      // As the trial asks.
      if (method === 'getMultipleAccounts')
        return { value: (first as string[]).map((address) => has(address, 5)) }
      const { addresses } = (options as { accounts: { addresses: string[] } }).accounts
      const err = failing.includes(String(first)) ? 'AccountNotFound' : null
      return { context: { slot: 7 }, value: { err, accounts: addresses.map((each) => has(each, 6)) } }
    },
  }
  const owner = { account: () => ({ namespace: 'solana', type: 'eoa', address: key(1) }) }
  // Only its account is looked at.
  const payload = { ...messagePayload(owner as never, ''), account: key(1) }
  const simulate = createSimulate({ rpc: rpc as never, chainData, log: silentLog })
  const request = { kind: 'solana', raw } as never // what is looked at of it
  return { answer: await simulate(payload, request, new AbortController().signal), asked }
}

test('what several Solana transactions move is told only where none changes what another does', async () => {
  const apart = await triedOnSolana([writing(1, 2), writing(3, 4)])
  expect(apart.answer).toMatchObject({
    status: 'success',
    changes: [{ direction: 'in', asset: 'native', amount: '1' }],
  })
  const unavailable = {
    status: 'unavailable',
    reason: 'The transactions could not be tried out one after the other',
    changes: [],
  }
  expect((await triedOnSolana([writing(1, 2), writing(3, 2)])).answer).toEqual(unavailable)
  // Nor does one fail that may need what an earlier one does.
  const later = writing(1, 5)
  expect((await triedOnSolana([writing(1, 2), later], [later])).answer).toEqual(unavailable)
  expect((await triedOnSolana([later, writing(1, 2)], [later])).answer?.status).toBe('reverted')
})

test('of many Solana transactions none is tried out', async () => {
  const { answer, asked } = await triedOnSolana([1, 2, 3, 4, 5, 6].map((fill) => writing(fill)))
  expect([answer?.status, asked]).toEqual(['unavailable', 0])
})
