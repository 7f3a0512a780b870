/** Why an operation is not taken, in the codes that bundlers share (ERC-7769), and what an EntryPoint says when it reverts. */
import { decodeErrorResult, parseAbi } from 'viem'
import type { Hex } from '../../chain/shapes.js'
import { RpcError } from '../../rpc/errors.js'

export const refusalCodes = {
  invalid: -32_602,
  account: -32_500,
  paymaster: -32_501,
  time: -32_503,
  throttled: -32_504,
  aggregator: -32_506,
  signature: -32_507,
  reverted: -32_521,
} as const

export class OperationRefused extends Error {
  override readonly name = 'OperationRefused'
  readonly code: number
  constructor(
    readonly kind: keyof typeof refusalCodes,
    message: string,
    /** The data of a revert, where there is one. */
    readonly data?: Hex,
  ) {
    super(message)
    this.code = refusalCodes[kind]
  }
}

const failures = parseAbi([
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  'error StepFailed(uint8 step, bytes reason)',
  'error Error(string message)',
])

/** What the numbers of the EntryPoint's own failures mean, for steps that the probe reports. */
const steps: Readonly<Record<number, string>> = {
  13: 'AA13 initCode failed or OOG',
  14: 'AA14 initCode must return sender',
  15: 'AA15 initCode must create sender',
  20: 'AA20 account not deployed',
  23: 'AA23 reverted',
  30: 'AA30 paymaster not deployed',
  33: 'AA33 reverted',
  50: 'AA50 postOp reverted',
}

export interface FailedOperation {
  /** Which of the bundle. */
  readonly index: number
  readonly reason: string
  readonly inner: Hex | undefined
}

/** The failed operation that a revert names; undefined where the revert is another, or none. */
export function failedOperation(cause: unknown): FailedOperation | undefined {
  const data = revertOf(cause)
  if (data === undefined) return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: failures, data })
    if (errorName === 'FailedOp') return { index: Number(args[0]), reason: args[1], inner: undefined }
    if (errorName === 'FailedOpWithRevert') return { index: Number(args[0]), reason: args[1], inner: args[2] }
    if (errorName !== 'StepFailed') return undefined
    return { index: 0, reason: steps[args[0]] ?? `AA${args[0]}`, inner: args[1] }
  } catch {
    return undefined
  }
}

function revertOf(cause: unknown): Hex | undefined {
  if (!(cause instanceof RpcError)) return undefined
  const { data } = cause
  return typeof data === 'string' && /^0x(?:[0-9a-f]{2})+$/i.test(data) ? (data as Hex) : undefined // just seen
}

/** The words of a revert inside, where it has some. */
function wordsOf(inner: Hex | undefined): string {
  if (inner === undefined || inner === '0x') return ''
  try {
    const { errorName, args } = decodeErrorResult({ abi: failures, data: inner })
    return errorName === 'Error' ? `: ${args[0]}` : ''
  } catch {
    return ''
  }
}

export function refusalOf({ reason, inner }: FailedOperation): OperationRefused {
  return new OperationRefused(kindOf(reason), `${reason}${wordsOf(inner)}`, inner)
}

function kindOf(reason: string): keyof typeof refusalCodes {
  if (reason.startsWith('AA24') || reason.startsWith('AA34')) return 'signature'
  if (reason.startsWith('AA22') || reason.startsWith('AA32')) return 'time'
  return /^AA[35]/.test(reason) ? 'paymaster' : 'account'
}
