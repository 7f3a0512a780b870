import type { NetworkId } from '@latchkey/spec/caip'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNetworks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import type { Db } from '../ports/db.js'
import { createMigratedDatabase } from '../testing/database.js'
import { createFakeClock, type FakeClock } from '../testing/fakeClock.js'
import { local, localSettings, startTestChain, type TestChain } from '../testing/localChain.js'
import { silentLog } from '../testing/log.js'
import { createAccounts, createNetworkIndexes, lookCosts } from './account.js'
import { createIndexStore } from './store.js'
import { activity, heldTokens, watchedAccounts } from './tables.js'

let chain: TestChain
let db: Db
let clock: FakeClock
let genesis: unknown
beforeAll(async () => {
  chain = await startTestChain()
  db = (await createMigratedDatabase()).db
})
afterAll(async () => {
  await chain.evm.close()
  await db.close()
})
beforeEach(async () => {
  clock = createFakeClock()
  genesis = await chain.evm.request('evm_snapshot')
})
afterEach(async () => {
  await chain.evm.request('evm_revert', [genesis])
})

let runs = 0
/** A network that nobody has indexed: the same chain under a name of its own. */
const freshNetwork = (): NetworkId => `eip155:${900_000 + ++runs}`

/** The facts of the local network under any name. */
const networks = () => createNetworks(localSettings)(local.networkId)

function openIndex(networkId: NetworkId, rpc = chain.rpc, database = db) {
  const store = createIndexStore({ db: database })
  const indexOf = createNetworkIndexes({ rpc, store, networks, clock, log: silentLog })
  const accounts = createAccounts({ store, clock, log: silentLog, indexOf })
  const { follower, scanner } = indexOf(networkId)
  return {
    scanner,
    store,
    accounts,
    follower,
    async follow() {
      for (let step = 0; step < 1_000; step++) if ((await follower.step()) === 'waiting') return
      throw new Error('the follower does not come to rest')
    },
    async scan(address: Hex, steps = Number.POSITIVE_INFINITY) {
      let watch = await accounts.watched(networkId, address, {})
      for (let step = 0; step < steps && watch.scannedFrom > 0; step++)
        watch = await accounts.scanOnce(networkId, watch, {})
      return watch
    },
  }
}

async function rowsOf(networkId: NetworkId) {
  const rows = await db.query.select().from(activity)
  const held = await db.query.select().from(heldTokens)
  const order = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  const own = <row extends { networkId: string }>(list: row[]) =>
    list
      .filter((row) => row.networkId === networkId)
      .map(({ networkId: _, ...row }) => row)
      .sort(order)
  return { activity: own(rows), held: own(held) }
}

/** Everything about some accounts, read by a new index from the chain as it is. */
async function fromScratch(addresses: readonly Hex[]) {
  const networkId = freshNetwork()
  const index = openIndex(networkId)
  for (const address of addresses) await index.scan(address)
  return rowsOf(networkId)
}

const erc20 = parseAbi(['function transfer(address to, uint256 value)', 'function approve(address, uint256)'])
const transfer = (to: Hex, value: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] })
const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 value)'])
const lower = (address: string) => address.toLowerCase() as Hex // lower case of hex is hex

const person = (index: number): Hex => {
  const address = chain.people[index]
  if (!address) throw new Error(`there is no person ${index}`)
  return address
}

describe('the seeded history', () => {
  test('[S7-04] is found by scanning backwards, with its words', async () => {
    const networkId = freshNetwork()
    const alice = person(0)
    const index = openIndex(networkId)
    const watch = await index.scan(alice)
    expect(watch).toMatchObject({ scannedFrom: 0, hasOldState: true })
    const rows = await index.store.page(networkId, watch, undefined, 100)
    const words = rows.map(({ operation }) => operation)
    // Of the seed: the last is ether from Bob, before it a badge to Bob, tether from Dave, ether from Carol, …
    expect(words.slice(0, 6)).toEqual(['receive', 'send', 'receive', 'receive', 'send', 'trade'])
    expect(new Set(words)).toEqual(new Set(['receive', 'send', 'trade', 'approve', 'mint', 'execute']))
  })

  test('coins that a contract paid out are found by the balance', async () => {
    const networkId = freshNetwork()
    const alice = person(0)
    const index = openIndex(networkId)
    const rows = await index.store.page(networkId, await index.scan(alice), undefined, 100)
    // 2,000 dollars into ether: no log says how much ether came.
    const trade = rows.find(({ operation }) => operation === 'trade')
    const [out, into] = trade?.transfers ?? []
    expect(out).toMatchObject({
      standard: 'erc20',
      token: lower(local.addresses.usdc),
      amount: '2000000000',
      from: alice,
    })
    expect(into).toMatchObject({ standard: 'native', token: null, to: alice })
    expect(BigInt(into?.amount ?? 0)).toBeGreaterThan(parseEther('0.6'))
    expect(BigInt(into?.amount ?? 0)).toBeLessThan(parseEther('0.7'))
  })

  test('a transaction that failed is told as failed, and moved nothing', async () => {
    const networkId = freshNetwork()
    const bob = person(1)
    const index = openIndex(networkId)
    const rows = await index.store.page(networkId, await index.scan(bob), undefined, 100)
    expect(rows.filter(({ isConfirmed }) => !isConfirmed)).toMatchObject([
      { operation: 'send', transfers: [] },
    ])
  })
})

test('accounts that nobody looks at are forgotten, with everything about them', async () => {
  const networkId = freshNetwork()
  const [alice, bob] = [person(0), person(1)]
  const index = openIndex(networkId)
  await index.scan(alice)
  await clock.advance(60_000)
  await index.scan(bob)
  const since = new Date(clock.now() - 30_000)
  let forgotten = 0
  while (await index.store.forgetOne(since)) forgotten++
  expect(forgotten).toBeGreaterThan(0)
  const { activity: rows, held } = await rowsOf(networkId)
  expect(new Set(rows.map(({ address }) => address))).toEqual(new Set([bob]))
  expect(new Set(held.map(({ address }) => address))).toEqual(new Set([bob]))
  // Whoever comes back finds everything again.
  await index.scan(alice)
  expect(await rowsOf(networkId)).toEqual(await fromScratch([alice, bob]))
})

test('only the first look at an account costs more', async () => {
  const networkId = freshNetwork()
  const { accounts } = openIndex(networkId)
  let looks = 0
  const charge = async (cost: number) => void (looks += cost)
  for (let time = 0; time < 3; time++) await accounts.watched(networkId, person(0), { charge })
  expect(looks).toBe(lookCosts.first)
  const refused = accounts.watched(networkId, person(1), {
    charge: () => Promise.reject(new Error('no')),
  })
  await expect(refused).rejects.toThrow('no')
  expect(
    (await db.query.select().from(watchedAccounts)).filter((row) => row.networkId === networkId),
  ).toHaveLength(1)
})

test('two processes that scan the same account add every row once, and one of them gives way', async () => {
  const networkId = freshNetwork()
  const alice = person(0)
  const [one, other] = [openIndex(networkId), openIndex(networkId)]
  const watch = await one.accounts.watched(networkId, alice, {})
  const found = await Promise.all([one.scanner.scan(watch, {}), other.scanner.scan(watch, {})])
  const added = await Promise.all(found.map((rows) => one.store.addScan({ networkId, watch, ...rows })))
  expect(added.sort()).toEqual([false, true])
  expect(await rowsOf(networkId)).toEqual(await fromScratch([alice]))
})

test('an account is followed from the block after it was first looked at, without a gap and without a double', async () => {
  const networkId = freshNetwork()
  const [alice, bob] = [person(0), person(1)]
  const index = openIndex(networkId)
  await index.accounts.watched(networkId, alice, {})
  await chain.send(alice, { to: bob, value: 5n })
  await index.follow()
  // Bob comes later: what happened before is scanned, what comes after is followed.
  await index.accounts.watched(networkId, bob, {})
  await chain.send(bob, { to: local.addresses.usdc, data: transfer(alice, 7n) })
  await chain.send(bob, {
    to: local.addresses.weth,
    value: 9n,
    data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
  })
  await index.follow()
  await index.scan(alice)
  await index.scan(bob)
  const found = await rowsOf(networkId)
  expect(found).toEqual(await fromScratch([alice, bob]))
  const deposits = found.activity.filter(({ operation }) => operation === 'deposit')
  expect(deposits).toMatchObject([{ address: bob, transfers: [{ amount: '9' }, { amount: '9' }] }])
})

describe('a reorganisation', () => {
  test('takes back what was mined, and tells what is mined instead', async () => {
    const networkId = freshNetwork()
    const [alice, bob] = [person(0), person(1)]
    const index = openIndex(networkId)
    await index.scan(alice)
    await index.follow()
    const before = await rowsOf(networkId)
    const fork = await chain.evm.request('evm_snapshot')
    await chain.send(alice, { to: bob, value: 1n })
    await chain.send(alice, { to: local.addresses.dai, data: transfer(bob, 3n) })
    await index.follow()
    expect((await rowsOf(networkId)).activity).toHaveLength(before.activity.length + 2)
    await chain.evm.request('evm_revert', [fork])
    await chain.send(alice, { to: bob, value: 2n })
    await index.follow()
    const after = await rowsOf(networkId)
    expect(after).toEqual(await fromScratch([alice]))
    expect(after.activity).toHaveLength(before.activity.length + 1)
  })

  test('forgets a token that was only met in blocks that are gone', async () => {
    const networkId = freshNetwork()
    const somebody = person(7)
    const index = openIndex(networkId)
    await index.scan(somebody)
    await index.follow()
    const fork = await chain.evm.request('evm_snapshot')
    await chain.send(somebody, { to: local.addresses.weth, value: 1n })
    await index.follow()
    const weth = { token: lower(local.addresses.weth), address: somebody }
    expect((await rowsOf(networkId)).held).toContainEqual(expect.objectContaining(weth))
    await chain.evm.request('evm_revert', [fork])
    for (let block = 0; block < 2; block++) await chain.evm.request('evm_mine')
    await index.follow()
    expect((await rowsOf(networkId)).held).not.toContainEqual(expect.objectContaining(weth))
  })

  test('between the reading and the writing of a scan lets the scan come to nothing', async () => {
    const networkId = freshNetwork()
    const [alice, bob] = [person(0), person(1)]
    const index = openIndex(networkId)
    await index.accounts.watched(networkId, bob, {})
    for (let block = 0; block < 3; block++) await chain.evm.request('evm_mine')
    await index.follow()
    const fork = await chain.evm.request('evm_snapshot')
    await chain.send(alice, { to: bob, value: 1n })
    await index.follow()
    const watch = await index.accounts.watched(networkId, alice, {})
    const found = await index.scanner.scan(watch, {})
    await chain.evm.request('evm_revert', [fork])
    for (let block = 0; block < 2; block++) await chain.evm.request('evm_mine')
    await index.follow()
    expect(await index.store.addScan({ networkId, watch, ...found })).toBe(false)
    await index.scan(alice)
    await index.scan(bob)
    expect(await rowsOf(networkId)).toEqual(await fromScratch([alice, bob]))
  })

  test('to a shorter chain is believed once it has stayed, and not when a node is merely behind', async () => {
    const networkId = freshNetwork()
    const [alice, bob] = [person(0), person(1)]
    const index = openIndex(networkId)
    await index.scan(alice)
    await chain.evm.request('evm_mine')
    await index.follow()
    const before = await rowsOf(networkId)
    const fork = await chain.evm.request('evm_snapshot')
    await chain.send(alice, { to: bob, value: 1n })
    await index.follow()
    const during = await rowsOf(networkId)
    await chain.evm.request('evm_revert', [fork])
    await index.follow()
    expect(await rowsOf(networkId)).toEqual(during)
    await clock.advance(6_000)
    await index.follow()
    expect(await rowsOf(networkId)).toEqual(before)
  })

  test('deeper than what is remembered makes the network be read anew', async () => {
    const networkId = freshNetwork()
    const [alice, bob] = [person(0), person(1)]
    const fork = await chain.evm.request('evm_snapshot')
    await chain.send(alice, { to: bob, value: 1n })
    const index = openIndex(networkId)
    await index.scan(alice)
    await chain.evm.request('evm_revert', [fork])
    await chain.send(alice, { to: bob, value: 2n })
    await chain.send(alice, { to: bob, value: 3n })
    await index.follow()
    expect((await rowsOf(networkId)).activity).toEqual([])
    await index.scan(alice)
    expect(await rowsOf(networkId)).toEqual(await fromScratch([alice]))
  })
})

/** What may happen, as data: fast-check makes stories of it. */
const happening = fc.oneof(
  fc.record({
    is: fc.constant('coins' as const),
    from: fc.nat(2),
    to: fc.nat(2),
    amount: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({
    is: fc.constant('tokens' as const),
    from: fc.nat(2),
    to: fc.nat(2),
    amount: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ is: fc.constant('wrap' as const), from: fc.nat(2), amount: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ is: fc.constant('empty' as const) }),
  fc.record({ is: fc.constant('fork' as const) }),
  fc.record({ is: fc.constant('reorganise' as const), depth: fc.nat(3) }),
  fc.record({ is: fc.constant('follow' as const), steps: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ is: fc.constant('look' as const), who: fc.nat(2) }),
  fc.record({ is: fc.constant('scan' as const), who: fc.nat(2) }),
)
type Happening = typeof happening extends fc.Arbitrary<infer value> ? value : never

/** A process that dies: from the `at`-th call on, nothing of it reaches the chain or the database any more. */
function mortal(at: number): { rpc: typeof chain.rpc; db: Db } {
  let calls = 0
  const live = () => {
    if (++calls >= at) throw new Error('killed')
  }
  return {
    rpc: {
      async call(...args) {
        live()
        return chain.rpc.call(...args)
      },
    },
    db: {
      ...db,
      query: new Proxy(db.query, {
        get(target, name) {
          if (name !== 'transaction') {
            live()
            return Reflect.get(target, name)
          }
          // Dies inside: PostgreSQL rolls back what a lost connection had begun.
          return (work: Parameters<typeof db.query.transaction>[0]) =>
            target.transaction((query) =>
              work(
                new Proxy(query, {
                  get(inner, member) {
                    live()
                    return Reflect.get(inner, member)
                  },
                }),
              ),
            )
        },
      }),
    },
  }
}

async function tell(
  story: readonly Happening[],
  networkId: NetworkId,
  death: number | undefined,
): Promise<Hex[]> {
  let index = death === undefined ? openIndex(networkId) : openMortal(networkId, death)
  const forks: unknown[] = []
  const watched = new Set<Hex>()
  const alive = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch {
      // Killed, or read across a reorganisation; either way another process goes on.
      index = openIndex(networkId)
    }
  }
  for (const event of story) {
    switch (event.is) {
      case 'coins':
        await chain.send(person(event.from), { to: person(event.to), value: BigInt(event.amount) })
        break
      case 'tokens':
        await chain.send(person(event.from), {
          to: local.addresses.usdc,
          data: transfer(person(event.to), BigInt(event.amount)),
        })
        break
      case 'wrap':
        await chain.send(person(event.from), { to: local.addresses.weth, value: BigInt(event.amount) })
        break
      case 'empty':
        await chain.evm.request('evm_mine')
        break
      case 'fork':
        forks.push(await chain.evm.request('evm_snapshot'))
        break
      case 'reorganise': {
        const [fork] = forks.splice(Math.max(0, forks.length - 1 - event.depth))
        if (fork !== undefined) await chain.evm.request('evm_revert', [fork])
        forks.length = Math.max(0, forks.length - event.depth)
        break
      }
      case 'follow':
        await alive(async () => {
          for (let step = 0; step < event.steps; step++) await index.follower.step()
        })
        break
      case 'look':
        await alive(() => index.accounts.watched(networkId, person(event.who), {}))
        break
      case 'scan':
        await alive(() => index.scan(person(event.who), 1))
    }
  }
  // A chain that grew shorter is told from a node that is behind by its next block, or by time.
  for (let block = 0; block < 3; block++) await chain.evm.request('evm_mine')
  const rest = openIndex(networkId)
  await clock.advance(6_000)
  await rest.follow()
  await clock.advance(6_000)
  await rest.follow()
  const rows = await db.query.select().from(watchedAccounts)
  for (const row of rows) if (row.networkId === networkId) watched.add(row.address as Hex) // written by the index
  for (const address of watched) await rest.scan(address)
  return [...watched]
}

function openMortal(networkId: NetworkId, at: number) {
  const { rpc, db: database } = mortal(at)
  return openIndex(networkId, rpc, database)
}

describe('whatever happens', () => {
  // Somebody is looked at from the start, or nothing would be indexed in most stories.
  const story = fc
    .array(happening, { minLength: 8, maxLength: 40 })
    .map((events): Happening[] => [{ is: 'look', who: 0 }, ...events])

  test('the index equals one made from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (events) => {
        const before = await chain.evm.request('evm_snapshot')
        const networkId = freshNetwork()
        const watched = await tell(events, networkId, undefined)
        expect(await rowsOf(networkId)).toEqual(await fromScratch(watched))
        await chain.evm.request('evm_revert', [before])
      }),
      { numRuns: 15 },
    )
  }, 240_000)

  test('the same is true of a process that is killed at any moment, and its heir', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.integer({ min: 1, max: 120 }), async (events, death) => {
        const before = await chain.evm.request('evm_snapshot')
        const networkId = freshNetwork()
        const watched = await tell(events, networkId, death)
        expect(await rowsOf(networkId)).toEqual(await fromScratch(watched))
        await chain.evm.request('evm_revert', [before])
      }),
      { numRuns: 15 },
    )
  }, 240_000)
})
