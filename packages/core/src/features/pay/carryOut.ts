/** Makes a payment: the network first, then a swap where one is needed, then the transfer, then until it is in a block. */
import type { Address } from '@latchkey/spec/caip'
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import type { KitContext } from '../../context.js'
import { titleText } from '../../money.js'
import { pageOrigin } from '../../pageOrigin.js'
import { estimateFee } from '../fees.js'
import { transferTransaction } from '../send/quote.js'
import type { FollowedTransaction, FollowInput, TransactionMeta } from '../transactions/followed.js'
import type { PayOrder, PayReceipt } from './payRequest.js'
import type { PayAsset, PayProblem, PayStep, PayWay } from './payState.js'

/** What is thrown inside; the state shows the problem. */
export class PayError extends Error {
  override readonly name = 'PayError'
  readonly problem: PayProblem
  constructor(problem: PayProblem, options?: ErrorOptions) {
    super(problem.code, options)
    this.problem = problem
  }
}

export interface CarryOutInput {
  readonly context: KitContext
  readonly order: PayOrder
  readonly asset: PayAsset
  readonly payer: Address
  readonly way: PayWay
  readonly signal: AbortSignal
  tell(step: PayStep, hash?: string): void
}

/** A payment that the wallet has sent, as it is followed. */
export type SentPayment = Pick<FollowInput, 'hash' | 'address' | keyof TransactionMeta>

/** Ends when the wallet has sent it. */
export async function carryOut(input: CarryOutInput): Promise<SentPayment> {
  const { context, order, asset, payer, way, signal, tell } = input
  const { networkId, namespace, recipient, token } = order
  const isThere = () => context.store.get().activeNetworks[namespace]?.networkId === networkId
  if (!isThere()) {
    tell('network')
    await context.switchNetwork({ networkId, signal })
  }
  if (way.kind === 'swap') await swapFirst(input, way)
  const subject = { networkId, address: payer }
  const transfer = { token, to: recipient, amount: asset.units }
  const transaction = await transferTransaction(context, subject, transfer)
  const { fields } =
    way.kind === 'direct' ? way.fee : await estimateFee(context, { ...subject, transaction, signal })
  const meta = metaOf(input)
  tell('wallet')
  const hash = await context.sendTransaction({
    transaction: { ...transaction, ...fields },
    namespace,
    // D-11: the account and the network that were shown, or nobody.
    address: payer,
    networkId,
    signal,
    meta,
  })
  return { hash, address: payer, ...meta }
}

/** Waits for a payment that was sent, whichever of its twins the network takes. */
export async function settled(
  { context, order, signal }: Pick<CarryOutInput, 'context' | 'order' | 'signal'>,
  sent: SentPayment,
): Promise<PayReceipt> {
  const centre = await context.transactions()
  const { networkId } = order
  const follow = (hash: string) => centre.follow({ ...sent, networkId, hash })
  let entry = await centre.settled(follow(sent.hash).id, signal)
  // Wallets speed a payment up by sending it again for more; that one counts if it goes through.
  while (entry.status === 'replaced' && entry.replacement === 'sped-up' && entry.replacedBy) {
    entry = await centre.settled(follow(entry.replacedBy).id, signal)
  }
  if (entry.status === 'confirmed') return receiptOf(order, entry)
  if (entry.status === 'failed') throw new PayError({ code: 'reverted' })
  throw new PayError({ code: entry.status === 'replaced' ? 'replaced' : 'dropped' })
}

const receiptOf = (
  { request, networkId, recipient }: PayOrder,
  { hash, address }: FollowedTransaction,
): PayReceipt => ({
  hash,
  networkId,
  asset: request.asset,
  amount: request.amount,
  recipient,
  reference: request.reference,
  payer: address,
  status: 'confirmed',
})

function metaOf({ asset, order }: Pick<CarryOutInput, 'asset' | 'order'>): TransactionMeta {
  const site = hostOf(pageOrigin())
  return {
    kind: 'pay',
    title: `Pay ${titleText(asset.units, asset)}`,
    ...(site ? { detail: `To ${site}` } : {}),
    ...(order.key ? { reference: order.key } : {}),
  }
}

/** Who asks: where the page is from, which it cannot choose. */
const hostOf = (origin: string | undefined): string | undefined => {
  try {
    return origin ? new URL(origin).host : undefined
  } catch {
    return undefined
  }
}

async function swapFirst(
  { context, order, asset, payer, signal, tell }: CarryOutInput,
  { plan }: Extract<PayWay, { kind: 'swap' }>,
): Promise<void> {
  const [{ carryOut: swap }, { createSwapChain }, { createUnfinished }, { SwapError }] = await Promise.all([
    import('../swaps/carryOut.js'),
    import('../swaps/chain.js'),
    import('../swaps/unfinished.js'),
    import('../swaps/types.js'),
  ])
  const chain = createSwapChain(context)
  try {
    await swap({ context, chain, unfinished: createUnfinished(context), signal, tell }, plan)
  } catch (cause) {
    throw cause instanceof SwapError ? new PayError(swapProblem(cause.problem), { cause }) : cause
  }
  const [held = 0n] = await chain.balances(
    { networkId: order.networkId, address: payer },
    [plan.question.to],
    signal,
  )
  if (held < asset.units) throw new PayError({ code: 'failed', reason: 'less arrived than was promised' })
}

function swapProblem({
  code,
  reason,
}: {
  readonly code: string
  readonly reason?: string | undefined
}): PayProblem {
  if (code === 'approval-rejected' || code === 'swap-rejected') return { code: 'declined' }
  if (code === 'price-moved' || code === 'would-fail') {
    return { code: 'failed', reason: 'the price moved; nothing was swapped' }
  }
  return { code: 'failed', reason: reason ?? code }
}

/** What went wrong, in kinds that a screen can speak about. */
export function problemOf(cause: unknown): PayProblem {
  if (cause instanceof PayError) return cause.problem
  if (isUserRejection(cause)) return { code: 'declined' }
  if (isLatchkeyError(cause, 'connection.timeout') || isLatchkeyError(cause, 'relay.request-expired')) {
    return { code: 'timeout' }
  }
  if (isLatchkeyError(cause, 'connection.account-changed')) return { code: 'account' }
  if (isLatchkeyError(cause, 'network.mismatch')) return { code: 'network' }
  const words = cause instanceof Error ? cause.message : ''
  return { code: 'failed', reason: words.split('\n', 1)[0]?.slice(0, 200) ?? '' }
}

/** For whoever asked for the payment. */
export function errorOf(problem: PayProblem): LatchkeyError {
  if (problem.code === 'declined') return new LatchkeyError('pay.declined')
  const reason = 'reason' in problem && problem.reason ? problem.reason : words[problem.code]
  return new LatchkeyError('pay.failed', { reason })
}

const words: Readonly<Record<PayProblem['code'], string>> = {
  declined: 'it was declined',
  timeout: 'the wallet did not answer',
  account: 'the account in the wallet is another one',
  network: 'the wallet is on another network',
  elsewhere: 'another window is paying it',
  'arrives-less': 'the token keeps a part of every transfer',
  refused: 'the token refuses it',
  reverted: 'the transaction failed on the network',
  replaced: 'the wallet sent something else in its place',
  dropped: 'the network lost the transaction',
  failed: 'it could not be sent',
}
