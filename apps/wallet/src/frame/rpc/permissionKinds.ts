/** The kinds of permissions that the gateway holds an app to, in the spellings that are in use. */
import type { SessionPermission } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { functionSignature } from './functionSignature.js'
import { address, quantity } from './parseParams.js'
import { invalidParams } from './rpcFailure.js'

interface Asked {
  readonly type: string
  readonly data?: unknown
  readonly [field: string]: unknown
}

const second = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const small = v.pipe(
  address,
  v.transform((text) => text.toLowerCase()),
)
const abiItem = v.looseObject({
  type: v.string(),
  name: v.optional(v.string()),
  inputs: v.optional(v.array(v.unknown()), []),
})
const contractCall = v.strictObject({
  address: small,
  abi: v.optional(v.pipe(v.array(abiItem), v.maxLength(256)), []),
  functions: v.optional(
    v.pipe(
      // What else may be said of a call, such as its arguments, nobody would hold the app to.
      v.array(v.strictObject({ functionName: v.string(), valueLimit: v.optional(quantity) })),
      v.minLength(1),
      v.maxLength(32),
    ),
  ),
  /** Signatures, in the words of viem. */
  calls: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(32))),
  justification: v.optional(v.unknown()),
})

const words = { ticker: v.optional(v.unknown()), justification: v.optional(v.unknown()) }
const token = v.strictObject({
  /** Absent for coins. */
  address: v.optional(small),
  tokenAddress: v.optional(small),
  allowance: v.optional(quantity),
  periodAmount: v.optional(quantity),
  start: v.optional(second),
  startTime: v.optional(second),
  period: v.optional(v.pipe(second, v.minValue(1))),
  periodDuration: v.optional(v.pipe(second, v.minValue(1))),
  ...words,
})
/** The one policy that is an allowance said otherwise. */
const policies = v.optional(
  v.pipe(
    v.array(
      v.looseObject({ type: v.literal('token-allowance'), data: v.looseObject({ allowance: quantity }) }),
    ),
    v.maxLength(1),
  ),
  [],
)

const coins: readonly string[] = [
  'native-token-transfer',
  'native-token-allowance',
  'native-token-recurring-allowance',
  'native-token-periodic',
]
const tokens: readonly string[] = [
  'erc20-token-transfer',
  'erc20-token-allowance',
  'erc20-recurring-allowance',
  'erc20-token-periodic',
]

/** Every spelling that is read, as pages are told (ERC-7715). */
export const permissionTypes: readonly string[] = ['contract-call', ...coins, ...tokens]

/** Undefined for a kind that is not known; throws for one that is, with words that are not its own. */
export function readPermission(asked: Asked): SessionPermission | undefined {
  if (asked.type === 'contract-call') return readContractCall(asked)
  if (coins.includes(asked.type)) return readAllowance(asked, false)
  return tokens.includes(asked.type) ? readAllowance(asked, true) : undefined
}

function readContractCall({ data, policies: limits }: Asked): SessionPermission {
  const told = v.safeParse(contractCall, data)
  const isPlain = limits === undefined || (Array.isArray(limits) && limits.length === 0)
  if (!told.success || !isPlain) throw unreadable()
  const { address: target, abi, functions, calls } = told.output
  const named = functions ?? calls?.map((functionName) => ({ functionName, valueLimit: undefined }))
  if (!named) return { type: 'contract-call', data: { address: target } }
  const whole = named.flatMap(({ functionName, valueLimit }) =>
    signaturesOf(functionName, abi).map((signature) => ({
      functionName: signature,
      ...(valueLimit === undefined ? {} : { valueLimit }),
    })),
  )
  return { type: 'contract-call', data: { address: target, functions: whole } }
}

function readAllowance({ type, data, policies: limits }: Asked, isToken: boolean): SessionPermission {
  const [told, limit] = [v.safeParse(token, data ?? {}), v.safeParse(policies, limits)]
  if (!told.success || !limit.success) throw unreadable()
  const { tokenAddress, address: target = tokenAddress, start, startTime = start ?? 0 } = told.output
  const { period, periodDuration = period, allowance: total, periodAmount = total } = told.output
  const allowance = periodAmount ?? limit.output[0]?.data.allowance
  const isRecurring = type.includes('recurring') || type.includes('periodic')
  const hasPeriod = periodDuration !== undefined
  // An allowance in all that names a period, or the other way round, means one of two things.
  if (allowance === undefined || isRecurring !== hasPeriod || isToken !== (target !== undefined))
    throw unreadable()
  const every = hasPeriod ? { start: startTime, period: periodDuration } : undefined
  if (target === undefined)
    return every
      ? { type: 'native-token-recurring-allowance', data: { allowance, ...every } }
      : { type: 'native-token-transfer', data: { allowance } }
  return every
    ? { type: 'erc20-recurring-allowance', data: { address: target, allowance, ...every } }
    : { type: 'erc20-token-transfer', data: { address: target, allowance } }
}

/** A name alone means every function of that name in the ABI; without one it means nothing. */
function signaturesOf(name: string, abi: readonly v.InferOutput<typeof abiItem>[]): string[] {
  const written = name.includes('(')
    ? [name]
    : abi
        .filter((item) => item.type === 'function' && item.name === name)
        .map(({ inputs }) => `${name}(${inputs.map(typeOf).join(',')})`)
  if (written.length === 0) throw invalidParams('The functions of a permission are not those of its ABI')
  return written.map((each) => {
    const signature = functionSignature(each)
    if (signature === undefined) throw invalidParams('A permission names a function that there cannot be')
    return signature
  })
}

const input = v.looseObject({ type: v.string(), components: v.optional(v.array(v.unknown())) })

function typeOf(given: unknown): string {
  const told = v.safeParse(input, given)
  if (!told.success) throw unreadable()
  const { type, components } = told.output
  return type.startsWith('tuple') ? `(${(components ?? []).map(typeOf).join(',')})${type.slice(5)}` : type
}

const unreadable = () => invalidParams('A permission has words that the wallet would not hold the app to')
