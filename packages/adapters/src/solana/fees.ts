/** What a transaction costs: its signatures, a tip as others pay it now, and what new accounts must hold. */
import type { TransactionFee, TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { scaleAmount } from '@latchkey/spec/validation'
import { type AskNode, amountOf, fieldsOf, valueOf } from './ask.js'
import { toBase64 } from './base64.js'
import { buildTransaction } from './build.js'
import { readRequest, type SolanaInstruction } from './transactions.js'
import { tryTransaction } from './trial.js'
import { readTransaction } from './wire.js'

export interface FeeInput {
  readonly ask: AskNode
  readonly payer: string
  readonly transaction: TransactionRequest
}

/** Two instructions say how much may be used and paid for; each takes this much itself. */
const budgetUnits = 300n
const fewestUnits = 1_000n
const microLamports = 1_000_000n
/** Somebody pays any price; nobody who sends a transfer means to. */
const mostPrice = 1_000_000n

export async function transactionFee({ ask, payer, transaction }: FeeInput): Promise<TransactionFee> {
  const request = readRequest(transaction)
  if (request.kind === 'bytes') return wholeFee(ask, request.bytes)
  const built = await buildTransaction(
    { ...request, limit: undefined, price: undefined },
    { ask, payer, versions: [0] },
  )
  const watched = built.created ? [built.created] : []
  const [trial, base, asked] = await Promise.all([
    tryTransaction(ask, built.bytes, watched),
    signatureFee(ask, built.bytes),
    request.price ?? usualPrice(ask, writtenBy(built.instructions)),
  ])
  if (trial.problem !== undefined) throw refused(trial.problem)
  const used = (trial.units ?? fewestUnits) + budgetUnits
  const limit = request.limit ?? max(fewestUnits, scaleAmount(used, limits.gasMultiplier))
  const price = min(asked, mostPrice)
  const deposit = built.created ? (trial.accounts?.[0]?.lamports ?? (await tokenAccountRent(ask))) : 0n
  // Tips are for what may be used, whatever is used in the end.
  const fee = base + tip(limit, price) + deposit
  return {
    gas: limit,
    likely: fee,
    most: fee,
    ...(deposit > 0n && { deposit }),
    fields: { computeUnitLimit: limit, computeUnitPrice: price },
  }
}

/** An app that made the transaction has said what it pays; nothing is added to it. */
async function wholeFee(ask: AskNode, bytes: Uint8Array): Promise<TransactionFee> {
  const [trial, fee] = await Promise.all([tryTransaction(ask, bytes, []), signatureFee(ask, bytes)])
  if (trial.problem !== undefined) throw refused(trial.problem)
  return { gas: trial.units ?? 0n, likely: fee, most: fee, fields: {} }
}

const refused = (reason: string) => new LatchkeyError('rpc.failed', { method: 'simulateTransaction', reason })

/** Nodes count tips in where the message has some; here it has none yet. */
async function signatureFee(ask: AskNode, bytes: Uint8Array): Promise<bigint> {
  const method = 'getFeeForMessage'
  const message = readTransaction(bytes)?.message
  if (!message) throw new LatchkeyError('transaction.unreadable')
  const answer = await ask(method, [toBase64(message), { commitment: 'confirmed' }])
  return amountOf(valueOf(answer), method)
}

/** What half of those pay who lately wrote to the same accounts, in micro-lamports a unit; 0 where nobody is in a hurry. */
async function usualPrice(ask: AskNode, accounts: readonly string[]): Promise<bigint> {
  const method = 'getRecentPrioritizationFees'
  // Nodes without it say so; then there is nothing to go by.
  const answer = await ask(method, [accounts.slice(0, 128)]).catch(() => [])
  const prices = (Array.isArray(answer) ? answer : [])
    .map((each) => amountOf(fieldsOf(each)?.prioritizationFee, method))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return prices[Math.floor(prices.length / 2)] ?? 0n
}

const writtenBy = (instructions: readonly SolanaInstruction[]): readonly string[] => [
  ...new Set(
    instructions.flatMap(({ accounts = [] }) =>
      accounts.filter(({ role }) => role % 2 === 1).map(({ address }) => address),
    ),
  ),
]

const tokenAccountLength = 165

async function tokenAccountRent(ask: AskNode): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return amountOf(await ask(method, [tokenAccountLength]), method)
}

const tip = (units: bigint, price: bigint) => (units * price + microLamports - 1n) / microLamports
const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
