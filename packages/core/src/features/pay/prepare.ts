/** Finds out what a payment takes: how much of the asset is there, what the fee is, and whether it arrives. */
import type { Address } from '@latchkey/spec/caip'
import type { KitContext } from '../../context.js'
import { quoteTransfer } from '../send/quote.js'
import type { Subject } from '../subject.js'
import { createSwapChain } from '../swaps/chain.js'
import { nativeAddress } from '../swaps/nativeAddress.js'
import type { PayOrder } from './payRequest.js'
import type { PayAsset, PayProblem, PaySource, PayStage } from './payState.js'

export interface Prepared {
  readonly sources: readonly PaySource[]
  readonly stage: PayStage
}

interface PrepareInput {
  readonly order: PayOrder
  readonly asset: PayAsset
  readonly payer: Address
  /** What the person would rather swap; without it, what is worth most. */
  readonly sourceId: string | undefined
  readonly signal: AbortSignal
}

export async function prepare(context: KitContext, input: PrepareInput): Promise<Prepared> {
  const { order, asset, payer, signal } = input
  const subject: Subject = { networkId: order.networkId, address: payer }
  const chain = createSwapChain(context)
  const native = { address: nativeAddress, isNative: true }
  const own = order.token ? { address: order.token, isNative: false } : native
  const [held = 0n, nativeHeld = 0n] = await chain.balances(subject, [own, native], signal)
  if (held < asset.units) {
    const { prepareSwap } = await import('./prepareSwap.js')
    return prepareSwap(context, { ...input, subject, held })
  }
  const stage = await directStage(context, { order, subject, asset, held, nativeHeld, signal })
  return { sources: [], stage }
}

async function directStage(
  context: KitContext,
  {
    order,
    subject,
    asset,
    held,
    nativeHeld,
    signal,
  }: {
    order: PayOrder
    subject: Subject
    asset: PayAsset
    held: bigint
    nativeHeld: bigint
    signal: AbortSignal
  },
): Promise<PayStage> {
  const transfer = { token: order.token, to: order.recipient, amount: asset.units }
  const quote = await quoteTransfer(context, { subject, transfer, signal })
  if (quote.status === 'refused') return stopped({ code: 'refused', reason: quote.reason })
  if (quote.status !== 'ready') {
    return { status: 'unknown', reason: quote.status === 'failed' ? quote.reason : '' }
  }
  const { fee, arrives } = quote
  // Whoever asks for an amount gets that amount.
  if (arrives !== undefined && arrives < asset.units) return stopped({ code: 'arrives-less' })
  const needed = fee.most + (order.token ? 0n : asset.units)
  if (nativeHeld < needed) {
    const { symbol, decimals } = fee
    return { status: 'short', of: 'fee', held: nativeHeld, symbol, decimals }
  }
  return { status: 'ready', way: { kind: 'direct', fee }, held }
}

const stopped = (problem: PayProblem): PayStage => ({ status: 'stopped', problem })
