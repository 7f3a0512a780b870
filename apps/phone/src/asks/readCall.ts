/** A transaction as an app asks for it: every field read, or the whole refused. */
import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { getAddress } from 'viem'
import type { Call } from '../chain/send.js'

/** Characters of the data: what a node takes in one transaction. */
const longestData = 262_144

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
export const addressSchema = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{40}$/i),
  v.transform((text): Address => getAddress(text.toLowerCase())),
)
const bytes = v.pipe(
  v.string(),
  v.maxLength(longestData),
  v.regex(/^0x(?:[\da-f]{2})*$/i),
  // The pattern has just said so.
  v.transform((text) => text as Hex),
)
const nullish = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

const call = v.object({
  to: nullish(addressSchema),
  value: nullish(quantity),
  data: nullish(bytes),
  /** What some libraries call the data. */
  input: nullish(bytes),
})

const transaction = v.object({
  ...call.entries,
  from: addressSchema,
  gas: nullish(quantity),
  gasPrice: nullish(quantity),
  maxFeePerGas: nullish(quantity),
  maxPriorityFeePerGas: nullish(quantity),
  nonce: nullish(quantity),
})

export interface ReadTransaction {
  readonly from: Address
  readonly call: Call
}

export function readTransaction(input: unknown): ReadTransaction | undefined {
  const read = v.safeParse(transaction, input)
  if (!read.success) return undefined
  const { from, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, ...rest } = read.output
  const plain = callOf(rest)
  if (!plain) return undefined
  return {
    from,
    call: {
      ...plain,
      gas,
      // An old price is the most that is paid under the new rules.
      maxFeePerGas: maxFeePerGas ?? gasPrice,
      maxPriorityFeePerGas: maxPriorityFeePerGas ?? gasPrice,
      nonce: nonce === undefined ? undefined : Number(nonce),
    },
  }
}

export function readCall(input: unknown): Call | undefined {
  const read = v.safeParse(call, input)
  return read.success ? callOf(read.output) : undefined
}

function callOf({ to, value, data, input }: v.InferOutput<typeof call>): Call | undefined {
  // Two different bodies: nobody can know which one is meant.
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    return undefined
  const body = data ?? input
  if (to === undefined && (body === undefined || body === '0x')) return undefined
  return { to, value: value ?? 0n, data: body === '0x' ? undefined : body }
}
