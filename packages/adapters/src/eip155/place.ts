/** Where a request would go: from which account, on which chain. What an app says about it is held against this. */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { eip155NetworkId, parseAmount } from './quantity.js'

export interface Place {
  readonly from: Address
  readonly chainId: number
  /** For the words of an error. */
  readonly wallet: string
}

/** A chain id in any spelling: number, bigint, decimal or hexadecimal text. What cannot be read is another chain. */
export function checkChainId(value: unknown, { chainId, wallet }: Omit<Place, 'from'>): void {
  if (value === undefined || value === null) return
  const expected = parseAmount(value)
  if (expected === BigInt(chainId)) return
  const written = typeof value === 'string' || typeof value === 'number' ? value : typeof value
  throw mismatch(`eip155:${expected ?? written}`, chainId, wallet)
}

export function checkNetworkId(
  expected: NetworkId | undefined,
  { chainId, wallet }: Omit<Place, 'from'>,
): void {
  if (expected === undefined || expected === eip155NetworkId(chainId)) return
  throw mismatch(expected, chainId, wallet)
}

export function checkFrom(value: string | undefined, { from, wallet }: Place): void {
  if (value === undefined || isSameAddress('eip155', value, from)) return
  throw new LatchkeyError('connection.account-changed', { wallet, address: value })
}

/** A field nobody reads would be lost without a word: a misspelt amount, a chain, a limit on gas. */
export function checkFields(given: object, known: readonly string[]): void {
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || value === null || known.includes(field)) continue
    throw new LatchkeyError('transaction.field-unknown', { field, known })
  }
}

const mismatch = (expected: string, chainId: number, wallet: string) =>
  new LatchkeyError('network.mismatch', { expected, actual: eip155NetworkId(chainId), wallet })
