/** Transactions: checked before the wallet sees them (S5-11), in the words of JSON-RPC. */
import type { TransactionRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkTransaction } from '@latchkey/spec/validation'
import { ask, type Eip1193Provider, isMethodMissing, ProviderError } from './provider.js'
import { type Hex, parseAmount, toHex } from './quantity.js'

const amounts = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'nonce'] as const
type Amount = (typeof amounts)[number]

export type RpcTransaction = { readonly from?: string; readonly to?: string; readonly data?: Hex } & {
  readonly [name in Amount]?: Hex
}

/** Throws the first thing that is wrong. Fields nobody knows are left out: a wallet might read them differently. */
export function rpcTransaction(transaction: TransactionRequest, from: string): RpcTransaction {
  const { to, data, from: given } = transaction
  const parsed = Object.fromEntries(
    amounts.flatMap((name) => {
      const value = transaction[name]
      return value === undefined || value === null ? [] : [[name, amount(value)]]
    }),
  ) as Partial<Record<Amount, bigint>> // built from `amounts` two lines above
  const [sender, target] = [text(given) ?? from, text(to)]
  const problem = checkTransaction({ ...parsed, from: sender, to: target })
  if (problem) throw problem
  if (sender.toLowerCase() !== from.toLowerCase()) {
    throw new LatchkeyError('transaction.address-invalid', { address: sender })
  }
  return {
    from,
    ...(target === undefined ? {} : { to: target }),
    ...(data === undefined || data === null ? {} : { data: calldata(data) }),
    ...Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, toHex(value)])),
  }
}

/** Answers with the hash. Some wallets know the method only under its newer name (S7-31). */
export async function sendTransaction(
  provider: Eip1193Provider,
  {
    from,
    chainId,
    transaction,
  }: { readonly from: string; readonly chainId: number; readonly transaction: TransactionRequest },
): Promise<Hex> {
  // The wallet refuses if it has moved to another network meanwhile.
  const params = [{ ...rpcTransaction(transaction, from), chainId: toHex(chainId) }]
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

function amount(value: unknown): bigint {
  const parsed = parseAmount(value)
  if (parsed === undefined) throw new LatchkeyError('amount.invalid', { amount: String(value) })
  return parsed
}

function calldata(data: unknown): Hex {
  if (isHex(data)) return data
  throw new LatchkeyError('calls.data-invalid', { n: 1 })
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
