/** History of solana accounts, from a node that knows a few transactions; the node is the only fake. */
import type { NetworkId } from '@latchkey/spec/caip'
import { endpoints } from '@latchkey/spec/endpoints'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createMemoryCache } from '../ports/cache.js'
import { createSealer } from '../store/sealed.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { createSolanaHistory } from './solanaHistory.js'

const network: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const alice = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const bob = 'GrDMoeqMLFjeXQ24H56S1RLgT4R76jsuWCd6SvXyGPQ5'
const aliceUsdc = 'FxteHmLwG9nk1eL4pjNve3Eub2goGkkz6g6TbvdmW46a'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

interface Entry {
  readonly slot: number
  /** Addresses under which it is found. */
  readonly about: readonly string[]
  readonly transaction: unknown
}

const token = (owner: string, amount: string) => ({
  accountIndex: 1,
  mint: usdc,
  owner,
  uiTokenAmount: { amount, decimals: 6, uiAmountString: '' },
})

function transaction(input: {
  slot: number
  payer: string
  /** Lamports of Alice and Bob before and after. */
  lamports?: readonly [number, number, number, number]
  tokens?: readonly [string, string, string, string]
  err?: unknown
}) {
  const { slot, payer, lamports = [10, 10, 10, 10], tokens, err = null } = input
  const other = payer === alice ? bob : alice
  const [a0, a1, b0, b1] = lamports
  const order = payer === alice ? { pre: [a0, b0], post: [a1, b1] } : { pre: [b0, a0], post: [b1, a1] }
  return {
    slot,
    blockTime: 1_700_000_000 + slot,
    version: 0,
    meta: {
      err,
      fee: 5_000,
      preBalances: order.pre,
      postBalances: order.post,
      preTokenBalances: tokens ? [token(alice, tokens[0]), token(bob, tokens[2])] : [],
      postTokenBalances: tokens ? [token(alice, tokens[1]), token(bob, tokens[3])] : [],
    },
    transaction: {
      signatures: [],
      message: {
        accountKeys: [
          { pubkey: payer, signer: true, writable: true, source: 'transaction' },
          { pubkey: other, signer: false, writable: true, source: 'transaction' },
        ],
      },
    },
  }
}

const signatureOf = (index: number) => `${'5'.repeat(64)}${String(index).replaceAll('0', 'z')}`

/** The list is the chain, oldest first. */
function nodeOf(entries: readonly Entry[]) {
  const calls: { method: string; params: readonly unknown[] }[] = []
  const call = async (_: NetworkId, method: string, params: readonly unknown[] = []): Promise<unknown> => {
    calls.push({ method, params })
    const [first, second] = params as [string, { limit: number; before?: string; programId?: string }]
    if (method === 'getTokenAccountsByOwner')
      return { value: second.programId?.startsWith('Tokenkeg') ? [{ pubkey: aliceUsdc }] : [] }
    const all = entries.map((entry, index) => ({ ...entry, signature: signatureOf(index) })).reverse()
    if (method === 'getTransaction')
      return all.find(({ signature }) => signature === first)?.transaction ?? null
    const from = all.findIndex(({ signature }) => signature === second.before) + 1
    return all
      .slice(from)
      .filter(({ about }) => about.includes(first))
      .slice(0, second.limit)
      .map(({ signature, slot }) => ({ signature, slot, err: null, memo: null }))
  }
  return { calls, call }
}

function historyOf(entries: readonly Entry[]) {
  const node = nodeOf(entries)
  const charged: number[] = []
  const history = createSolanaHistory({
    rpc: { call: node.call },
    cache: createMemoryCache({ clock: createFakeClock() }),
    sealer: createSealer(Buffer.alloc(32), 'test'),
    names: () => (mint) => (mint === usdc ? { name: 'USD Coin', symbol: 'USDC' } : undefined),
  })
  const options = { charge: async (cost: number) => void charged.push(cost) }
  async function page(cursor?: string) {
    const answer = await history.page({ address: alice, networkIds: [network], cursor }, options)
    return v.parse(endpoints.history.response, answer)
  }
  async function all() {
    const first = await page()
    const data = [...first.data]
    for (let { next } = first, turns = 0; next; turns++) {
      if (turns > 200) throw new Error('the pages do not end')
      const more = await page(next)
      data.push(...more.data)
      next = more.next
    }
    return data
  }
  return { ...node, charged, page, all, history }
}

const entry = (slot: number, about: readonly string[], rest: object = {}): Entry => ({
  slot,
  about,
  transaction: transaction({ slot, payer: alice, ...rest }),
})

describe('what happened', () => {
  test('[S7-04] coins sent are told without the fee, to whom they went', async () => {
    const lamports = [2_000_000_000, 1_499_995_000, 0, 500_000_000] as const
    const [item] = await historyOf([entry(1, [alice], { lamports })]).all()
    expect(item).toMatchObject({
      id: signatureOf(0),
      metadata: { operationType: 'send', sentFrom: alice, sentTo: bob, status: 'confirmed', chain: network },
      transfers: [{ direction: 'out', quantity: { numeric: '0.5' }, fungible_info: { symbol: 'SOL' } }],
    })
  })

  test('tokens that come into a token account are found, though the account itself is not named', async () => {
    const tokens = ['0', '1500000', '9000000', '7500000'] as const
    const [item] = await historyOf([entry(1, [aliceUsdc], { payer: bob, tokens })]).all()
    expect(item).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: bob, sentTo: alice },
      transfers: [{ direction: 'in', quantity: { numeric: '1.5' }, fungible_info: { symbol: 'USDC' } }],
    })
  })

  test('[wire defect 3] a swap has no price that belongs to another token, and every transaction an id of its own', async () => {
    const lamports = [2_000_000_000, 999_995_000, 0, 1_000_000_000] as const
    const tokens = ['0', '20000000', '20000000', '0'] as const
    const swap = entry(1, [alice, aliceUsdc], { lamports, tokens })
    const items = await historyOf([swap, swap]).all()
    expect(new Set(items.map(({ id }) => id)).size).toBe(2)
    expect(items[0]).toMatchObject({
      metadata: { operationType: 'trade' },
      transfers: [
        { direction: 'out', quantity: { numeric: '1' }, price: null, value: null },
        { direction: 'in', quantity: { numeric: '20' }, price: null, value: null },
      ],
    })
  })

  test('[wire defect 10] a transaction that failed, or moved nothing, carries one transfer of nothing', async () => {
    const failed = entry(2, [alice], { err: { InstructionError: [0, 'Custom'] }, lamports: [9, 4, 0, 0] })
    const items = await historyOf([entry(1, [alice], { lamports: [9_000, 4_000, 0, 0] }), failed]).all()
    expect(items.map(({ metadata, transfers }) => [metadata.status, transfers.length])).toEqual([
      ['failed', 1],
      ['confirmed', 1],
    ])
    expect(items[0]?.transfers[0]).toMatchObject({ direction: 'self', quantity: { numeric: '0' } })
  })

  test('dust of strangers is left out', async () => {
    const dust = entry(1, [alice], { payer: bob, lamports: [10, 11, 10_000, 4_999] })
    expect(await historyOf([dust]).all()).toEqual([])
  })
})

test('what was read once is not read, or charged for, again', async () => {
  const { all, calls, charged } = historyOf([entry(1, [alice], { lamports: [9_000, 4_000, 0, 0] })])
  await all()
  await all()
  expect(calls.filter(({ method }) => method === 'getTransaction')).toHaveLength(1)
  expect(charged).toEqual([2, 1, 2])
})

test('cursors of others are refused', async () => {
  const { page, history } = historyOf([])
  await expect(page('made-up')).rejects.toMatchObject({ status: 400 })
  const foreign = createSealer(Buffer.alloc(32), 'test').seal(bob, [1, network, null])
  await expect(page(foreign)).rejects.toMatchObject({ status: 400 })
  const elsewhere = createSealer(Buffer.alloc(32), 'test').seal(alice, [1, 'solana:other', null])
  const question = { address: alice, networkIds: [network], cursor: elsewhere }
  await expect(history.page(question, {})).rejects.toMatchObject({ status: 400 })
})

test('pages together hold every transaction once, whatever slots they share', async () => {
  const shape = fc.array(
    fc.record({
      step: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 2),
      about: fc.constantFrom([alice], [aliceUsdc], [alice, aliceUsdc]),
    }),
    { maxLength: 150 },
  )
  await fc.assert(
    fc.asyncProperty(shape, async (list) => {
      let slot = 1
      const entries = list.map(({ step, about }) => {
        slot += step
        return entry(slot, about, { lamports: [9_000, 4_000, 0, 0] })
      })
      const found = (await historyOf(entries).all()).map(({ id }) => id)
      expect([...found].sort()).toEqual(entries.map((_, index) => signatureOf(index)).sort())
    }),
    { numRuns: 60 },
  )
})
