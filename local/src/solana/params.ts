/** What callers may send: the schemas of parameters, in one place. */
import { type Address, isAddress } from '@solana/kit'
import * as v from 'valibot'
import { accountEncodings } from './encode.js'
import { RpcFailure } from './rpcFailure.js'
import { transactionEncodings } from './showTransaction.js'

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const slotNumber = whole
export const address = v.custom<Address>(
  (value) => typeof value === 'string' && value.length <= 44 && isAddress(value),
  'Invalid param: Invalid',
)
const base58 = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^[1-9A-HJ-NP-Za-km-z]+$/))
export const signature = v.pipe(base58(90), v.minLength(64))
export const addressList = (most: number) => v.pipe(v.array(address), v.maxLength(most))
export const signatureList = (most: number) => v.pipe(v.array(signature), v.maxLength(most))
export const hash = base58(44)
/** Old names of the commitments (S5-13) still come from old clients. */
const commitment = v.pipe(
  v.picklist(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']),
  v.transform((name) => {
    if (name === 'recent') return 'processed'
    if (name === 'single' || name === 'singleGossip') return 'confirmed'
    return name === 'root' || name === 'max' ? 'finalized' : name
  }),
)
/** Settings that are not read here are let through: clients send more than one node knows. */
const settings = <const entries extends v.ObjectEntries>(entries: entries) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => value ?? {}),
    v.looseObject({ commitment: v.nullish(commitment, 'finalized'), ...entries }),
  )

export const plainSettings = settings({})
const accountShape = {
  encoding: v.nullish(
    v.pipe(
      v.picklist([...accountEncodings, 'base64+zstd']),
      // The answer says which encoding it has, and compression is only ever a wish.
      v.transform((name) => (name === 'base64+zstd' ? 'base64' : name)),
    ),
  ),
  dataSlice: v.nullish(v.object({ offset: whole, length: whole })),
}
export const accountSettings = settings(accountShape)
export const textOfTransaction = v.pipe(v.string(), v.maxLength(4096))
const encoding = v.nullish(v.picklist(['base58', 'base64']), 'base58')
export const sendSettings = settings({
  encoding,
  skipPreflight: v.nullish(v.boolean(), false),
  preflightCommitment: v.nullish(commitment),
  maxRetries: v.nullish(whole),
})
export const simulateSettings = settings({
  encoding,
  sigVerify: v.nullish(v.boolean(), false),
  replaceRecentBlockhash: v.nullish(v.boolean(), false),
  innerInstructions: v.nullish(v.boolean()),
  accounts: v.nullish(
    v.object({
      addresses: v.pipe(v.array(address), v.maxLength(64)),
      encoding: v.nullish(v.picklist(accountEncodings), 'base64'),
    }),
  ),
})
export const historySettings = settings({
  before: v.nullish(signature),
  until: v.nullish(signature),
  limit: v.nullish(v.pipe(whole, v.minValue(1), v.maxValue(1000)), 1000),
})
/** The encoding alone, as clients sent it before there were settings. */
export const transactionSettings = v.union([
  v.pipe(
    v.picklist(transactionEncodings),
    v.transform((encoding) => ({
      encoding,
      commitment: 'finalized' as const,
      maxSupportedTransactionVersion: undefined,
    })),
  ),
  settings({
    encoding: v.nullish(v.picklist(transactionEncodings), 'json'),
    maxSupportedTransactionVersion: v.nullish(whole),
  }),
])
export const tokenFilter = v.union([v.object({ mint: address }), v.object({ programId: address })])

const memcmp = v.object({
  memcmp: v.object({
    offset: whole,
    bytes: v.pipe(v.string(), v.maxLength(256)),
    encoding: v.nullish(v.picklist(['base58', 'base64']), 'base58'),
  }),
})
const filter = v.union([v.object({ dataSize: whole }), memcmp])
export type AccountFilter = v.InferOutput<typeof filter>
export const programSettings = settings({
  ...accountShape,
  withContext: v.nullish(v.boolean(), false),
  filters: v.nullish(v.pipe(v.array(filter), v.maxLength(4)), []),
})
export const signatureSettings = settings({ enableReceivedNotification: v.nullish(v.boolean(), false) })
export const logsFilter = v.union([
  v.picklist(['all', 'allWithVotes']),
  v.object({ mentions: v.pipe(v.array(address), v.length(1)) }),
])
export const subscriptionId = whole

/** Parameters one by one, the rest of the list ignored; a wrong one is a refusal. */
export function readParams<const schemas extends readonly v.GenericSchema[]>(
  params: unknown,
  schemas: schemas,
): { [index in keyof schemas]: v.InferOutput<schemas[index]> } {
  if (!Array.isArray(params)) throw new RpcFailure(-32602, 'Invalid params: expected a list')
  const read = schemas.map((schema, index) => {
    const result = v.safeParse(schema, params[index])
    if (result.success) return result.output
    const [issue] = result.issues
    const what = params[index] === undefined ? 'invalid length' : issue?.message
    throw new RpcFailure(-32602, `Invalid params: ${what} (parameter ${index})`)
  })
  // Made from the schemas, in their order.
  return read as { [index in keyof schemas]: v.InferOutput<schemas[index]> }
}
