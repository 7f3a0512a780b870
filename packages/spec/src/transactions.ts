/** Checks before something is signed or sent: send form, EVM transactions, call bundles, Solana options (S5-10 to S5-13). */
import { isAddress } from './addresses.js'
import { compareDecimal, isDecimal } from './amounts.js'
import type { Namespace } from './caip.js'
import { LatchkeyError } from './errors.js'
import { limits } from './limits.js'
import { isSupportedOn } from './options.js'

/** S5-10: the first thing that is wrong, or undefined. An amount of zero is no amount. */
export function checkSend(input: {
  readonly namespace: Namespace
  readonly amount?: string | undefined
  readonly receiverAddress?: string | undefined
  readonly token?: unknown
}): LatchkeyError | undefined {
  const { namespace, amount, receiverAddress, token } = input
  if (!isSupportedOn('send', namespace)) return new LatchkeyError('send.unsupported-chain', { namespace })
  if (!amount || !receiverAddress) return new LatchkeyError('send.incomplete')
  if (!isDecimal(amount)) return new LatchkeyError('amount.invalid', { amount })
  if (compareDecimal(amount, '0') === 0) return new LatchkeyError('send.incomplete')
  if (!token) return new LatchkeyError('send.no-token')
  if (!isAddress(namespace, receiverAddress)) {
    return new LatchkeyError('address.invalid', { address: receiverAddress, ns: namespace })
  }
  return undefined
}

/** S5-11. Nodes refuse an address without its prefix, so here, unlike in S5-03, the 0x is required. */
export function checkTransaction(transaction: {
  readonly from?: string | undefined
  /** Absent when a contract is created. */
  readonly to?: string | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
}): LatchkeyError | undefined {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  for (const address of [transaction.from, transaction.to]) {
    if (address !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(address)) {
      return new LatchkeyError('transaction.address-invalid', { address })
    }
  }
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined)) {
    return new LatchkeyError('transaction.fees-mixed')
  }
  if (maxFeePerGas !== undefined && maxFeePerGas > limits.maxUint256) {
    return new LatchkeyError('transaction.max-fee-too-high')
  }
  if (
    maxFeePerGas !== undefined &&
    maxPriorityFeePerGas !== undefined &&
    maxPriorityFeePerGas > maxFeePerGas
  ) {
    return new LatchkeyError('transaction.tip-above-max')
  }
  return undefined
}

/** S5-12; `n` in the text counts from 1. */
export function checkCalls(
  calls: readonly { readonly to?: unknown; readonly data?: unknown }[],
): LatchkeyError | undefined {
  for (const [index, { to, data }] of calls.entries()) {
    if (!startsWith0x(to)) return new LatchkeyError('calls.to-invalid', { n: index + 1 })
    if (data !== undefined && !startsWith0x(data))
      return new LatchkeyError('calls.data-invalid', { n: index + 1 })
  }
  return undefined
}

function startsWith0x(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('0x')
}

/** S5-13 */
export const preflightCommitments = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const
export type PreflightCommitment = (typeof preflightCommitments)[number]

export function isPreflightCommitment(value: unknown): value is PreflightCommitment {
  return preflightCommitments.some((known) => known === value)
}

/** D-16: slippage in percent, 0.1 to 5. */
export function checkSlippage(percent: string): LatchkeyError | undefined {
  const { slippageMin: min, slippageMax: max } = limits
  const isInside =
    isDecimal(percent) && compareDecimal(percent, min) !== -1 && compareDecimal(percent, max) !== 1
  return isInside ? undefined : new LatchkeyError('swap.slippage-invalid', { min, max })
}

export type SendWarning =
  | 'first-time-recipient'
  | 'looks-like-recent'
  | 'contract-cannot-receive'
  | 'own-contract'

/**
 * D-19: what a person should know before sending. A look-alike shares the first and last four characters that are
 * shown of a recent address without being it.
 */
export function sendWarnings(input: {
  readonly namespace: Namespace
  readonly receiverAddress: string
  readonly recentAddresses: readonly string[]
  readonly tokenAddress?: string | undefined
  /** The receiver has code that refuses the token; undefined when that is not known. */
  readonly contractRefuses?: boolean | undefined
}): readonly SendWarning[] {
  const key = (address: string) =>
    input.namespace === 'eip155' ? address.replace(/^0x/, '').toLowerCase() : address
  const receiver = key(input.receiverAddress)
  const recent = input.recentAddresses.map(key)
  const warnings: SendWarning[] = []
  if (!recent.includes(receiver)) {
    warnings.push('first-time-recipient')
    if (recent.some((known) => ends(known) === ends(receiver))) warnings.push('looks-like-recent')
  }
  if (input.contractRefuses) warnings.push('contract-cannot-receive')
  if (input.tokenAddress !== undefined && key(input.tokenAddress) === receiver) warnings.push('own-contract')
  return warnings
}

function ends(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`
}
