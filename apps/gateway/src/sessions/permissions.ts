/** Whether what an operation would do was permitted. A kind of permission that is not known here permits nothing. */

import * as v from 'valibot'
import { type AbiFunction, size, slice, toFunctionSelector } from 'viem'
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

/** Coins that an allowance has to cover. */
export interface Spend {
  readonly permission: number
  readonly period: number
  readonly amount: bigint
  readonly allowance: bigint
}

const outside = (why: string) => refuse('cosigner', `The operation is not permitted: ${why}`)

/** Refuses what is outside the permissions; what comes back must still fit into what the allowance has left. */
export function judge(input: {
  readonly executions: readonly Execution[]
  readonly permissions: readonly Typed[]
  /** Whose account it is: a call to itself could change its rules. */
  readonly account: Hex
  /** What checks sessions for it: a call to that could open one, or put off the end of this one. */
  readonly validators: readonly Hex[]
  /** Coins that the account may have to pay for gas. */
  readonly fee: bigint
  /** Unix seconds. */
  readonly now: number
}): Spend | undefined {
  const { executions, permissions, account, validators, fee, now } = input
  // Whoever sets the price of gas can send coins with it, to whoever makes the block.
  let total = fee
  for (const execution of executions) {
    // Accounts of ERC-7579 take the zero address for themselves.
    if (execution.target === account || BigInt(execution.target) === 0n)
      throw outside('it calls the account itself')
    if (validators.includes(execution.target)) throw outside('it calls what checks the session')
    total += uncovered(execution, permissions)
  }
  return total === 0n ? undefined : spendOf(total, permissions, now)
}

/** The coins of a call that no permission for calls covers; refuses a call that none allows. */
function uncovered({ target, value, data }: Execution, permissions: readonly Typed[]): bigint {
  // A plain transfer is a matter of allowances only.
  if (data === '0x') return value
  const limits = permissions.flatMap((permission) => limitOf(permission, target, data))
  if (limits.length === 0) throw outside('it calls a contract or a function that was not named')
  return limits.some((limit) => value <= limit) ? 0n : value
}

/** The coins that may go with this call by this permission; nothing where it says nothing about the call. */
function limitOf({ type, data }: Typed, target: Hex, calldata: Hex): bigint[] {
  const read = type === 'contract-call' ? v.safeParse(contractCall, data) : undefined
  if (!read?.success || read.output.address !== target) return []
  const { abi = [], functions } = read.output
  if (functions === undefined) return [0n]
  if (size(calldata) < 4) return []
  const selector = slice(calldata, 0, 4)
  return functions
    .filter(({ functionName }) => selectorsOf(abi, functionName).includes(selector))
    .map(({ valueLimit }) => valueLimit ?? 0n)
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

function spendOf(amount: bigint, permissions: readonly Typed[], now: number): Spend {
  for (const [permission, { type, data }] of permissions.entries()) {
    const read = allowanceKinds.has(type) ? v.safeParse(nativeAllowance, data) : undefined
    if (!read?.success || now < read.output.start) continue
    const { allowance, start, period } = read.output
    if (amount > allowance) throw outside('it sends more than the allowance, gas included')
    return {
      permission,
      period: period === undefined ? 0 : Math.floor((now - start) / period),
      amount,
      allowance,
    }
  }
  throw outside('it sends coins, or pays for gas, without an allowance')
}
