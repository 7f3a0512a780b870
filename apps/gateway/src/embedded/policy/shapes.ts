/** The parameters of every method that a person approves, as the frame froze them and the worker signs them: one spelling, no others. */
import type { Hex } from '@latchkey/accounts'
import { walletLimits } from '@latchkey/spec/walletApi'
import * as v from 'valibot'

const hexBytes = v.pipe(
  v.string(),
  v.regex(/^0x(?:[0-9a-f]{2})*$/i, 'Expected bytes in hexadecimal'),
  // Just seen to be it.
  v.transform((text) => text as Hex),
)
const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
const ethereumAddress = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i, 'Expected an address'),
  v.transform((text) => text as Hex),
)
const text = v.pipe(v.string(), v.maxLength(walletLimits.payloadCharacters))

export const personalMessage = v.strictTuple([hexBytes, ethereumAddress])
export const typedDataParams = v.strictTuple([ethereumAddress, v.union([text, v.looseObject({})])])
export const typedData = v.looseObject({
  types: v.record(v.string(), v.array(v.looseObject({ name: v.string(), type: v.string() }))),
  primaryType: v.string(),
  domain: v.looseObject({
    name: v.optional(v.string()),
    chainId: v.optional(v.union([v.number(), v.string()])),
    verifyingContract: v.optional(v.string()),
  }),
  message: v.looseObject({}),
})
export type TypedData = v.InferOutput<typeof typedData>

/** Of an account that pays by itself. */
export const transaction = v.strictTuple([
  v.strictObject({
    from: ethereumAddress,
    to: v.optional(ethereumAddress),
    value: v.optional(quantity, '0x0'),
    data: v.optional(hexBytes, '0x'),
    gas: quantity,
    maxFeePerGas: quantity,
    maxPriorityFeePerGas: v.optional(quantity),
  }),
])

/** Of a smart account: the calls, and the most that they may cost together. */
export const calls = v.strictTuple([
  v.strictObject({
    from: ethereumAddress,
    calls: v.pipe(
      v.array(
        v.strictObject({
          to: ethereumAddress,
          value: v.optional(quantity, '0x0'),
          data: v.optional(hexBytes, '0x'),
        }),
      ),
      v.minLength(1),
      v.maxLength(100),
    ),
    gas: quantity,
    maxFeePerGas: quantity,
  }),
])

const base58Text = v.pipe(text, v.regex(/^[1-9A-HJ-NP-Za-km-z]*$/, 'Expected base58'))
const base64Text = v.pipe(v.string(), v.maxLength(4096), v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Expected base64'))
export const solanaMessage = v.looseObject({ message: base58Text, pubkey: v.string() })
export const solanaTransaction = v.looseObject({ transaction: base64Text })
export const solanaTransactions = v.looseObject({
  transactions: v.pipe(v.array(base64Text), v.minLength(1), v.maxLength(50)),
})
export const bitcoinMessage = v.looseObject({ message: text, account: v.string() })
