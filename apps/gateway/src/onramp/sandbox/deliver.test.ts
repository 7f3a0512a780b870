/** Deliveries of the sandbox under crashes, resets and rivals: on a real chain and a real database, exactly once. */
import { randomUUID } from 'node:crypto'
import { onrampSandbox } from '@latchkey/local'
import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf } from '../../chain/chain.js'
import type { Leadership } from '../../indexer/leader.js'
import type { Db } from '../../ports/db.js'
import { NetworkUnavailable } from '../../rpc/errors.js'
import type { Rpc } from '../../rpc/rpc.js'
import { createMigratedDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import { silentLog } from '../../testing/log.js'
import { onrampOrders } from '../tables.js'
import { createDeliverJob } from './deliver.js'

const networkId = 'eip155:31337'
const account = privateKeyToAccount(onrampSandbox().key)
const isMine: Leadership = { isMine: async () => true, close: async () => {} }
const clock = createFakeClock(Date.now())
const { signal } = new AbortController()

let chain: TestChain
let db: Db
beforeAll(async () => {
  chain = await startTestChain()
  db = (await createMigratedDatabase()).db
})
afterEach(() => db.query.delete(onrampOrders))
afterAll(async () => {
  await db.close()
  await chain.evm.close()
})

/** A buyer whom nobody else knows, and a paid order for one thousandth of the coin. */
async function paid(changes: Partial<typeof onrampOrders.$inferInsert> = {}) {
  const address = `0x${randomUUID().replaceAll('-', '')}00000000` as const
  const at = new Date(clock.now())
  const order = {
    id: randomUUID(),
    projectId: 'local',
    provider: 'sandbox',
    status: 'paid' as const,
    paymentAmount: '10.00',
    paymentCurrency: 'USD',
    paymentMethod: 'card',
    purchaseAmount: '0.001',
    purchaseSymbol: 'ETH',
    networkId,
    contract: '',
    decimals: 18,
    address,
    createdAt: at,
    updatedAt: at,
    expiresAt: at,
    ...changes,
  } as const
  await db.query.insert(onrampOrders).values(order)
  return order
}

const one = 10n ** 15n
const balanceOf = async (address: string, on = chain) =>
  BigInt((await on.evm.request('eth_getBalance', [address, 'latest'])) as string) // a quantity
const stored = async (id: string) =>
  (await db.query.select().from(onrampOrders)).find((order) => order.id === id)

function job(options: { rpc?: Pick<Rpc, 'call'>; database?: Db; leadership?: Leadership } = {}) {
  const { rpc = chain.rpc, database = db, leadership = isMine } = options
  return createDeliverJob({
    db: database,
    clock,
    log: silentLog,
    rpc,
    chain: chainOf(rpc, networkId),
    account,
    leadership,
  })
}

class Crash extends Error {}

/** Works until the given step, then nothing of it works any more: before or after the step has had its effect. */
function dying(step: number, isAfter: boolean) {
  let steps = 0
  const live = async <value>(work: () => Promise<value>): Promise<value> => {
    steps++
    if (steps > step || (steps === step && !isAfter)) throw new Crash()
    const value = await work()
    if (steps === step) throw new Crash()
    return value
  }
  const rpc: Pick<Rpc, 'call'> = { call: (...args) => live(() => chain.rpc.call(...args)) }
  // Statements are run when they are awaited, so that is where they are caught.
  const caught = (target: object): object =>
    new Proxy(target, {
      get(object, key, receiver) {
        const value: unknown = Reflect.get(object, key, receiver)
        if (typeof value !== 'function') return value
        if (key === 'then')
          return (...done: [never, never]) => live(() => Promise.resolve(object)).then(...done)
        return (...args: unknown[]) => {
          const made: unknown = Reflect.apply(value, object, args)
          return typeof made === 'object' && made !== null ? caught(made) : made
        }
      },
    })
  const database = { ...db, query: caught(db.query) as Db['query'] } // the same, with a fault
  return { rpc, database, died: () => steps >= step }
}

test('a delivery that is cut off at any step, before or after it took effect, is made exactly once', async () => {
  let isReached = true
  let step = 1
  for (; isReached; step++) {
    for (const isAfter of [false, true]) {
      const { id, address } = await paid()
      const fault = dying(step, isAfter)
      await job(fault)
        .run(signal)
        .catch(() => {})
      isReached = fault.died()
      // The next process knows only what the database and the chain know.
      await job().run(signal)
      await job().run(signal)
      expect([step, isAfter, await balanceOf(address)]).toEqual([step, isAfter, one])
      expect(await stored(id)).toMatchObject({ status: 'delivered' })
    }
    expect(step).toBeLessThan(40)
  }
  // Reads, the write before the sending, the sending, and the write after it have all been cut off.
  expect(step).toBeGreaterThan(10)
})

test('a node that takes the transaction and dies before it says so gets it only once', async () => {
  const { id, address } = await paid()
  const rpc: Pick<Rpc, 'call'> = {
    async call(network, method, params) {
      const answer = await chain.rpc.call(network, method, params)
      if (method === 'eth_sendRawTransaction') throw new NetworkUnavailable(network)
      return answer
    },
  }
  await expect(job({ rpc }).run(signal)).rejects.toThrow()
  expect(await stored(id)).toMatchObject({ status: 'paid' })
  await job().run(signal)
  expect(await stored(id)).toMatchObject({ status: 'delivered' })
  expect(await balanceOf(address)).toBe(one)
})

test('two processes that both believe to lead deliver every order once', async () => {
  const orders = []
  for (let count = 0; count < 6; count++) orders.push(await paid())
  for (let round = 0; round < 8; round++) await Promise.allSettled([job().run(signal), job().run(signal)])
  await clock.advance(1)
  for (const { id, address } of orders) {
    const order = await stored(id)
    expect([order?.status, await balanceOf(address)]).toEqual(['delivered', one])
  }
})

test('a nonce that something else used makes the order fail, and gives nothing twice', async () => {
  const { id, address } = await paid()
  const quiet: Pick<Rpc, 'call'> = {
    call: async (network, method, params) =>
      method === 'eth_sendRawTransaction' ? '0x' : chain.rpc.call(network, method, params),
  }
  await job({ rpc: quiet }).run(signal)
  const nonce = Number(await chain.evm.request('eth_getTransactionCount', [account.address, 'latest']))
  const rival = { to: account.address, chainId: 31_337, nonce, gas: 21_000n, gasPrice: 10n ** 10n } as const
  await chain.evm.request('eth_sendRawTransaction', [
    await account.signTransaction({ ...rival, type: 'legacy' }),
  ])
  const next = job()
  await next.run(signal)
  expect(await stored(id)).toMatchObject({ status: 'paid' })
  await clock.advance(120_001)
  await next.run(signal)
  expect(await stored(id)).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('nothing was delivered'),
  })
  expect(await balanceOf(address)).toBe(0n)
})

describe('where the network asks for more than was offered', () => {
  const ask = (method: string, params: unknown[] = []) => chain.evm.request(method, params)
  const dearer = async () => ask('hardhat_setNextBlockBaseFeePerGas', ['0x2e90edd000'])
  beforeEach(() => ask('evm_setAutomine', [false]))
  afterEach(async () => {
    await ask('evm_setAutomine', [true])
    for (let block = 0; block < 60; block++) await ask('evm_mine')
  })

  test('a delivery that waits is replaced under its nonce, and made exactly once', async () => {
    const { id, address } = await paid()
    const later = await paid()
    await job().run(signal)
    const first = await stored(id)
    await dearer()
    await ask('evm_mine')
    await job().run(signal)
    expect(await stored(id)).toMatchObject({ transactionHash: first?.transactionHash, earlierHashes: [] })
    await dearer()
    await clock.advance(30_000)
    await job().run(signal)
    const second = await stored(id)
    expect(second).toMatchObject({ nonce: first?.nonce, earlierHashes: [first?.transactionHash] })
    expect(second?.transactionHash).not.toBe(first?.transactionHash)
    // A process that begins now knows both, and offers no more than once.
    await job().run(signal)
    expect(await stored(id)).toMatchObject({ transactionHash: second?.transactionHash })
    await ask('evm_mine')
    await job().run(signal)
    await ask('evm_mine')
    await job().run(signal)
    expect(await stored(id)).toMatchObject({ status: 'delivered', transactionHash: second?.transactionHash })
    expect(await stored(later.id)).toMatchObject({ status: 'delivered' })
    expect([await balanceOf(address), await balanceOf(later.address)]).toEqual([one, one])
  })

  test('where the first is taken after all, it is the delivery, and its successor is none', async () => {
    const { id, address } = await paid()
    await job().run(signal)
    const first = await stored(id)
    await dearer()
    await clock.advance(30_000)
    const quiet: Pick<Rpc, 'call'> = {
      call: async (network, method, params) =>
        method === 'eth_sendRawTransaction' ? '0x' : chain.rpc.call(network, method, params),
    }
    await job({ rpc: quiet }).run(signal)
    expect(await stored(id)).toMatchObject({ earlierHashes: [first?.transactionHash] })
    await ask('hardhat_setNextBlockBaseFeePerGas', ['0x1'])
    await ask('evm_mine')
    await job().run(signal)
    expect(await stored(id)).toMatchObject({ status: 'delivered', transactionHash: first?.transactionHash })
    expect(await balanceOf(address)).toBe(one)
  })
})

test('a chain that begins anew is delivered to anew', async () => {
  const { id, address } = await paid()
  const quiet: Pick<Rpc, 'call'> = {
    call: async (network, method, params) =>
      method === 'eth_sendRawTransaction' ? '0x' : chain.rpc.call(network, method, params),
  }
  await job({ rpc: quiet }).run(signal)
  const other = await startTestChain({ now: Date.now() - 86_400_000, seeded: false })
  await job({ rpc: other.rpc }).run(signal)
  expect(await stored(id)).toMatchObject({ status: 'delivered' })
  expect([await balanceOf(address, other), await balanceOf(address)]).toEqual([one, 0n])
  await other.evm.close()
})

test('after a chain took a block back a delivery that is signed for a later one waits for it', async () => {
  const fork = await chain.evm.request('evm_snapshot')
  const first = await paid()
  const deliver = job()
  await deliver.run(signal)
  const later = await paid()
  const rpc: Pick<Rpc, 'call'> = {
    call: (...args) =>
      args[1] === 'eth_sendRawTransaction' ? Promise.reject(new Crash()) : chain.rpc.call(...args),
  }
  await expect(job({ rpc }).run(signal)).rejects.toBeInstanceOf(Crash)
  await chain.evm.request('evm_revert', [fork])
  const statuses = async () => Promise.all([first, later].map(async ({ id }) => (await stored(id))?.status))
  await deliver.run(signal)
  expect(await statuses()).toEqual(['delivered', 'paid'])
  await clock.advance(120_001)
  await deliver.run(signal)
  await deliver.run(signal)
  expect(await statuses()).toEqual(['delivered', 'delivered'])
  expect(await Promise.all([first, later].map(({ address }) => balanceOf(address)))).toEqual([one, one])
})

test('after a chain took blocks back what was delivered in them is delivered again, and new orders after it', async () => {
  const fork = await chain.evm.request('evm_snapshot')
  const [first, failed] = [await paid(), await paid()]
  const deliver = job()
  await deliver.run(signal)
  await db.query.update(onrampOrders).set({ status: 'failed' }).where(eq(onrampOrders.id, failed.id))
  await chain.evm.request('evm_revert', [fork])
  const later = await paid()
  const statuses = async () =>
    Promise.all([first, failed, later].map(async ({ id }) => (await stored(id))?.status))
  await deliver.run(signal)
  await clock.advance(119_999)
  await deliver.run(signal)
  // A node that lags behind the others looks the same, for a while.
  expect(await statuses()).toEqual(['delivered', 'failed', 'paid'])
  await clock.advance(2)
  await deliver.run(signal)
  await deliver.run(signal)
  expect(await statuses()).toEqual(['delivered', 'failed', 'delivered'])
  const balances = await Promise.all([first, failed, later].map(({ address }) => balanceOf(address)))
  expect(balances).toEqual([one, 0n, one])
})

test('an order that cannot be sent says so, holds up nobody, and fails after an hour', async () => {
  const stuck = await paid({ purchaseAmount: '99999999999' })
  const good = await paid()
  await job().run(signal)
  expect(await stored(stuck.id)).toMatchObject({
    status: 'paid',
    reason: expect.stringContaining('tries again'),
  })
  expect(await stored(good.id)).toMatchObject({ status: 'delivered' })
  await clock.advance(3_600_001)
  await job().run(signal)
  expect(await stored(stuck.id)).toMatchObject({ status: 'failed' })
})

test.each([
  ['a wrong checksum', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }],
  ['no amount', { purchaseAmount: null }],
])('an order with %s fails with a reason, and holds up nobody', async (_, changes) => {
  const broken = await paid(changes)
  const good = await paid()
  await job().run(signal)
  expect(await stored(broken.id)).toMatchObject({
    status: 'failed',
    reason: 'The sandbox cannot send these tokens',
  })
  expect(await stored(good.id)).toMatchObject({ status: 'delivered' })
})

test('a surprise while one order is signed is tried again, and holds up nobody', async () => {
  const odd = await paid()
  const good = await paid()
  const rpc: Pick<Rpc, 'call'> = {
    call(network, method, params) {
      if (JSON.stringify(params).includes(odd.address)) throw new TypeError('a surprise')
      return chain.rpc.call(network, method, params)
    },
  }
  await job({ rpc }).run(signal)
  expect(await stored(odd.id)).toMatchObject({
    status: 'paid',
    reason: expect.stringContaining('tries again'),
  })
  expect(await stored(good.id)).toMatchObject({ status: 'delivered' })
  await job().run(signal)
  expect(await stored(odd.id)).toMatchObject({ status: 'delivered' })
})

test('whoever does not lead delivers nothing', async () => {
  const { id } = await paid()
  await job({ leadership: { ...isMine, isMine: async () => false } }).run(signal)
  expect(await stored(id)).toMatchObject({ status: 'paid', rawTransaction: null })
})
