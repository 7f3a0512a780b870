/** The centre against everything that can happen to transactions, nodes, tabs and pages, in any order: hundreds of seeded worlds. */
import { asAddress } from '@latchkey/spec/caip'
import { hours, limits, minutes, seconds } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createFakeAdapter,
  createFakeClock,
  createFakeStorage,
  createFakeWallet,
  createTestKit,
  settle,
  type TestKit,
} from '../../testing/index.js'
import type { TransactionStatus } from './followed.js'
import { createTestChain } from './testChain.js'
import type { Transactions } from './transactions.js'

const networkId = 'eip155:1'
const accounts = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000a2']
const hashes = ['0xa', '0xb', '0xc', '0xd'] as const

const tab = fc.nat(1)
const pick = fc.nat(3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send'), tab, pick, isGood: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('mine') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mineEmpty') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reorganise'), pick, isGood: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outage') }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('wait'), pick: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), pick: fc.constant(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('account'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect'), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget'), tab, pick }) },
)
interface Step {
  readonly do: string
  readonly tab?: number
  readonly pick?: number
  readonly isGood?: boolean
}

interface Page {
  world: TestKit
  centre: Transactions
}

async function createWorld() {
  const chain = createTestChain()
  const clock = createFakeClock()
  const storage = createFakeStorage()
  const storages = [storage, storage.besides()]
  const sent = new Set<string>()
  const forgotten = new Set<string>()
  let twins = 0

  async function open(index: number): Promise<Page> {
    const wallets = [createFakeWallet({ accounts })]
    const adapters = [
      createFakeAdapter({ wallets, getTransaction: (question) => chain.getTransaction(question) }),
    ]
    const world = createTestKit({ clock, wallets, adapters, storage: storages[index] ?? storage })
    await world.kit.connect({ connectorId: 'fake' })
    return { world, centre: await world.kit.transactions() }
  }

  const pages = [await open(0), await open(1)]

  async function run({ do: what, tab: t = 0, pick: n = 0, isGood = true }: Step) {
    const page = pages[t]
    const hash = hashes[n]
    if (!page || !hash) return
    if (what === 'send' && !sent.has(hash)) {
      sent.add(hash)
      forgotten.delete(hash)
      chain.send({ hash, nonce: n, willSucceed: isGood })
      page.centre.follow({ networkId, hash, address: asAddress(accounts[0] ?? ''), title: hash })
    }
    if (what === 'mine') chain.mine()
    if (what === 'mineEmpty') for (let i = 0; i < 20; i += 1) chain.mineEmpty()
    if (what === 'replace' && sent.has(hash)) {
      twins += 1
      chain.send({ hash: `${hash}${twins}`, nonce: n, intent: twins % 2 ? hash : 'cancel' })
    }
    if (what === 'drop') chain.drop(hash)
    if (what === 'reorganise') chain.reorganise(n + 1, { isLost: !isGood })
    if (what === 'outage') chain.isDown = !chain.isDown
    if (what === 'wait') await clock.advanceAsync([seconds(1), seconds(7), seconds(40), minutes(11)][n] ?? 0)
    if (what === 'reload') {
      page.world.kit.destroy()
      pages[t] = await open(t)
    }
    if (what === 'account') page.world.wallets[0].changeAccounts([...accounts].reverse())
    if (what === 'disconnect') await page.world.kit.disconnect()
    if (what === 'forget') {
      const entry = page.centre.store.get().entries.find((each) => each.hash === hash)
      page.centre.forget(`${networkId}:${hash}`)
      if (entry && entry.status !== 'pending') forgotten.add(hash)
    }
    await settle()
  }

  const statusOf = (page: Page | undefined, hash: string) =>
    page?.centre.store.get().entries.find((entry) => entry.hash === hash)?.status

  /** True at every moment. */
  function check() {
    const [one, two] = pages
    expect(one?.centre.store.get().entries).toEqual(two?.centre.store.get().entries)
    for (const hash of sent) expect(statusOf(one, hash) === undefined, hash).toBe(forgotten.has(hash))
    for (const { world, centre } of pages) {
      const { entries } = centre.store.get()
      const connected = world.kit.store.get().connections.eip155?.wallets[0]?.accounts[0]?.address
      const own = entries.filter(({ status, address }) => status === 'pending' && address === connected)
      expect(world.kit.store.get().pendingTransactions.eip155 ?? 0).toBe(own.length)
    }
  }

  const truth: Readonly<Record<string, readonly TransactionStatus[]>> = {
    confirmed: ['confirmed'],
    failed: ['failed'],
    replaced: ['replaced'],
    waiting: ['pending'],
    // Whether it counts as dropped depends on how far the chain has moved; it is never anything else.
    unknown: ['pending', 'dropped'],
  }

  /** With nodes that answer, everybody arrives at what the chain says; with blocks, at an end. */
  async function finish() {
    chain.isDown = false
    const pending = [...sent].filter((hash) => statusOf(pages[0], hash) === 'pending')
    const before = pending.filter(
      (hash) => chain.fateOf(hash) === 'waiting' || chain.fateOf(hash) === 'unknown',
    )
    const height = chain.height
    await clock.advanceAsync(minutes(10))
    check()
    expect(chain.height).toBe(height)
    for (const hash of sent) {
      if (!forgotten.has(hash) && pending.includes(hash)) {
        expect(truth[chain.fateOf(hash)], `${hash} is ${chain.fateOf(hash)}`).toContain(
          statusOf(pages[0], hash),
        )
      }
    }
    // Some may have been missing for long enough already; the pool's own stay pending, however long it takes.
    for (const hash of before.filter((each) => chain.fateOf(each) === 'waiting'))
      expect(statusOf(pages[0], hash)).toBe('pending')
    for (let i = 0; i < 3; i += 1) {
      chain.mine()
      for (let n = 0; n < limits.transactionMissing.blocks; n += 1) chain.mineEmpty()
      await clock.advanceAsync(minutes(6))
    }
    check()
    for (const hash of pending.filter((each) => !forgotten.has(each))) {
      const expected = chain.fateOf(hash) === 'unknown' ? ['dropped'] : truth[chain.fateOf(hash)]
      expect(expected, `${hash} is ${chain.fateOf(hash)} in the end`).toContain(statusOf(pages[0], hash))
    }
    await clock.advanceAsync(hours(26))
    for (const { centre } of pages)
      for (const { isFollowed, id } of centre.store.get().entries) expect(isFollowed, id).toBe(false)
    const { asked } = chain
    await clock.advanceAsync(hours(1))
    expect(chain.asked, 'nothing is asked when nothing is open').toBe(asked)
    for (const { world } of pages) world.kit.destroy()
    expect(clock.pending).toBe(0)
  }

  return { run, check, finish }
}

test('[S9-12] [D-10] whatever happens, all pages agree with each other and in the end with the chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
      const world = await createWorld()
      for (const each of steps) {
        await world.run(each)
        world.check()
      }
      await world.finish()
    }),
    { numRuns: 600, seed: 20_261_116, endOnFailure: false },
  )
}, 240_000)
