/** The paymaster: whom it pays for, never more than the day has, and what it gives back. */
import { encodeCalls } from '@latchkey/accounts'
import { smartAccounts } from '@latchkey/local'
import { days, minutes } from '@latchkey/spec/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Hex } from '../../chain/shapes.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { startTestChain, type TestChain } from '../../testing/localChain.js'
import { askBundler, newOwner, operationEnvironment, ownAccount } from '../../testing/smartAccount.js'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.js'
import { readPaymasters } from './settings.js'
import { sponsorBudgets, sponsorships } from './tables.js'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.evm.close())

const somebody: Hex = `0x${'4d'.repeat(20)}`
const ether = 10n ** 18n
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** An operation that costs `cost` wei at most, in whole gas at a price of one gwei. */
function operation(cost: bigint, changes: Record<string, unknown> = {}) {
  const gas = cost / 10n ** 9n
  return {
    sender: newOwner().address,
    nonce: '0x0',
    callData: '0x',
    callGasLimit: `0x${gas.toString(16)}`,
    verificationGasLimit: '0x0',
    preVerificationGas: '0x0',
    paymasterVerificationGasLimit: '0x0',
    paymasterPostOpGasLimit: '0x0',
    maxFeePerGas: `0x${(10n ** 9n).toString(16)}`,
    maxPriorityFeePerGas: '0x1',
    ...changes,
  }
}

const promised = (gateway: TestGateway, asked: unknown) =>
  askBundler(gateway, 'pm_getPaymasterData', [asked, entryPoint, '0x7a69', {}])

describe('with a day of one ether', () => {
  let gateway: TestGateway
  // Noon of tomorrow: no test runs into another day, and promises are not over for the chain.
  const clock = createFakeClock((Math.floor(Date.now() / days(1)) + 1.5) * days(1))
  beforeAll(async () => {
    const policy = { perDay: String(ether), perOperation: String(ether / 4n), targets: [somebody] }
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
    const asked = Array.from({ length: 12 }, () => operation(ether / 5n, calling(somebody)))
    const answers = await Promise.allSettled(asked.map((one) => promised(gateway, one)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: -32_501, message: expect.stringContaining('used up') })
    const [budget] = await gateway.deps.db.query.select().from(sponsorBudgets)
    expect(budget?.used).toBe(ether)
  })

  test('what was promised and never done is given back when its time is over', async () => {
    await expect(promised(gateway, operation(1_000n * 10n ** 9n, calling(somebody)))).rejects.toMatchObject({
      code: -32_501,
    })
    await settled()
    const [budget] = await gateway.deps.db.query.select().from(sponsorBudgets)
    expect(budget?.used).toBe(0n)
  })

  test('the same nonce is promised again without being counted again; the dearest counts', async () => {
    const one = operation(ether / 10n, calling(somebody))
    const dearer = { ...one, callGasLimit: operation(ether / 5n).callGasLimit }
    for (const asked of [one, one, dearer, one]) await promised(gateway, asked)
    const rows = await gateway.deps.db.query
      .select()
      .from(sponsorships)
      .where(eq(sponsorships.sender, one.sender.toLowerCase() as Hex))
    expect(rows.map(({ reserved }) => reserved)).toEqual([ether / 5n])
  })

  test('an operation that is too dear, calls another contract, or cannot be read is not paid for', async () => {
    for (const asked of [
      operation(ether / 4n + 10n ** 9n, calling(somebody)),
      operation(1n, calling(`0x${'4e'.repeat(20)}`)),
      operation(1n),
    ])
      await expect(promised(gateway, asked)).rejects.toMatchObject({ code: -32_501 })
  })

  test('another network and another entry point are refused', async () => {
    const one = operation(1n, calling(somebody))
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

test('a project that nobody pays for is told so', async () => {
  const environment = operationEnvironment(chain.evm.url)
  const paymasters = Object.fromEntries(
    Object.entries(JSON.parse(environment.LATCHKEY_PAYMASTERS) as Record<string, object>).map(
      ([key, one]) => [key, { ...one, projects: { other: { perDay: '1' } } }],
    ),
  ) // as the helper wrote it
  const gateway = await startTestGateway({ ...environment, LATCHKEY_PAYMASTERS: JSON.stringify(paymasters) })
  const one = operation(1n)
  await expect(
    askBundler(gateway, 'pm_getPaymasterStubData', [one, entryPoint, '0x7a69', {}]),
  ).rejects.toMatchObject({ code: -32_501, message: expect.stringContaining('Nobody pays') })
  await gateway.stop()
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
