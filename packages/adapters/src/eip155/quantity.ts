/** Numbers on their way to and from JSON-RPC. */
import { type NetworkId, networkId } from '@latchkey/spec/caip'

export type Hex = `0x${string}`

/** A whole number, as apps write them. Text is decimal, or hexadecimal with its prefix. */
export type Quantity = bigint | number | string

export function toHex(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Wallets write chain ids as hexadecimal text, decimal text or numbers; anything else is none. */
export function parseChainId(value: unknown): number | undefined {
  const isReadable =
    typeof value === 'number' || (typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value))
  const id = isReadable ? Number(value) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function eip155NetworkId(chainId: number): NetworkId {
  return networkId({ namespace: 'eip155', reference: chainId })
}

/** An amount an app gave: bigint, decimal or hexadecimal text, or a whole number small enough to be exact. */
export function parseAmount(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value) ? BigInt(value) : undefined
}
