/** Transactions: checked before the wallet sees them (S5-11), in the words of JSON-RPC. */
import type { TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkTransaction } from '@latchkey/spec/validation'
import { checkChainId, checkFields, checkFrom, type Place } from './place.js'
import { ask, type Eip1193Provider, isMethodMissing, ProviderError } from './provider.js'
import { type Hex, parseAmount, type Quantity, toHex } from './quantity.js'

const amounts = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const
type Amount = (typeof amounts)[number]

/** Everything a transaction may say. Any other field is refused with `transaction.field-unknown`. */
export type Eip155Transaction = {
  /** Absent where `data` creates a contract. */
  readonly to?: string | undefined
  readonly data?: Hex | undefined
  /** Refused unless it is the account that is shown. */
  readonly from?: string | undefined
  /** Refused with `network.mismatch` unless the wallet is on this chain. */
  readonly chainId?: Quantity | undefined
} & { readonly [name in Amount]?: Quantity | undefined }

const fields = ['to', 'data', 'from', 'chainId', ...amounts]

export type RpcTransaction = { readonly from: string; readonly to?: string; readonly data?: Hex } & {
  readonly [name in Amount]?: Hex
}

export interface RpcTransactionInput extends Place {
  /** Which one of a bundle, from 1. */
  readonly n?: number
}

/** Throws the first thing that is wrong. Nothing an app wrote is left out. */
export function rpcTransaction(
  transaction: TransactionRequest,
  { n = 1, ...place }: RpcTransactionInput,
): RpcTransaction {
  checkFields(transaction, fields)
  const [to, from, data] = [text(transaction.to), text(transaction.from), calldata(transaction.data, n)]
  const parsed = Object.fromEntries(
    amounts.flatMap((name) => {
      const value = transaction[name]
      return value === undefined || value === null ? [] : [[name, amount(value)]]
    }),
  ) as Partial<Record<Amount, bigint>> // built from `amounts` two lines above
  const problem = checkTransaction({ ...parsed, from, to })
  if (problem) throw problem
  // Without a target it would create a contract; without code that one would be empty, and keep what it was sent.
  if (to === undefined && !isCode(data)) {
    throw new LatchkeyError('transaction.address-invalid', { address: String(to) })
  }
  checkFrom(from, place)
  checkChainId(transaction.chainId, place)
  return {
    from: place.from,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, toHex(value)])),
  }
}

/** Answers with the hash. Some wallets know the method only under its newer name (S7-31). */
export async function sendTransaction(
  provider: Eip1193Provider,
  transaction: TransactionRequest,
  place: Place,
): Promise<Hex> {
  // The wallet refuses if it has moved to another network meanwhile.
  const params = [{ ...rpcTransaction(transaction, place), chainId: toHex(place.chainId) }]
  const hash = await ask(provider, { method: 'eth_sendTransaction', params }).catch((cause: unknown) => {
    if (!isMethodMissing(cause)) throw cause
    return ask(provider, { method: 'wallet_sendTransaction', params })
  })
  if (isHex(hash)) return hash
  throw new ProviderError({ code: -32603, message: 'The wallet answered with no transaction hash' }, hash)
}

/** What is given but no text becomes a text that no check lets through. */
function text(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : ''
}

/** Throws for what is no whole number, or one too large to be exact. */
export function amount(value: unknown): bigint {
  const parsed = parseAmount(value)
  if (parsed === undefined) throw new LatchkeyError('amount.invalid', { amount: String(value) })
  return parsed
}

function calldata(data: unknown, n: number): Hex | undefined {
  if (data === undefined || data === null) return undefined
  if (isHex(data)) return data
  throw new LatchkeyError('calls.data-invalid', { n })
}

const isCode = (data: Hex | undefined): boolean => data !== undefined && data.length > 2

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
