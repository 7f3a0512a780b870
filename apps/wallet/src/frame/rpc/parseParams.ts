/** What pages may hand in as parameters, in the several spellings that are in use; what is frozen has one. */
import { checkTransaction } from '@latchkey/spec/validation'
import * as v from 'valibot'
import { textBytes } from '../../keys/bytes.js'
import { invalidParams } from './rpcFailure.js'

export type Hex = `0x${string}`

const isHexText = (text: string): text is Hex => /^0x(?:[0-9a-f]{2})*$/i.test(text)
const toHex = (bytes: Uint8Array): Hex =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

export const address = v.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value),
  'Expected an address',
)
export const hexBytes = v.custom<Hex>(
  (value) => typeof value === 'string' && isHexText(value),
  'Expected bytes in hexadecimal',
)
/** Hexadecimal, a whole number, or its digits; frozen as the shortest hexadecimal. */
export const quantity = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ]),
  v.transform((value) => quantityOf(BigInt(value))),
)

export const quantityOf = (value: bigint): Hex => `0x${value.toString(16)}`

/** `personal_sign`: text or bytes, and the account; older libraries have them the other way round. */
export function readMessageParams(params: unknown): { readonly message: Hex; readonly account: string } {
  const [first, second] = read(v.tupleWithRest([v.string(), v.string()], v.unknown()), params)
  const isSwapped = v.is(address, first) && !v.is(address, second)
  const [message, account] = isSwapped ? [second, first] : [first, second]
  return { message: isHexText(message) ? message : toHex(textBytes(message)), account }
}

/** Typed data travels as an object or as its JSON. */
export function readTypedDataParams(params: unknown): {
  readonly account: Hex
  readonly data: Record<string, unknown>
} {
  const [account, given] = read(
    v.tupleWithRest([address, v.union([v.string(), v.record(v.string(), v.unknown())])], v.unknown()),
    params,
  )
  return { account, data: typeof given === 'string' ? parseJson(given) : given }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return v.parse(v.record(v.string(), v.unknown()), JSON.parse(text))
  } catch {
    throw invalidParams('The typed data is not JSON')
  }
}

const wanted = v.strictObject({
  from: v.optional(address),
  to: v.nullish(address),
  value: v.optional(quantity),
  data: v.optional(hexBytes),
  input: v.optional(hexBytes),
  gas: v.optional(quantity),
  gasLimit: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  chainId: v.optional(quantity),
  /** The wallet counts by itself: a nonce of a page's choosing could replace what is under way. */
  nonce: v.optional(v.unknown()),
  type: v.optional(v.picklist(['0x0', '0x1', '0x2', 'legacy', 'eip2930', 'eip1559'])),
  accessList: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0))),
})
export type WantedTransaction = v.InferOutput<typeof wanted>

/** Anything else than a plain transaction is refused: authorisations of EIP-7702 and blobs are no fields of it. */
export function readTransactionParams(params: unknown): WantedTransaction {
  const [transaction] = read(v.tupleWithRest([wanted], v.unknown()), params)
  const { data, input, gas, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase())
    throw invalidParams('data and input differ')
  if (gas !== undefined && gasLimit !== undefined && gas !== gasLimit)
    throw invalidParams('gas and gasLimit differ')
  const number = (value: Hex | undefined) => (value === undefined ? undefined : BigInt(value))
  const problem = checkTransaction({
    from: transaction.from,
    to: transaction.to ?? undefined,
    gasPrice: number(gasPrice),
    maxFeePerGas: number(maxFeePerGas),
    maxPriorityFeePerGas: number(maxPriorityFeePerGas),
  })
  if (problem) throw invalidParams(problem.message)
  return transaction
}

const bundle = v.looseObject({
  version: v.optional(v.string()),
  id: v.optional(v.pipe(v.string(), v.maxLength(4096))),
  chainId: v.optional(quantity),
  from: v.optional(address),
  calls: v.pipe(
    v.array(
      v.looseObject({ to: address, value: v.optional(quantity, '0x0'), data: v.optional(hexBytes, '0x') }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
  capabilities: v.optional(v.record(v.string(), v.unknown())),
})
export type WantedBundle = v.InferOutput<typeof bundle>

/** ERC-5792. */
export function readBundleParams(params: unknown): WantedBundle {
  return read(v.tupleWithRest([bundle], v.unknown()), params)[0]
}

export function read<schema extends v.GenericSchema>(schema: schema, params: unknown): v.InferOutput<schema> {
  const result = v.safeParse(schema, params)
  if (!result.success) throw invalidParams('The parameters are not those of the method')
  return result.output
}
