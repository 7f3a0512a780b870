/** Makes a swap ready to be signed: asks for its transactions, reads and tries them, and counts what they cost. */
import { asAddress } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { scaleAmount } from '@latchkey/spec/validation'
import type { Simulation } from '../../adapter.js'
import type { SwapChain } from './chain.js'
import type { BuiltSwap, Exchange } from './exchange.js'
import { leastOf } from './leastOf.js'
import { nativeAddress } from './nativeAddress.js'
import { approvalData, checkUnread, readApproval, readSwap } from './readCalldata.js'
import { type SwapCall, SwapError, type SwapFee, type SwapPlan, type SwapQuestion } from './types.js'

export interface MakePlanInput {
  readonly exchange: Exchange
  readonly chain: SwapChain
  /** Whether the wallet takes several calls as one, all or nothing. */
  canBatch(): Promise<boolean>
  now(): number
}

/** Throws the problem that keeps it from being shown; one that only keeps it from being signed is in the plan. */
export async function makePlan(
  input: MakePlanInput,
  { question, slippage }: { readonly question: SwapQuestion; readonly slippage: string },
  signal: AbortSignal,
): Promise<SwapPlan> {
  const { exchange, chain } = input
  const { from, amount } = question
  const [quote, built, [balance = 0n, nativeBalance = 0n]] = await Promise.all([
    exchange.quote(question, signal),
    exchange.build(question, slippage, signal),
    chain.balances(question, [from, { address: nativeAddress, isNative: true }], signal),
    // S8-03: said before anything is signed.
    exchange.gasPrice(question.networkId, signal),
  ])
  if (balance < amount) throw new SwapError({ code: 'balance' })
  // What is built is held to what was quoted: its own word alone could promise anything.
  if (built.amountOut < leastOf(quote.amountOut, slippage)) throw new SwapError({ code: 'price-moved' })

  const swap: SwapCall = {
    to: asAddress(built.to),
    data: built.data,
    value: from.isNative ? amount : 0n,
  }
  const least = leastOf(built.amountOut, slippage)
  const reading = readSwap(built, question, input.now())
  if (reading.kind === 'held' && reading.minimum < least) throw wrong('it allows less than the slippage says')
  const minimum = reading.kind === 'held' ? reading.minimum : least
  if (minimum === 0n) throw wrong('it may give nothing')
  if (reading.kind === 'unknown')
    checkUnread(built, await exchange.tokens(question.networkId, { fresh: false }))

  const approvals = await approvalsFor(input, question, swap, signal)
  const [{ calls, isTried }, canBatch] = await Promise.all([
    trySwap(chain, question, { approvals, swap, minimum }, signal),
    approvals.length > 0 ? input.canBatch() : false,
  ])
  const fee = await feeOf(chain, question, calls, built, signal)
  // Nobody has seen it work: it must at least say itself what it gives.
  if (!isTried && reading.kind === 'unknown') throw wrong('it can be neither read nor tried')
  const needed = fee.most + (from.isNative ? amount : 0n)
  return {
    question,
    slippage,
    amountOut: built.amountOut,
    minimum,
    isHeld: reading.kind === 'held',
    priceImpact: quote.priceImpact,
    swap,
    approvals: calls.slice(0, -1),
    spender: swap.to,
    canBatch,
    fee,
    problem: nativeBalance < needed ? { code: 'gas-funds' } : undefined,
    expiresAt: quote.expiresAt,
  }
}

/** One for exactly the amount, where the chain says that less is allowed (D-16). */
async function approvalsFor(
  { exchange, chain }: MakePlanInput,
  question: SwapQuestion,
  swap: SwapCall,
  signal: AbortSignal,
): Promise<readonly SwapCall[]> {
  const { from, to, amount } = question
  // A wrapped coin burns its own; nobody takes it.
  const isUnwrapping = to.isNative && swap.to.toLowerCase() === from.address.toLowerCase()
  if (from.isNative || isUnwrapping) return []
  const [allowed, data] = await Promise.all([
    chain.allowance(question, from.address, swap.to, signal),
    exchange.approval(question, signal),
  ])
  const told = readApproval(data)
  if (told.spender.toLowerCase() !== swap.to.toLowerCase()) throw wrong('it approves somebody else')
  if (told.amount !== amount) throw wrong('it approves another amount')
  if (allowed >= amount) return []
  const approve = (value: bigint): SwapCall => ({
    to: from.address,
    data: approvalData(swap.to, value),
    value: 0n,
  })
  // Some tokens change an allowance only by way of zero; whether this one does is tried next.
  return allowed > 0n ? [approve(0n), approve(amount)] : [approve(amount)]
}

interface Tried {
  readonly calls: readonly SwapCall[]
  readonly isTried: boolean
}

async function trySwap(
  chain: SwapChain,
  question: SwapQuestion,
  { approvals, swap, minimum }: { approvals: readonly SwapCall[]; swap: SwapCall; minimum: bigint },
  signal: AbortSignal,
): Promise<Tried> {
  const all = [...approvals, swap]
  if (approvals.length === 2) {
    const direct = all.slice(1)
    const outcome = await simulate(chain, question, direct, signal)
    if (outcome?.isSuccess) return { calls: checked(direct, outcome, question, minimum), isTried: true }
  }
  const outcome = await simulate(chain, question, all, signal)
  if (!outcome) return { calls: all, isTried: false }
  return { calls: checked(all, outcome, question, minimum), isTried: true }
}

/** The calls, where what they do is what they should. */
function checked(
  calls: readonly SwapCall[],
  outcome: Simulation,
  question: SwapQuestion,
  minimum: bigint,
): readonly SwapCall[] {
  checkOutcome(outcome, question, minimum)
  return calls
}

const simulate = (
  chain: SwapChain,
  question: SwapQuestion,
  calls: readonly SwapCall[],
  signal: AbortSignal,
): Promise<Simulation | undefined> => chain.simulate(question, calls, contractsOf(question), signal)

/** Whose balances tell what a swap does. */
export const contractsOf = ({ from, to }: SwapQuestion) =>
  [from, to].filter(({ isNative }) => !isNative).map(({ address }) => address)

/** No more leaves than the amount, and no less arrives than the least. */
export function checkOutcome(outcome: Simulation, { from, to, amount }: SwapQuestion, minimum: bigint): void {
  if (!outcome.isSuccess) throw new SwapError({ code: 'would-fail', reason: outcome.reason })
  const { native, tokens } = outcome
  const [spent, got] = [
    from.isNative ? native : tokens[0],
    to.isNative ? native : tokens[from.isNative ? 0 : 1],
  ]
  if (!spent || !got) throw wrong('it was not measured')
  if (spent.before - spent.after > amount) throw wrong('it takes more than the amount')
  if (!from.isNative && native.after < native.before) throw wrong('it takes native coins too')
  if (got.after - got.before < minimum) throw new SwapError({ code: 'price-moved' })
}

/** Gas of an approval where the network cannot say, in units; more than any plain token needs. */
const approvalGas = 80_000n
const swapGas = 400_000n

async function feeOf(
  chain: SwapChain,
  question: SwapQuestion,
  calls: readonly SwapCall[],
  built: BuiltSwap,
  signal: AbortSignal,
): Promise<SwapFee> {
  const last = calls.length - 1
  const fees = await Promise.all(
    calls.map((call, index) => {
      const isFirst = index === 0
      const guess = index === last ? (built.gas ?? swapGas) : approvalGas
      const guessed = { gas: scaleAmount(guess, limits.gasMultiplier), signal }
      // Only the first can be estimated as things are; what follows depends on it.
      if (!isFirst) return chain.fee(question, call, guessed)
      return chain.fee(question, call, { signal }).catch(() => chain.fee(question, call, guessed))
    }),
  )
  return {
    most: fees.reduce((sum, { most }) => sum + most, 0n),
    fields: fees.map(({ fields }) => fields),
  }
}

const wrong = (reason: string) => new SwapError({ code: 'wrong-transaction', reason })
