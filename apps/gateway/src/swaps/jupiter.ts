/** Swaps on Solana by Jupiter: one order says what arrives, and carries the transaction to sign once it knows by whom. */
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import { askProvider, type ProviderInput } from '../prices/provider.js'
import type { CallOptions } from '../rpc/rpc.js'

/** Of mints, in the smallest unit. */
export interface SolanaSwapQuestion {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export interface SolanaSwapQuote {
  readonly amountOut: bigint
  /** What arrives at least: the chain refuses the transaction otherwise. */
  readonly least: bigint
}

export interface SolanaSwapTransaction extends SolanaSwapQuote {
  /** Base64, without the user's signature. */
  readonly transaction: string
  /** What Jupiter calls the order, for whoever sends it back there. */
  readonly requestId: string
}

export interface SolanaSwaps {
  quote(question: SolanaSwapQuestion, options: CallOptions): Promise<SolanaSwapQuote>
  /** `slippage` in hundredths of a percent. */
  build(
    question: SolanaSwapQuestion & { readonly user: string; readonly slippage: bigint },
    options: CallOptions,
  ): Promise<SolanaSwapTransaction>
}

/** The only network that it serves. */
export const jupiterNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** How this wire writes the coin itself, and how Jupiter does: as the mint that wraps it. */
const nativeCoin = 'So11111111111111111111111111111111111111111'
const wrappedCoin = 'So11111111111111111111111111111111111111112'
const mintOf = (address: string) => (address === nativeCoin ? wrappedCoin : address)

const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)
/** Where there is no way, the amounts are missing and `errorMessage` says why. */
const order = v.looseObject({
  outAmount: v.optional(amount),
  otherAmountThreshold: v.optional(amount),
  transaction: v.nullish(v.string()),
  requestId: v.optional(v.string(), ''),
})

const whole = 10_000n
/** Solana takes no transaction beyond this. */
const transactionBytes = 1_232

export function createJupiter(input: ProviderInput & { readonly key: string }): SolanaSwaps {
  async function ask(
    { from, to, amount: units, user }: SolanaSwapQuestion & { readonly user?: string },
    { signal }: CallOptions,
  ) {
    if (mintOf(from) === mintOf(to)) throw refuse('asset', 'A token cannot be swapped for itself')
    if (units === 0n) throw refuse('parameter', 'The amount must be more than nothing')
    const query = new URLSearchParams({
      inputMint: mintOf(from),
      outputMint: mintOf(to),
      amount: units.toString(),
      ...(user === undefined ? {} : { taker: user }),
    })
    const url = `https://api.jup.ag/ultra/v1/order?${query}`
    const headers = { 'x-api-key': input.key }
    const told = await askProvider(input, { provider: 'jupiter', url, headers, schema: order, signal })
    const { outAmount, otherAmountThreshold: least, transaction, requestId } = told
    if (!outAmount || least === undefined)
      throw refuse('parameter', 'There is insufficient liquidity for this swap')
    return { amountOut: outAmount, least, transaction, requestId }
  }

  return {
    async quote(question, options) {
      const { amountOut, least } = await ask(question, options)
      return { amountOut, least }
    },

    async build({ slippage, ...question }, options) {
      const { transaction, ...told } = await ask(question, options)
      // Who cannot pay gets an order without a transaction.
      if (!transaction) throw refuse('parameter', 'The account cannot pay for this swap')
      if (payerOf(transaction) !== question.user)
        throw refuse('unavailable', 'jupiter gave a transaction that is not a swap of this account')
      // Jupiter chooses the slippage; more than the user allows is not passed on.
      if (told.least < (told.amountOut * (whole - slippage)) / whole)
        throw refuse('parameter', 'The swap would fail: the price moves more than the slippage allows')
      return { ...told, transaction }
    },
  }
}

/** Whose signature comes first, and who pays; undefined where the text is no transaction. */
function payerOf(text: string): string | undefined {
  try {
    const bytes = base64.decode(text)
    // Signatures are counted in one byte: more than 127 fit into no transaction.
    const signatures = bytes[0] ?? 0
    const message = 1 + signatures * 64
    const isVersioned = ((bytes[message] ?? 0) & 0x80) !== 0
    const keys = message + (isVersioned ? 1 : 0) + 3
    const payer = bytes.subarray(keys + 1, keys + 33)
    return bytes.length <= transactionBytes && payer.length === 32 ? base58.encode(payer) : undefined
  } catch {
    return undefined
  }
}
