/** Whether what an operation would do was permitted. A kind of permission that is not known here permits nothing. */

import * as v from 'valibot'
import { type AbiFunction, decodeFunctionData, erc20Abi, size, slice, toFunctionSelector } from 'viem'
import { chainAddress, type Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Execution } from './executions.js'
import type { Typed } from './tables.js'

const wei = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ]),
  v.transform((text) => BigInt(text)),
)
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const contractCall = v.looseObject({
  address: chainAddress,
  abi: v.optional(
    v.pipe(v.array(v.looseObject({ type: v.string(), name: v.optional(v.string()) })), v.maxLength(256)),
  ),
  functions: v.optional(
    v.pipe(
      v.array(v.looseObject({ functionName: v.string(), valueLimit: v.optional(wei) })),
      v.maxLength(64),
    ),
  ),
})

/** Coins, in all or in each period of so many seconds. */
const nativeAllowance = v.looseObject({
  allowance: wei,
  start: v.optional(whole, 0),
  period: v.optional(v.pipe(whole, v.minValue(1))),
})

const allowanceKinds: ReadonlySet<string> = new Set([
  'native-token-recurring-allowance',
  'native-token-transfer',
])

/** The same of one token, for what `transfer` sends. */
const tokenAllowance = v.looseObject({ address: chainAddress, ...nativeAllowance.entries })

const tokenKinds: ReadonlySet<string> = new Set(['erc20-recurring-allowance', 'erc20-token-transfer'])

/** What an allowance has to cover: coins, or units of its token. */
export interface Spend {
  readonly permission: number
  readonly period: number
  readonly amount: bigint
  readonly allowance: bigint
}

/** Unix seconds. */
interface SessionTime {
  readonly now: number
  /** When the session was made. Periods begin no earlier: an app could choose a start whose period is about to end. */
  readonly madeAt: number
}

const outside = (why: string) => refuse('cosigner', `The operation is not permitted: ${why}`)

/** Refuses what is outside the permissions; what comes back must still fit into what each allowance has left. */
export function judge(input: {
  readonly executions: readonly Execution[]
  readonly permissions: readonly Typed[]
  /** Whose account it is: a call to itself could change its rules. */
  readonly account: Hex
  /** What checks sessions for it: a call to that could open one, or put off the end of this one. */
  readonly validators: readonly Hex[]
  /** Coins that the account may have to pay for gas. */
  readonly fee: bigint
  readonly time: SessionTime
}): readonly Spend[] {
  const { executions, permissions, account, validators, fee, time } = input
  // Whoever sets the price of gas can send coins with it, to whoever makes the block.
  let total = fee
  const spends = new Map<number, Spend>()
  for (const execution of executions) {
    // Accounts of ERC-7579 take the zero address for themselves.
    if (execution.target === account || BigInt(execution.target) === 0n)
      throw outside('it calls the account itself')
    if (validators.includes(execution.target)) throw outside('it calls what checks the session')
    const sent = tokensOf(execution, permissions, time)
    if (!sent) {
      total += coinsOf(execution, permissions)
      continue
    }
    const amount = (spends.get(sent.permission)?.amount ?? 0n) + sent.amount
    if (amount > sent.allowance) throw outside('it sends more of the token than the allowance')
    spends.set(sent.permission, { ...sent, amount })
    total += execution.value
  }
  const coins = total === 0n ? [] : [spendOf(total, permissions, time)]
  return [...coins, ...spends.values()]
}

/** Where a token has an allowance, that is what its transfers are held to, whatever else permits calls to it. */
function tokensOf(
  { target, data }: Execution,
  permissions: readonly Typed[],
  time: SessionTime,
): Spend | undefined {
  const amount = transferred(data)
  if (amount === undefined) return undefined
  let isNamed = false
  for (const [permission, { type, data: given }] of permissions.entries()) {
    const read = tokenKinds.has(type) ? v.safeParse(tokenAllowance, given) : undefined
    if (!read?.success || read.output.address !== target) continue
    isNamed = true
    if (time.now >= read.output.start) return { permission, amount, ...periodOf(read.output, time) }
  }
  if (isNamed) throw outside('the allowance of the token has not begun')
  return undefined
}

/** How much `transfer` sends; undefined for every other call. */
function transferred(data: Hex): bigint | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return functionName === 'transfer' ? args[1] : undefined
  } catch {
    return undefined
  }
}

/**
 * The coins of a call, all of which an allowance has to cover: what a function may be sent is a limit of each call, and
 * a limit of each call is none in all. Refuses a call that no permission names, or with more coins than it may have.
 */
function coinsOf({ target, value, data }: Execution, permissions: readonly Typed[]): bigint {
  // A plain transfer is a matter of allowances only.
  if (data === '0x') return value
  const limits = permissions.flatMap((permission) => limitsOf(permission, target, data))
  if (limits.length === 0) throw outside('it calls a contract or a function that was not named')
  if (!limits.some((limit) => limit === 'allowance' || value <= limit))
    throw outside('it sends more coins with a call than its function may be sent')
  return value
}

/** The most coins of one call by this permission, or as many as the allowance has; nothing where it does not name the call. */
function limitsOf({ type, data }: Typed, target: Hex, calldata: Hex): (bigint | 'allowance')[] {
  const read = type === 'contract-call' ? v.safeParse(contractCall, data) : undefined
  if (!read?.success || read.output.address !== target) return []
  const { abi = [], functions } = read.output
  if (functions === undefined) return ['allowance']
  if (size(calldata) < 4) return []
  const selector = slice(calldata, 0, 4)
  return functions
    .filter(({ functionName }) => selectorsOf(abi, functionName).includes(selector))
    .map(({ valueLimit }) => valueLimit ?? 'allowance')
}

function selectorsOf(abi: readonly object[], functionName: string): Hex[] {
  // A whole signature names itself; a bare name is looked up.
  const named = functionName.includes('(')
    ? [functionName]
    : (abi.filter(
        (item) => 'type' in item && item.type === 'function' && 'name' in item && item.name === functionName,
      ) as AbiFunction[]) // as far as is used, checked by what throws below
  return named.flatMap((item) => {
    try {
      return [toFunctionSelector(item)]
    } catch {
      return []
    }
  })
}

function spendOf(amount: bigint, permissions: readonly Typed[], time: SessionTime): Spend {
  for (const [permission, { type, data }] of permissions.entries()) {
    const read = allowanceKinds.has(type) ? v.safeParse(nativeAllowance, data) : undefined
    if (!read?.success || time.now < read.output.start) continue
    if (amount > read.output.allowance) throw outside('it sends more than the allowance, gas included')
    return { permission, amount, ...periodOf(read.output, time) }
  }
  throw outside('it sends coins, or pays for gas, without an allowance')
}

function periodOf(
  { allowance, start, period }: v.InferOutput<typeof nativeAllowance>,
  { now, madeAt }: SessionTime,
) {
  const since = Math.max(0, now - Math.max(start, madeAt))
  return { allowance, period: period === undefined ? 0 : Math.floor(since / period) }
}
