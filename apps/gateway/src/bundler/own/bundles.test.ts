/** Bundles when things go wrong: a process that dies, two at once, a chain that is slow, and somebody who is faster. */
import { createSmartAccount, type Hex, type SmartAccount } from '@latchkey/accounts'
import { localAccounts, networkId } from '@latchkey/local'
import { minutes, seconds } from '@latchkey/spec/limits'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { encodeFunctionData } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chainOf } from '../../chain/chain.js'
import type { Db } from '../../ports/db.js'
import { RpcError } from '../../rpc/errors.js'
import { createMigratedDatabase } from '../../testing/database.js'
import { createFakeClock, type FakeClock } from '../../testing/fakeClock.js'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import { createRecordedLog, silentLog } from '../../testing/log.js'
import { fund, newOwner } from '../../testing/smartAccount.js'
import { createLosses, type Losses, showLosses } from './losses.js'
import { handleOps, readOperation } from './operation.js'
import { createOwnBundler, type OwnBundler } from './ownBundler.js'
import { createServedAccounts } from './servedAccounts.js'
import { bundleTransactions, operationBundles, userOperations } from './tables.js'

let chain: TestChain
let db: Db
let clock: FakeClock
const executor = privateKeyToAccount(localAccounts().bundler.privateKey)
const somebody: Hex = `0x${'7c'.repeat(20)}`
const signal = new AbortController().signal
const asking = { projectId: 'p', signal }
const ether = 10n ** 18n

beforeAll(async () => {
  chain = await startTestChain()
  ;({ db } = await createMigratedDatabase())
})
beforeEach(async () => {
  clock = createFakeClock(Date.now())
  await db.query.delete(userOperations)
  await db.query.delete(operationBundles)
})
afterAll(async () => {
  await db.close()
  await chain.evm.close()
})

/** What a test does before the chain is asked. */
type Interfere = (method: string) => void | Promise<unknown>

function startBundler(
  interfere: Interfere = () => {},
  options: { readonly losses?: Losses; readonly isForAll?: boolean } = {},
): OwnBundler {
  const { losses = createLosses({ networkId, clock, log: silentLog, perHour: ether }), isForAll = false } =
    options
  const rpc = {
    async call(_: string, method: string, params: readonly unknown[] = []) {
      await interfere(method)
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(chain.evm.url, { method: 'POST', body })
      const { result, error } = (await response.json()) as {
        result?: unknown
        error?: { code: number; message: string; data?: unknown }
      } // JSON-RPC
      if (error)
        throw new RpcError({
          ...error,
          data: error.data === undefined ? undefined : JSON.stringify(error.data),
        })
      return result
    },
  }
  const read = chainOf(rpc, networkId)
  return createOwnBundler({
    db,
    clock,
    log: silentLog,
    chain: read,
    losses,
    requireServed: createServedAccounts({ chain: read, accounts: new Set(), isForAll }),
    account: executor,
    // Both of two processes believe that they lead: the worst that can be.
    leadership: { isMine: async () => true, close: async () => {} },
    isBundling: false,
  })
}

const run = (bundler: OwnBundler) => bundler.job.run(signal)

async function newAccount(bundler: OwnBundler): Promise<SmartAccount> {
  const owner = newOwner()
  const account = createSmartAccount({
    owner: owner.address,
    chainId: chain.evm.chainId,
    chain: chain.evm.request,
    bundler: async (method, params) => bundler.answer(method, params, asking),
    sign: (hash) => owner.sign({ hash }),
  })
  await fund(chain, account.address)
  return account
}

const pay = (account: SmartAccount) => account.sendCalls({ calls: [{ to: somebody, value: 1n }] })
const paid = async () => BigInt((await chain.evm.request('eth_getBalance', [somebody, 'latest'])) as string) // a quantity
const sent = async () =>
  Number(await chain.evm.request('eth_getTransactionCount', [executor.address, 'latest']))
const statusOf = async (hash: Hex) =>
  (await db.query.select().from(userOperations).where(eq(userOperations.hash, hash)))[0]?.status

test.each([
  ['before its bundle is sent', 'eth_sendRawTransaction', 1],
  // The first receipt is asked for before anything is sent.
  ['before it hears of its bundle', 'eth_getTransactionReceipt', 2],
])('a process that dies %s leaves one that goes on, and nothing is done twice', async (_, deadly, at) => {
  let calls = 0
  const dying = startBundler((method) => {
    calls += method === deadly ? 1 : 0
    if (method === deadly && calls >= at) throw new Error('died')
  })
  const [before, nonce] = [await paid(), await sent()]
  const hash = await pay(await newAccount(dying))
  await expect(run(dying)).rejects.toThrow('died')
  expect(await statusOf(hash)).toBe('sent')
  await run(startBundler())
  expect(await statusOf(hash)).toBe('done')
  await run(startBundler())
  expect([(await paid()) - before, (await sent()) - nonce]).toEqual([1n, 1])
})

test('two processes that both believe to lead do every operation once', async () => {
  const bundlers = [startBundler(), startBundler()] as const
  const [before, nonce] = [await paid(), await sent()]
  const hashes: Hex[] = []
  for (let count = 0; count < 6; count += 1) hashes.push(await pay(await newAccount(bundlers[0])))
  await Promise.all(bundlers.map(run))
  await run(bundlers[0])
  expect(await Promise.all(hashes.map(statusOf))).toEqual(hashes.map(() => 'done'))
  expect((await paid()) - before).toBe(6n)
  const bundles = await db.query.select().from(operationBundles)
  expect(bundles.filter(({ status }) => status === 'mined')).toHaveLength((await sent()) - nonce)
})

test('after a chain took blocks back their nonces are used anew, and what was done in them waits again', async () => {
  const bundler = startBundler()
  const accounts = [await newAccount(bundler), await newAccount(bundler), await newAccount(bundler)] as const
  const before = await paid()
  const fork = await chain.evm.request('evm_snapshot')
  const replaced = await pay(accounts[0])
  await run(bundler)
  const early = await pay(accounts[1])
  await run(bundler)
  expect([await statusOf(replaced), await statusOf(early)]).toEqual(['done', 'done'])
  await chain.evm.request('evm_revert', [fork])
  const another = await accounts[0].sendCalls({ calls: [{ to: somebody, value: 10n }] })
  const late = await pay(accounts[2])
  await run(bundler)
  await clock.advance(minutes(2) - 1)
  await run(bundler)
  // A node that lags behind the others looks the same, for a while.
  expect([await statusOf(early), await statusOf(late)]).toEqual(['done', 'waiting'])
  await clock.advance(1)
  await run(bundler)
  await run(bundler)
  const hashes = [replaced, early, another, late]
  expect(await Promise.all(hashes.map(statusOf))).toEqual(['dropped', 'done', 'done', 'done'])
  expect((await paid()) - before).toBe(12n)
  const bundles = await db.query.select().from(operationBundles)
  expect(bundles.filter(({ status }) => status === 'lost')).toHaveLength(2)
})

test('after a chain took a block back the bundle that was on its way behind it is given up too, and blames nobody', async () => {
  const bundler = startBundler()
  const accounts = [await newAccount(bundler), await newAccount(bundler)] as const
  const before = await paid()
  const fork = await chain.evm.request('evm_snapshot')
  const early = await pay(accounts[0])
  await run(bundler)
  const late = await pay(accounts[1])
  const dying = startBundler((method) => {
    if (method === 'eth_sendRawTransaction') throw new Error('died')
  })
  await expect(run(dying)).rejects.toThrow('died')
  expect([await statusOf(early), await statusOf(late)]).toEqual(['done', 'sent'])
  await chain.evm.request('evm_revert', [fork])
  await run(bundler)
  expect([await statusOf(early), await statusOf(late)]).toEqual(['done', 'sent'])
  await clock.advance(minutes(2))
  await run(bundler)
  const waiting = await db.query.select().from(userOperations)
  expect(waiting.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  await run(bundler)
  expect([await statusOf(early), await statusOf(late)]).toEqual(['done', 'done'])
  expect((await paid()) - before).toBe(2n)
})

test('a chain that starts anew and comes to the very same transaction has it sent again', async () => {
  const bundler = startBundler()
  const account = await newAccount(bundler)
  const fork = await chain.evm.request('evm_snapshot')
  const operation = await account.signUserOperation(
    await account.prepareUserOperation({ calls: [{ to: somebody, value: 1n }] }),
  )
  const hash = await account.sendUserOperation(operation)
  await run(bundler)
  await chain.evm.request('evm_revert', [fork])
  await db.query.update(operationBundles).set({ genesisHash: 'another' })
  await account.sendUserOperation(operation)
  await run(bundler)
  expect(await statusOf(hash)).toBe('done')
  expect(await db.query.select().from(bundleTransactions)).toHaveLength(1)
})

test('several senders share a bundle, and one that cannot be done spoils nothing', async () => {
  const bundler = startBundler()
  const nonce = await sent()
  const accounts = [await newAccount(bundler), await newAccount(bundler), await newAccount(bundler)]
  const hashes: Hex[] = []
  for (const account of accounts) hashes.push(await pay(account))
  // Its money is gone by the time of the bundle.
  await chain.evm.request('hardhat_setBalance', [accounts[1]?.address, '0x0'])
  await run(bundler)
  expect(await Promise.all(hashes.map(statusOf))).toEqual(['done', 'dropped', 'done'])
  expect((await sent()) - nonce).toBe(1)
  const [, poor = '0x'] = hashes
  expect(await bundler.stateOf(poor)).toMatchObject({
    isDropped: true,
    reason: expect.stringContaining('AA21'),
  })
})

/** Its coins are there whenever it is tried, and gone whenever it is sent. */
function emptiedOnSend(address: () => Hex | undefined): Interfere {
  return (method) => {
    const isSent = method === 'eth_sendRawTransaction'
    if (!isSent && method !== 'eth_call') return
    const who = address()
    return who && chain.evm.request('hardhat_setBalance', [who, isSent ? '0x0' : `0x${ether.toString(16)}`])
  }
}

test('after a bundle reverted its operations are tried alone, and the one that reverts again is dropped', async () => {
  const accounts: SmartAccount[] = []
  const bundler = startBundler(emptiedOnSend(() => accounts[1]?.address))
  for (let count = 0; count < 3; count += 1) accounts.push(await newAccount(bundler))
  const hashes: Hex[] = []
  for (const account of accounts) hashes.push(await pay(account))
  const nonce = await sent()
  await run(bundler)
  expect(await Promise.all(hashes.map(statusOf))).toEqual(['done', 'dropped', 'done'])
  // All together, then each by itself.
  expect((await sent()) - nonce).toBe(4)
  const [, bad = '0x'] = hashes
  expect(await bundler.stateOf(bad)).toEqual({ isDropped: true, reason: 'The bundle reverted' })
})

test('a bundler that has lost its budget of an hour says so, pauses, and goes on when the hour is over', async () => {
  let treacherous: Hex | undefined
  const recorded = createRecordedLog()
  const losses = createLosses({ networkId, clock, log: recorded.log, perHour: 1n })
  const registry = new Registry()
  showLosses(new Map([[networkId, losses]]), registry)
  const paused = async () => (await registry.metrics()).match(/^gateway_bundler_paused\{.*\} (\d)$/m)?.[1]
  const bundler = startBundler(
    emptiedOnSend(() => treacherous),
    { losses },
  )
  const accounts = [await newAccount(bundler), await newAccount(bundler)] as const
  const hashes = [await pay(accounts[0]), await pay(accounts[1])]
  expect(await paused()).toBe('0')
  const nonce = await sent()
  const before = BigInt((await chain.evm.request('eth_getBalance', [executor.address, 'latest'])) as string) // a quantity
  treacherous = accounts[1].address
  await run(bundler)
  await run(bundler)
  expect((await sent()) - nonce).toBe(1)
  expect(await Promise.all(hashes.map(statusOf))).toEqual(['waiting', 'waiting'])
  const after = BigInt((await chain.evm.request('eth_getBalance', [executor.address, 'latest'])) as string) // a quantity
  expect(losses.total()).toBe(before - after)
  expect(await paused()).toBe('1')
  expect(recorded.text()).toContain('the bundler pauses')
  treacherous = undefined
  const honest = await newAccount(bundler)
  await expect(pay(honest)).rejects.toMatchObject({ code: -32_504 })
  await clock.advance(minutes(61))
  expect(await paused()).toBe('0')
  const hash = await pay(honest)
  await run(bundler)
  expect(await statusOf(hash)).toBe('done')
})

test('an operation whose tip is too low by now waits, and keeps nobody waiting', async () => {
  const bundler = startBundler()
  const [poor, rich] = [await pay(await newAccount(bundler)), await pay(await newAccount(bundler))]
  await db.query.update(userOperations).set({ priorityFee: 0n }).where(eq(userOperations.hash, poor))
  await run(bundler)
  expect([await statusOf(poor), await statusOf(rich)]).toEqual(['waiting', 'done'])
})

test('code that is good only while gas is free is seen through, and not even tried unless everybody is served', async () => {
  const sender: Hex = `0x${'c0de'.repeat(10)}`
  const [person] = chain.people
  if (!person) throw new Error('the local chain has nobody')
  // Reverts where the price of gas is not zero, and returns a zero otherwise.
  await chain.evm.request('hardhat_setCode', [sender, '0x3a156008575f5ffd5b60205ff3'])
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [sender] })
  await chain.send(person, { to: entryPoint07Address, data, value: ether })
  const open = startBundler(() => {}, { isForAll: true })
  const { standard } = (await open.answer('pimlico_getUserOperationGasPrice', [], asking)) as {
    standard: Record<string, Hex>
  } // as clients read it
  const operation = {
    sender,
    nonce: '0x0',
    callData: '0x',
    callGasLimit: '0xc350',
    verificationGasLimit: '0x186a0',
    preVerificationGas: '0xea60',
    signature: '0x',
    ...standard,
  }
  const send = (bundler: OwnBundler) =>
    bundler.answer('eth_sendUserOperation', [operation, entryPoint07Address], asking)
  await expect(send(open)).rejects.toMatchObject({
    code: -32_500,
    message: expect.stringContaining('AA23'),
  })
  await expect(send(startBundler())).rejects.toMatchObject({
    code: -32_500,
    message: expect.stringContaining('not served'),
  })
  // The same account without its trick is taken, where everybody is.
  await chain.evm.request('hardhat_setCode', [sender, '0x60205ff3'])
  await expect(send(open)).resolves.toMatch(/^0x/)
})

test('where the chain is slow the same bundle is signed again for more, and one of them is done', async () => {
  const bundler = startBundler()
  const account = await newAccount(bundler)
  const [before, nonce] = [await paid(), await sent()]
  const hash = await pay(account)
  await chain.evm.request('evm_setAutomine', [false])
  try {
    await run(bundler)
    await clock.advance(seconds(10))
    await run(bundler)
    expect(await db.query.select().from(bundleTransactions)).toHaveLength(1)
    await clock.advance(minutes(5))
    await run(bundler)
    const [first, second] = await db.query
      .select()
      .from(bundleTransactions)
      .orderBy(bundleTransactions.signedAt)
    expect((second?.maxFee ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.maxFee ?? 0n) * 11n)
    expect(await statusOf(hash)).toBe('sent')
    await chain.evm.request('evm_mine')
    await run(bundler)
  } finally {
    await chain.evm.request('evm_setAutomine', [true])
  }
  expect(await statusOf(hash)).toBe('done')
  expect([(await paid()) - before, (await sent()) - nonce]).toEqual([1n, 1])
})

test('an operation that somebody else has bundled is found, with its receipt', async () => {
  const bundler = startBundler()
  const hash = await pay(await newAccount(bundler))
  const [row] = await db.query.select().from(userOperations)
  const [person] = chain.people
  if (!row || !person) throw new Error('there is nothing to bundle')
  const data = handleOps([readOperation(row.operation)], person)
  await chain.send(person, { to: row.entryPoint, data, gas: 5_000_000n })
  expect(await bundler.answer('eth_getUserOperationReceipt', [hash], asking)).toMatchObject({ success: true })
  const nonce = await sent()
  await run(bundler)
  expect([await statusOf(hash), (await sent()) - nonce]).toEqual(['done', 0])
})

test('an operation takes the place of another of its nonce for a tenth more, and not for less', async () => {
  const bundler = startBundler()
  const account = await newAccount(bundler)
  const first = await account.signUserOperation(
    await account.prepareUserOperation({ calls: [{ to: somebody, value: 1n }] }),
  )
  const hash = await account.sendUserOperation(first)
  expect(await account.sendUserOperation(first)).toBe(hash)
  const dearer = async (tenths: bigint) =>
    account.signUserOperation({
      ...first,
      maxFeePerGas: (first.maxFeePerGas * tenths) / 10n + 1n,
      maxPriorityFeePerGas: (first.maxPriorityFeePerGas * tenths) / 10n + 1n,
    })
  await expect(account.sendUserOperation(await dearer(10n))).rejects.toMatchObject({ code: -32_602 })
  const second = await account.sendUserOperation(await dearer(12n))
  await run(bundler)
  expect([await statusOf(hash), await statusOf(second)]).toEqual(['dropped', 'done'])
})

test('a sender has a few operations in the pool, and none after too many have failed', async () => {
  const bundler = startBundler()
  const account = await newAccount(bundler)
  const lanes = Array.from({ length: 5 }, (_, lane) => BigInt(lane + 1))
  const sending = async (nonceKey: bigint) => {
    const prepared = await account.prepareUserOperation({ calls: [{ to: somebody }], nonceKey })
    return account.sendUserOperation(await account.signUserOperation(prepared))
  }
  // Deployed first: five that all deploy it could not all be done.
  await pay(account)
  await run(bundler)
  for (const lane of lanes.slice(0, 4)) await sending(lane)
  await expect(sending(9n)).rejects.toMatchObject({ code: -32_504 })
  await db.query.update(userOperations).set({ status: 'dropped', updatedAt: new Date(clock.now()) })
  const row = (await db.query.select().from(userOperations))[0]
  if (!row) throw new Error('there is no operation')
  const failed = Array.from({ length: 10 }, (_, index) => ({ ...row, hash: `0x${index}` as Hex }))
  await db.query.insert(userOperations).values(failed)
  await expect(sending(9n)).rejects.toMatchObject({
    code: -32_504,
    message: expect.stringContaining('failed'),
  })
  await clock.advance(minutes(61))
  await expect(sending(9n)).resolves.toMatch(/^0x/)
})
