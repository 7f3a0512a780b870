/** Asks the wallet for what a plan holds: the approval, then the swap; or both in one where it can (D-16). */
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import type { TransactionRequest } from '../../connector.js'
import type { KitContext } from '../../context.js'
import { titleText } from '../../money.js'
import { selectWallet } from '../../select.js'
import type { FollowedTransaction } from '../transactions/followed.js'
import type { SwapChain } from './chain.js'
import { checkOutcome, contractsOf } from './makePlan.js'
import { walletProblem } from './problems.js'
import {
  type SwapCall,
  SwapError,
  type SwapPlan,
  type SwapQuestion,
  type SwapStep,
  type UnfinishedSwap,
} from './types.js'
import type { Unfinished } from './unfinished.js'

export interface CarryOutInput {
  readonly context: KitContext
  readonly chain: SwapChain
  readonly unfinished: Unfinished
  readonly signal: AbortSignal
  tell(step: SwapStep, hash?: string): void
}

/** Resolves with the hash of the swap that went through. Throws the problem otherwise; nothing is signed unseen. */
export async function carryOut(input: CarryOutInput, plan: SwapPlan): Promise<string> {
  const { chain, signal, unfinished } = input
  const { question, approvals, swap } = plan
  // The price may have moved since it was shown: all of it is tried once more, as it will be signed.
  await tryAgain(input, plan, [...approvals, swap])
  if (plan.canBatch && approvals.length > 0) {
    const hash = await sendTogether(input, plan)
    if (hash !== undefined) return hash
  }
  for (const [index, call] of approvals.entries()) {
    input.tell('approve')
    const hash = await askWallet(input, question, 'approval', { ...call, ...plan.fee.fields[index] })
    // Back to zero is only the way there.
    if (index === approvals.length - 1) unfinished.write(leftOver(plan, hash, input.context.clock.now()))
    input.tell('approving', hash)
    const entry = await settle(input, question, { hash, kind: 'approve' })
    // One that was replaced may have been sent again for more gas; the chain is asked next.
    if (entry.status === 'failed') throw new SwapError({ code: 'approval-failed' })
  }
  if (approvals.length > 0) {
    const allowed = await chain.allowance(question, question.from.address, plan.spender, signal)
    // Wallets let people lower what they approve.
    if (allowed < question.amount) throw new SwapError({ code: 'allowance' })
    input.tell('check')
    await tryAgain(input, plan, [swap])
  }
  const fee = await swapFee(input, plan)
  input.tell('swap')
  const hash = await askWallet(input, question, 'swap', { ...swap, ...fee })
  unfinished.forget()
  input.tell('swapping', hash)
  return finish(await settle(input, question, { hash, kind: 'swap' }))
}

/** Behind an approval the gas was only guessed; now that it is mined it can be estimated. */
async function swapFee(
  { chain, signal, context }: CarryOutInput,
  { question, approvals, swap, fee }: SwapPlan,
): Promise<TransactionRequest | undefined> {
  if (approvals.length === 0) return fee.fields.at(-1)
  try {
    return (await chain.fee(question, swap, { signal })).fields
  } catch (cause) {
    context.log.info('The fee of a swap is left to the wallet', cause)
    return undefined
  }
}

const leftOver = ({ question, slippage, spender }: SwapPlan, hash: string, at: number): UnfinishedSwap => ({
  networkId: question.networkId,
  address: question.address,
  from: question.from.id,
  to: question.to.id,
  amount: question.amount.toString(),
  slippage,
  spender,
  hash,
  at,
})

async function tryAgain(
  { chain, signal }: CarryOutInput,
  { question, minimum }: SwapPlan,
  calls: readonly SwapCall[],
): Promise<void> {
  const outcome = await chain.simulate(question, calls, contractsOf(question), signal)
  // Where the node cannot try, the exchange itself holds to the minimum: a plan without either is never made.
  if (!outcome) return
  // It worked when it was shown, so what changed since is the price.
  if (!outcome.isSuccess && outcome.failedAt === calls.length - 1)
    throw new SwapError({ code: 'price-moved', reason: outcome.reason })
  checkOutcome(outcome, question, minimum)
}

/** `undefined` where the wallet cannot after all; a person who says no has decided. */
async function sendTogether(input: CarryOutInput, plan: SwapPlan): Promise<string | undefined> {
  const { context, signal } = input
  const { question, approvals, swap } = plan
  const { networkId, address } = question
  input.tell('batch')
  let id: string
  try {
    id = await context.sendCalls({
      calls: [...approvals, swap].map((call) => ({ ...call })),
      isAtomic: true,
      networkId,
      address,
      signal,
      meta: { kind: 'swap', title: titleOf(question) },
    })
  } catch (cause) {
    if (signal.aborted || isUserRejection(cause)) throw new SwapError(walletProblem(cause, 'swap'))
    if (isLatchkeyError(cause, 'connection.unsupported') || isAtomicRefusal(cause)) return undefined
    throw new SwapError(walletProblem(cause, 'swap'))
  }
  input.tell('batching')
  const connectorId = selectWallet(context.store.get(), 'eip155')?.connectorId
  const entry = await settle(input, question, {
    hash: id,
    kind: 'swap',
    ...(connectorId === undefined ? {} : { connectorId }),
  })
  return finish(entry)
}

/** EIP-5792: 5700 a capability is missing, 5750 and 5760 it cannot be atomic here. */
const atomicRefusals: readonly unknown[] = [5700, 5750, 5760]
function isAtomicRefusal(cause: unknown, depth = 8): boolean {
  if (depth === 0 || !(cause instanceof Object)) return false
  if ('code' in cause && atomicRefusals.includes(cause.code)) return true
  return 'cause' in cause && isAtomicRefusal(cause.cause, depth - 1)
}

async function askWallet(
  { context, signal }: CarryOutInput,
  question: SwapQuestion,
  step: 'approval' | 'swap',
  transaction: TransactionRequest,
): Promise<string> {
  const { networkId, address } = question
  try {
    return await context.sendTransaction({
      transaction,
      // D-11: the account and the network that were shown, or nobody.
      networkId,
      address,
      signal,
      meta: step === 'swap' ? { kind: 'swap', title: titleOf(question) } : approvalMeta(question),
    })
  } catch (cause) {
    throw new SwapError(walletProblem(cause, step))
  }
}

async function settle(
  { context, signal }: CarryOutInput,
  { networkId, address }: SwapQuestion,
  sent: { readonly hash: string; readonly kind: 'approve' | 'swap'; readonly connectorId?: string },
): Promise<FollowedTransaction> {
  const centre = await context.transactions()
  const { id } = centre.follow({ ...sent, networkId, address })
  return centre.settled(id, signal)
}

/** One that was sent again for more gas ended as its twin did; the centre calls a twin that reverted a failure. */
function finish({ status, replacement, hash, bundleHash, replacedBy }: FollowedTransaction): string {
  const isSpedUp = status === 'replaced' && replacement === 'sped-up'
  if (status === 'confirmed' || isSpedUp) return (isSpedUp ? replacedBy : bundleHash) ?? hash
  throw new SwapError({ code: status === 'failed' ? 'swap-failed' : 'swap-dropped' })
}

const titleOf = ({ from, to, amount }: SwapQuestion): string =>
  `Swap ${titleText(amount, from)} for ${to.symbol}`

const approvalMeta = ({ from, amount }: SwapQuestion) => ({
  kind: 'approve' as const,
  title: `Approve ${titleText(amount, from)}`,
})
