/**
 * A paymaster (ERC-7677): promises to pay for operations of projects, within what the operator allows. What a promise may cost
 * is taken from the project's day before it is signed, under one lock, so that many at once never promise more than the
 * day has; when the promise is over, what it did not cost is given back.
 */
import { minutes, seconds } from '@latchkey/spec/limits'
import { and, eq, lt, sql } from 'drizzle-orm'
import { concat, encodeAbiParameters, keccak256, numberToHex, slice } from 'viem'
import type { Chain } from '../../chain/chain.js'
import type { Hex } from '../../chain/shapes.js'
import { topics } from '../../indexer/decode.js'
import type { Job } from '../../jobs/startJob.js'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { executionsOf } from '../../sessions/executions.js'
import { larger } from './gas.js'
import { requireModest } from './modest.js'
import { chainIdOf, costOf, type EntryPoint, type Operation, packed, written } from './operation.js'
import { createProbe } from './probe.js'
import { eventOf } from './receipts.js'
import { OperationRefused } from './refused.js'
import type { RequireServed } from './servedAccounts.js'
import type { Paymaster, SponsorPolicy } from './settings.js'
import { sponsorBudgets, sponsorships } from './tables.js'
import { requireSane } from './validate.js'

export interface Sponsor {
  /** What an operation looks like with this paymaster, before its gas is known. */
  stub(entryPoint: EntryPoint, projectId: string | undefined): Record<string, unknown>
  /** Reserves what it may cost, and signs. */
  promise(
    operation: Operation,
    entryPoint: EntryPoint,
    projectId: string | undefined,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>
  isFor(projectId: string | undefined): boolean
  /** Whether a network, as hex, is its own. */
  isOn(chainId: unknown): boolean
  readonly job: Job
}

/** How long a promise holds. */
const validity = minutes(10)
/** How much later it is believed to be over: blocks tell the time of those who make them. */
const lag = minutes(2)
const settleEvery = seconds(30)
const mostSettled = 100
/** Checking a signature, and reading who the signer is. */
const verificationGas = 60_000n
const someSignature: Hex = `0x${'ff'.repeat(32)}${'77'.repeat(32)}1c`

/** What a promise looks like: two times and a signature. */
const somePromise = concat([numberToHex(0, { size: 12 }), someSignature])

export interface SponsorInput {
  readonly db: Db
  readonly clock: Clock
  readonly chain: Chain
  readonly paymaster: Paymaster
  readonly requireServed: RequireServed
}

export function createSponsor({ db, clock, chain, paymaster, requireServed }: SponsorInput): Sponsor {
  const { networkId } = chain
  const { address, account } = paymaster
  const probe = createProbe(chain)

  function policyOf(projectId: string | undefined): SponsorPolicy | undefined {
    const named = projectId === undefined ? undefined : paymaster.projects.get(projectId)
    return named ?? paymaster.projects.get('*')
  }

  function requirePolicy({ version }: EntryPoint, projectId: string | undefined): SponsorPolicy {
    if (version !== '0.7')
      throw new OperationRefused('invalid', 'The paymaster pays for operations of EntryPoint 0.7')
    const policy = policyOf(projectId)
    if (!policy) throw new OperationRefused('paymaster', 'Nobody pays for operations of this project')
    return policy
  }

  function requireTargets({ targets }: SponsorPolicy, { callData }: Operation): void {
    if (!targets) return
    const isAllowed = readTargets(callData).every((target) => targets.has(target))
    if (!isAllowed) throw new OperationRefused('paymaster', 'It calls a contract that is not paid for')
  }

  /** Takes it from the project's day, or refuses. The lock on the day is what counts promises one after the other. */
  async function reserve(operation: Operation, projectId: string, perDay: bigint, fromBlock: number) {
    const { sender, nonce } = operation
    const cost = costOf(operation)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const validUntil = new Date(clock.now() + validity)
    const isDay = and(
      eq(sponsorBudgets.networkId, networkId),
      eq(sponsorBudgets.projectId, projectId),
      eq(sponsorBudgets.day, day),
    )
    const isNonce = and(
      eq(sponsorships.networkId, networkId),
      eq(sponsorships.sender, sender),
      eq(sponsorships.nonce, nonce),
      eq(sponsorships.projectId, projectId),
    )
    await db.query.transaction(async (tx) => {
      await tx.insert(sponsorBudgets).values({ networkId, projectId, day, used: 0n }).onConflictDoNothing()
      const [budget] = await tx.select().from(sponsorBudgets).where(isDay).for('update')
      const [before] = await tx.select().from(sponsorships).where(isNonce).for('update')
      // The chain takes one operation of a nonce: of several promises the dearest counts.
      const reserved = before?.day === day ? larger(before.reserved, cost) : cost
      const added = before?.day === day ? reserved - before.reserved : cost
      const used = (budget?.used ?? 0n) + added
      if (used > perDay)
        throw new OperationRefused('paymaster', 'What is paid for this project today is used up')
      await tx.update(sponsorBudgets).set({ used }).where(isDay)
      const row = { day, reserved, validUntil, paymaster: address }
      await tx
        .insert(sponsorships)
        .values({ networkId, sender, nonce, projectId, fromBlock, ...row })
        .onConflictDoUpdate({
          target: [sponsorships.networkId, sponsorships.sender, sponsorships.nonce, sponsorships.projectId],
          set: row,
        })
    })
    return validUntil
  }

  /** What an operation of this nonce has cost, where it was done with this paymaster. */
  async function spentOn(
    sender: Hex,
    nonce: bigint,
    fromBlock: number,
    signal: AbortSignal,
  ): Promise<bigint> {
    const { number } = await chain.newest({ signal })
    const word = (text: Hex): Hex => `0x${text.slice(2).padStart(64, '0')}`
    const blocks = { from: Math.min(fromBlock, number), to: number }
    const logs = await chain.logs(
      { blocks, topics: [topics.userOperation, null, word(sender), word(address)] },
      { signal },
    )
    const event = logs.map(eventOf).find((one) => one?.nonce === nonce)
    return event?.gasCost ?? 0n
  }

  async function settle(signal: AbortSignal): Promise<void> {
    const over = new Date(clock.now() - lag)
    const isOver = and(eq(sponsorships.networkId, networkId), lt(sponsorships.validUntil, over))
    const rows = await db.query.select().from(sponsorships).where(isOver).limit(mostSettled)
    for (const { sender, nonce, projectId, fromBlock, day } of rows) {
      const spent = await spentOn(sender, nonce, fromBlock, signal)
      const isDay = and(
        eq(sponsorBudgets.networkId, networkId),
        eq(sponsorBudgets.projectId, projectId),
        eq(sponsorBudgets.day, day),
      )
      await db.query.transaction(async (tx) => {
        // The day before its promises, as who promises locks them.
        await tx.select().from(sponsorBudgets).where(isDay).for('update')
        const [gone] = await tx
          .delete(sponsorships)
          .where(
            and(
              isOver,
              eq(sponsorships.sender, sender),
              eq(sponsorships.nonce, nonce),
              eq(sponsorships.projectId, projectId),
              eq(sponsorships.day, day),
            ),
          )
          .returning()
        // Another process was faster, or it was promised anew.
        if (!gone) return
        await tx
          .update(sponsorBudgets)
          .set({ used: sql`greatest(0, used - ${(gone.reserved - spent).toString()}::numeric)` })
          .where(isDay)
      })
    }
  }

  return {
    isFor: (projectId) => policyOf(projectId) !== undefined,
    isOn: (chainId) =>
      typeof chainId === 'string' &&
      /^0x[0-9a-f]{1,16}$/i.test(chainId) &&
      BigInt(chainId) === BigInt(chainIdOf(networkId)),
    stub(entryPoint, projectId) {
      requirePolicy(entryPoint, projectId)
      return {
        sponsor: { name: paymaster.name },
        paymaster: address,
        paymasterData: somePromise,
        paymasterVerificationGasLimit: numberToHex(verificationGas),
        paymasterPostOpGasLimit: '0x0',
        isFinal: false,
      }
    },
    async promise(operation, entryPoint, projectId, signal) {
      const policy = requirePolicy(entryPoint, projectId)
      const { paymasterVerificationGasLimit = verificationGas, paymasterPostOpGasLimit = 0n } = operation
      const limits = { paymasterVerificationGasLimit, paymasterPostOpGasLimit }
      const whole: Operation = { ...operation, ...limits, paymaster: address, paymasterData: '0x' }
      requireSane(whole)
      if (costOf(whole) > policy.perOperation)
        throw new OperationRefused('paymaster', 'The operation may cost more than is paid for one')
      requireTargets(policy, whole)
      await requireServed(whole, signal)
      const stubbed = { ...whole, paymasterData: somePromise }
      await requireModest({ operation: stubbed, entryPoint, chain, probe, signal })
      const { number } = await chain.newest({ signal })
      const end = await reserve(whole, projectId ?? '*', policy.perDay, number)
      const validUntil = Math.floor(end.getTime() / 1000)
      const hash = promiseHash(whole, { address, chainId: chainIdOf(networkId), validUntil })
      const signature = await account.signMessage({ message: { raw: hash } })
      const times = concat([numberToHex(validUntil, { size: 6 }), numberToHex(0, { size: 6 })])
      return { paymaster: address, paymasterData: concat([times, signature]), ...written(limits) }
    },
    job: { name: `settle promises of the paymaster of ${networkId}`, every: settleEvery, run: settle },
  }
}

function readTargets(callData: Hex): readonly Hex[] {
  try {
    return executionsOf(callData).map(({ target }) => target)
  } catch {
    throw new OperationRefused('paymaster', 'The operation is not one that the paymaster can read')
  }
}

const promiseFields = [
  { type: 'address' },
  { type: 'uint256' },
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'address' },
  { type: 'uint48' },
  { type: 'uint48' },
] as const

/** As the contract computes it. */
function promiseHash(
  operation: Operation,
  by: { readonly address: Hex; readonly chainId: number; readonly validUntil: number },
): Hex {
  const {
    sender,
    nonce,
    initCode,
    callData,
    accountGasLimits,
    preVerificationGas,
    gasFees,
    paymasterAndData,
  } = packed(operation)
  return keccak256(
    encodeAbiParameters(promiseFields, [
      sender,
      nonce,
      keccak256(initCode),
      keccak256(callData),
      accountGasLimits,
      preVerificationGas,
      gasFees,
      BigInt(slice(paymasterAndData, 20, 52)),
      BigInt(by.chainId),
      by.address,
      by.validUntil,
      0,
    ]),
  )
}
