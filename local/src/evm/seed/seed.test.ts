/** The seed gives the same chain on every start, and a history worth looking at. */
import { readdirSync, readFileSync } from 'node:fs'
import { erc20Abi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, canonical, rangeAddresses } from '../addresses.js'
import { type Evm, startEvm } from '../startEvm.js'
import { testClients } from '../testClient.js'

const now = Date.UTC(2026, 0, 31, 12)
const day = 86_400

let one: Evm
let two: Evm
beforeAll(async () => {
  ;[one, two] = await Promise.all([startEvm({ now }), startEvm({ now })])
})
afterAll(() => Promise.all([one.close(), two.close()]))

interface Block {
  number: string
  hash: string
  stateRoot: string
  timestamp: string
  transactions: { from: string; hash: string }[]
}
const block = (evm: Evm, number: number | 'latest') =>
  evm.request('eth_getBlockByNumber', [
    number === 'latest' ? number : `0x${number.toString(16)}`,
    true,
  ]) as Promise<Block> // the node's shape

async function blocks(evm: Evm): Promise<Block[]> {
  const height = Number((await block(evm, 'latest')).number)
  return Promise.all(Array.from({ length: height + 1 }, (_, number) => block(evm, number)))
}

test('two starts at the same time give the same blocks, to the state root', async () => {
  const [left, right] = [await blocks(one), await blocks(two)]
  expect(left.length).toBeGreaterThan(100)
  expect(left.map(({ stateRoot, hash }) => [stateRoot, hash])).toEqual(
    right.map(({ stateRoot, hash }) => [stateRoot, hash]),
  )
})

test('a start at another time gives the same transactions, hash by hash', async () => {
  const later = await startEvm({ now: now + 40 * day * 1000 })
  try {
    const [left, right] = [await blocks(one), await blocks(later)]
    const hashes = (list: Block[]) => list.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
    expect(hashes(right)).toEqual(hashes(left))
  } finally {
    await later.close()
  }
})

test('every contract is where the table says', async () => {
  const all = [addresses, rangeAddresses, canonical].flatMap((table) => Object.values(table))
  for (const address of all)
    expect([address, await one.request('eth_getCode', [address, 'latest'])]).not.toEqual([address, '0x'])
})

test('the ten people have native coins and tokens', async () => {
  const { reader, alice, frank } = testClients(one)
  expect(await reader.getBalance({ address: alice.address })).toBeGreaterThan(parseEther('9900'))
  const args = [frank.address] as const
  const dai = await reader.readContract({
    address: addresses.dai,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args,
  })
  expect(dai).toBe(parseEther('5000'))
})

test('the history spreads over months and people, ends before now, and has one failure', async () => {
  const { reader, alice, bob, carol, dave, erin } = testClients(one)
  const all = await blocks(one)
  const start = Number(all[0]?.timestamp)
  expect(start).toBe(now / 1000 - 180 * day)
  const later = all.filter(({ timestamp }) => Number(timestamp) > start + day)
  const months = new Set(
    later.map(({ timestamp }) => new Date(Number(timestamp) * 1000).toISOString().slice(0, 7)),
  )
  expect(months.size).toBeGreaterThanOrEqual(6)
  expect(Number(all.at(-1)?.timestamp)).toBe(now / 1000)
  const transactions = later.flatMap((item) => item.transactions)
  expect(transactions.length).toBeGreaterThan(30)
  for (const { address } of [alice, bob, carol, dave, erin])
    expect(transactions.filter(({ from }) => from === address.toLowerCase()).length).toBeGreaterThan(3)
  const receipts = await Promise.all(
    transactions.map(({ hash }) => reader.getTransactionReceipt({ hash: hash as `0x${string}` })), // the node's hashes are hex
  )
  expect(receipts.filter(({ status }) => status === 'reverted')).toHaveLength(1)
})

test('no artifact holds the code of the EntryPoint, whose source is GPL', async () => {
  const folder = new URL('../../../contracts/artifacts/', import.meta.url)
  const committed = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  expect(committed.length).toBeGreaterThan(10)
  for (const address of [canonical.entryPoint07, canonical.entryPoint08]) {
    // The node's answer to eth_getCode is hex.
    const code = (await one.request('eth_getCode', [address, 'latest'])) as string
    const sample = code.slice(2000, 2200)
    expect(sample).toHaveLength(200)
    expect(committed.filter((text) => text.includes(sample))).toEqual([])
  }
})
