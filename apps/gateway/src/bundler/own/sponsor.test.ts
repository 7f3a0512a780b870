/** The paymaster: whom it pays for, never more than the day has, and what it gives back. */
import { counterfactualAddress, deploymentCall, encodeCalls } from '@latchkey/accounts'
import { smartAccounts } from '@latchkey/local'
import { days, minutes } from '@latchkey/spec/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chainOf } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import { createMigratedDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { local, startTestChain, type TestChain } from '../../testing/localChain.js'
import { untilWaiting } from '../../testing/lockWait.js'
import { askBundler, newOwner, operationEnvironment, ownAccount } from '../../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { readBundlerRules, readPaymasters } from './settings.js'
import { createSponsor } from './sponsor.js'
import { sponsorBudgets, sponsorships } from './tables.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.evm.close())

const somebody: Hex = `0x${'4d'.repeat(20)}`
/** What is given away each day. */
const wholeDay = 16n * 10n ** 15n
const gwei = 10n ** 9n
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

const toHex = (value: bigint): Hex => `0x${value.toString(16)}`

/** An operation that costs `cost` wei at most, in whole gas at a price of one gwei. */
function operation(cost: bigint, changes: Record<string, unknown> = {}) {
  const [own, calls] = [65_000n, 50_000n]
  const owner = newOwner().address
  return {
    sender: counterfactualAddress({ owner }),
    ...deploymentCall({ owner }),
    nonce: '0x0',
    callData: '0x',
    callGasLimit: toHex(calls),
    verificationGasLimit: toHex(cost / gwei - own - calls),
    preVerificationGas: toHex(own),
    paymasterVerificationGasLimit: '0x0',
    paymasterPostOpGasLimit: '0x0',
    maxFeePerGas: toHex(gwei),
    maxPriorityFeePerGas: '0x1',
    ...changes,
  }
}

const little = 200_000n * gwei
const promised = (gateway: TestGateway, asked: unknown) =>
  askBundler(gateway, 'pm_getPaymasterData', [asked, entryPoint, '0x7a69', {}])

describe('with a day of 0.016 ether', () => {
  let gateway: TestGateway
  // Noon of tomorrow: no test runs into another day, and promises are not over for the chain.
  const clock = createFakeClock((Math.floor(Date.now() / days(1)) + 1.5) * days(1))
  beforeAll(async () => {
    const policy = { perDay: String(wholeDay), perOperation: String(wholeDay / 4n), targets: [somebody] }
    gateway = await startTestGateway(operationEnvironment(chain.evm.url, policy), { clock })
  })
  afterAll(() => gateway.stop())
  /** The time of all promises is over, and the job has seen it. */
  const settled = () =>
    vi.waitFor(
      async () => {
        await clock.advance(minutes(13))
        expect(await gateway.deps.db.query.select().from(sponsorships)).toEqual([])
      },
      { timeout: 20_000 },
    )
  const calling = (to: Hex) => ({ callData: encodeCalls([{ to }]) })

  test('many at once are never promised more than the day has', async () => {
    const asked = Array.from({ length: 12 }, () => operation(wholeDay / 5n, calling(somebody)))
    const answers = await Promise.allSettled(asked.map((one) => promised(gateway, one)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: -32_501, message: expect.stringContaining('used up') })
    const [budget] = await gateway.deps.db.query.select().from(sponsorBudgets)
    expect(budget?.used).toBe(wholeDay)
  })

  test('what was promised and never done is given back when its time is over', async () => {
    await expect(promised(gateway, operation(little, calling(somebody)))).rejects.toMatchObject({
      code: -32_501,
    })
    await settled()
    const [budget] = await gateway.deps.db.query.select().from(sponsorBudgets)
    expect(budget?.used).toBe(0n)
  })

  test('the same nonce is promised again without being counted again; the dearest counts', async () => {
    const one = operation(wholeDay / 10n, calling(somebody))
    const dearer = { ...one, verificationGasLimit: operation(wholeDay / 5n).verificationGasLimit }
    for (const asked of [one, one, dearer, one]) await promised(gateway, asked)
    const rows = await gateway.deps.db.query
      .select()
      .from(sponsorships)
      .where(eq(sponsorships.sender, one.sender.toLowerCase() as Hex))
    expect(rows.map(({ reserved }) => reserved)).toEqual([wholeDay / 5n])
  })

  test('an operation that is too dear, calls another contract, or cannot be read is not paid for', async () => {
    for (const asked of [
      operation(wholeDay / 4n + gwei, calling(somebody)),
      operation(little, calling(`0x${'4e'.repeat(20)}`)),
      operation(little),
    ])
      await expect(promised(gateway, asked)).rejects.toMatchObject({ code: -32_501 })
  })

  test.each([
    ['a price above what any client asks', { maxFeePerGas: toHex(10n * gwei) }, -32_501, 'The fees'],
    [
      'a tip above what any client asks',
      { maxFeePerGas: toHex(4n * gwei), maxPriorityFeePerGas: toHex(4n * gwei) },
      -32_501,
      'The fees',
    ],
    ['a tip above its price', { maxPriorityFeePerGas: toHex(2n * gwei) }, -32_602, 'above maxFeePerGas'],
    [
      'more for its bundler than the bundler needs',
      { preVerificationGas: toHex(200_000n) },
      -32_501,
      'preVerificationGas',
    ],
    [
      'the same behind a signature of many bytes',
      { preVerificationGas: toHex(1_500_000n), signature: `0x${'ff'.repeat(30_000)}` },
      -32_501,
      'preVerificationGas',
    ],
    ['gas that its calls do not use', { callGasLimit: toHex(400_000n) }, -32_501, 'callGasLimit'],
    [
      'gas that nothing uses afterwards',
      { paymasterPostOpGasLimit: toHex(400_000n) },
      -32_501,
      'callGasLimit',
    ],
    ['less for its bundler than that', { preVerificationGas: '0x1' }, -32_602, 'at least'],
    ['a factory of somebody else', { factory: somebody }, -32_500, 'not served'],
    ['an account of somebody else', { factory: null, factoryData: null }, -32_500, 'not served'],
  ])(
    '%s is not paid for, since whoever carries an operation is given that',
    async (_, changes, code, words) => {
      const asked = operation(little, { ...calling(somebody), ...changes })
      await expect(promised(gateway, asked)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      })
    },
  )

  test('another network and another entry point are refused', async () => {
    const one = operation(little, calling(somebody))
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData']) {
      await expect(askBundler(gateway, method, [one, entryPoint, '0x1', {}])).rejects.toMatchObject({
        code: -32_602,
      })
      const newer = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
      await expect(askBundler(gateway, method, [one, newer, '0x7a69', {}])).rejects.toMatchObject({
        code: -32_602,
      })
    }
  })

  test('an operation that was done costs what it cost', async () => {
    const account = ownAccount(gateway, chain, newOwner())
    const hash = await account.sendCalls({ calls: [{ to: somebody }], paymaster: {} })
    const asked = () => askBundler(gateway, 'eth_getUserOperationReceipt', [hash])
    const receipt = await vi.waitFor(
      async () => {
        // Its job goes by the clock of the test.
        await clock.advance(1_000)
        const found = (await asked()) as { actualGasCost: Hex; paymaster: Hex } | null // ERC-7769
        expect(found).not.toBeNull()
        return found
      },
      { timeout: 20_000 },
    )
    expect(receipt?.paymaster).toBe(smartAccounts.paymaster.toLowerCase())
    await settled()
    const [budget] = await gateway.deps.db.query.select().from(sponsorBudgets)
    expect(budget?.used).toBe(BigInt(receipt?.actualGasCost ?? 0))
  })
})

test('a promise that is over is settled while the same is promised anew, and neither keeps the other from it', async () => {
  const { db } = await createMigratedDatabase()
  const key = `0x${'ab'.repeat(32)}`
  const settings = { [local.networkId]: { address: somebody, key, projects: { '*': { perDay: '9' } } } }
  const paymaster = readPaymasters(JSON.stringify(settings)).get(local.networkId)
  if (!paymaster) throw new Error('there is no paymaster')
  const network = chainOf(chain.rpc, local.networkId)
  const clock = createFakeClock()
  const requireServed = () => Promise.reject(new Error('nothing is promised'))
  const { job } = createSponsor({ db, clock, chain: network, paymaster, requireServed })
  const place = { networkId: local.networkId, projectId: '*', day: '2026-01-01' }
  await db.query.insert(sponsorBudgets).values({ ...place, used: 7n })
  const promise = { sender: somebody, nonce: 0n, reserved: 3n, fromBlock: 0, validUntil: new Date(0) }
  await db.query.insert(sponsorships).values({ ...place, ...promise, paymaster: somebody })
  try {
    const { settling } = await db.query.transaction(async (promising) => {
      await promising.select().from(sponsorBudgets).for('update')
      const settling = Promise.allSettled([job.run(new AbortController().signal)])
      await untilWaiting(db)
      await promising.select().from(sponsorships).for('update')
      return { settling }
    })
    expect(await settling).toMatchObject([{ status: 'fulfilled' }])
    expect(await db.query.select().from(sponsorBudgets)).toMatchObject([{ used: 4n }])
  } finally {
    await db.close()
  }
})

test('a project that nobody pays for is told so', async () => {
  const environment = operationEnvironment(chain.evm.url)
  const paymasters = Object.fromEntries(
    Object.entries(JSON.parse(environment.LATCHKEY_PAYMASTERS) as Record<string, object>).map(
      ([key, one]) => [key, { ...one, projects: { other: { perDay: '1' } } }],
    ),
  ) // as the helper wrote it
  const gateway = await startTestGateway({ ...environment, LATCHKEY_PAYMASTERS: JSON.stringify(paymasters) })
  const one = operation(little)
  await expect(
    askBundler(gateway, 'pm_getPaymasterStubData', [one, entryPoint, '0x7a69', {}]),
  ).rejects.toMatchObject({ code: -32_501, message: expect.stringContaining('Nobody pays') })
  await gateway.stop()
})

test('one operation may cost a twentieth of the day, unless the operator says otherwise', () => {
  const key = `0x${'ab'.repeat(32)}`
  const projects = { '*': { perDay: '1000' }, shop: { perDay: '1000', perOperation: '7' } }
  const read = readPaymasters(JSON.stringify({ 'eip155:1': { address: somebody, key, projects } }))
  const policies = read.get('eip155:1')?.projects
  expect([policies?.get('*')?.perOperation, policies?.get('shop')?.perOperation]).toEqual([50n, 7n])
})

test('a bundler serves the accounts that its rules name, or everybody, and may lose what they say', () => {
  const read = (rules: object) => readBundlerRules(JSON.stringify({ 'eip155:1': rules })).get('eip155:1')
  const usual = { accounts: new Set(), isForAll: false, lossPerHour: 10n ** 16n }
  expect(read({})).toEqual(usual)
  expect(read({ accounts: '*' })).toEqual({ ...usual, isForAll: true })
  expect(read({ accounts: [somebody.toUpperCase().replace('X', 'x')], lossPerHour: '5' })).toEqual({
    accounts: new Set([somebody]),
    isForAll: false,
    lossPerHour: 5n,
  })
  for (const broken of [{ accounts: ['x'] }, { accounts: 'all' }, { lossPerHour: 5 }, { account: [] }])
    expect(() => read(broken)).toThrow(/look at eip155:1/)
})

test('settings name what is wrong with them, and repeat no key', () => {
  const key = `0x${'ab'.repeat(32)}`
  const good = { address: somebody, key, projects: { '*': { perDay: '1' } } }
  expect([...readPaymasters(JSON.stringify({ 'eip155:1': good })).keys()]).toEqual(['eip155:1'])
  for (const broken of [
    { ...good, key: `${key}00` },
    { ...good, projects: { '*': { perDay: 1.5 } } },
    { ...good, adress: somebody },
    { ...good, key: `0x${'00'.repeat(32)}` },
  ])
    expect(() => readPaymasters(JSON.stringify({ 'eip155:1': broken }))).toThrow(
      /^(?!.*abab).*look at eip155:1/,
    )
})
