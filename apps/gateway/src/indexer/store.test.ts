/** The index where several write at once: in the order of the locks that a test holds. */
import type { NetworkId } from '@latchkey/spec/caip'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockHeader, Hex } from '../chain/shapes.js'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { untilWaiting } from '../testing/lockWait.js'
import type { ActivityRow } from './activity.js'
import { createIndexStore, type IndexStore } from './store.js'
import { activity, heldTokens, indexedNetworks, watchedAccounts } from './tables.js'

let db: Db
let store: IndexStore
beforeAll(async () => {
  db = (await createMigratedDatabase()).db
  store = createIndexStore({ db })
})
afterAll(() => db.close())

const alice: Hex = `0x${'a1'.repeat(20)}`
const token: Hex = `0x${'70'.repeat(20)}`
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const headAt = (number: number) => ({ number, hash: hashOf(number) })
const long = new Date(0)
const since = new Date(1)

const rowAt = (blockNumber: number): ActivityRow => ({
  address: alice,
  blockNumber,
  transactionIndex: 0,
  transactionHash: hashOf(blockNumber),
  minedAt: long,
  sender: alice,
  recipient: alice,
  nonce: 0,
  operation: 'send',
  isConfirmed: true,
  isOwn: true,
  touchedToken: token,
  transfers: [{ token, standard: 'erc20', from: alice, to: alice, amount: '1' }],
})

function addBlock(networkId: NetworkId, number: number): Promise<boolean> {
  const block: BlockHeader = { ...headAt(number), parentHash: hashOf(number - 1), timestamp: 0 }
  const accounts = new Set([alice])
  return store.addBlock({
    networkId,
    head: headAt(number - 1),
    block,
    candidates: accounts,
    accounts,
    rows: [rowAt(number)],
  })
}

let networks = 0
/** A network with one block, which somebody who is watched and long unseen occurs in. */
async function indexed(): Promise<NetworkId> {
  const networkId: NetworkId = `eip155:${++networks}`
  await db.query.delete(watchedAccounts)
  await store.begin(networkId, headAt(1))
  await store.watch(networkId, alice, long)
  await addBlock(networkId, 2)
  return networkId
}

const left = async (networkId: NetworkId) => ({
  watched: await db.query.$count(watchedAccounts, eq(watchedAccounts.networkId, networkId)),
  activity: await db.query.$count(activity, eq(activity.networkId, networkId)),
  held: await db.query.$count(heldTokens, eq(heldTokens.networkId, networkId)),
})
const nothing = { watched: 0, activity: 0, held: 0 }

test('an account is forgotten while blocks that it occurs in are taken back', async () => {
  const networkId = await indexed()
  const { both } = await db.query.transaction(async (holder) => {
    await holder.select().from(heldTokens).where(eq(heldTokens.networkId, networkId)).for('update')
    const takingBack = store.takeBack(networkId, headAt(2), headAt(1))
    await untilWaiting(db)
    const both = Promise.allSettled([takingBack, store.forgetOne(since)])
    await untilWaiting(db, 2)
    return { both }
  })
  expect(await both).toMatchObject([{ value: true }, { value: true }])
  expect(await left(networkId)).toEqual(nothing)
})

test('nothing is left of an account that is forgotten while a block is added', async () => {
  const networkId = await indexed()
  const { both } = await db.query.transaction(async (holder) => {
    // What adds the block has seen who is watched by the time that it comes to this row.
    await holder.insert(activity).values({ networkId, ...rowAt(3) })
    const adding = addBlock(networkId, 3)
    await untilWaiting(db)
    const both = Promise.allSettled([adding, store.forgetOne(since)])
    await untilWaiting(db, 2)
    await holder.delete(activity).where(eq(activity.blockNumber, 3))
    return { both }
  })
  expect(await both).toMatchObject([{ value: true }, { value: true }])
  expect(await left(networkId)).toEqual(nothing)
})

test('an account that somebody looks at while it is to be forgotten stays', async () => {
  const networkId = await indexed()
  const { forgetting } = await db.query.transaction(async (holder) => {
    await holder.select().from(indexedNetworks).where(eq(indexedNetworks.networkId, networkId)).for('update')
    const forgetting = store.forgetOne(since)
    await untilWaiting(db)
    await store.known(networkId, alice, new Date())
    return { forgetting }
  })
  await forgetting
  expect(await left(networkId)).toEqual({ watched: 1, activity: 1, held: 1 })
  expect(await store.forgetOne(since)).toBe(false)
})
