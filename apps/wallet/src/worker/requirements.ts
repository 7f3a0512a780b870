/** What must hold between an approved request and what is signed for it, for every kind of account alike. */
import * as v from 'valibot'

export interface Fees {
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas?: string | undefined
}

/** A fifth (S9-08), counted in whole numbers. */
const isWithin = (most: string, now: string): boolean => BigInt(now) * 5n <= BigInt(most) * 6n

/** Between the approval and the signature the network may have become dearer, and by how much is bounded. */
export function requireFees(approved: Fees, now: Fees): void {
  const tip = approved.maxPriorityFeePerGas ?? approved.maxFeePerGas
  const isKept =
    isWithin(approved.gas, now.gas) &&
    isWithin(approved.maxFeePerGas, now.maxFeePerGas) &&
    isWithin(tip, now.maxPriorityFeePerGas ?? '0x0')
  if (!isKept) throw new RangeError('The fee rose above what was approved')
}

const withChain = v.looseObject({ domain: v.looseObject({ chainId: v.optional(v.unknown()) }) })

/** Typed data that names a network names the active one. */
export function requireChain(typedData: unknown, chainId: string): void {
  const told = v.parse(withChain, typedData).domain.chainId
  if (told === undefined) return
  const isActive =
    (typeof told === 'number' || typeof told === 'string') &&
    /^(?:\d+|0x[0-9a-f]+)$/i.test(String(told)) &&
    BigInt(told) === BigInt(chainId.slice('eip155:'.length))
  if (!isActive) throw new RangeError('The typed data is for another network')
}
