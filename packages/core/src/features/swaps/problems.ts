/** What went wrong, in the words of a swap. */
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { SwapError, type SwapProblem } from './types.js'

/** For what the gateway or the chain said. */
export function problemOf(cause: unknown): SwapProblem {
  if (cause instanceof SwapError) return cause.problem
  const reason = refusalOf(cause)
  if (!reason) return { code: 'unavailable', cause }
  const { field, description } = reason
  if (field === 'chainId' || field === 'chain') return { code: 'unsupported', cause }
  if (/insufficient liquidity/i.test(description)) return { code: 'no-liquidity', cause }
  // The gateway tries what it builds where it can.
  if (/price moves/i.test(description)) return { code: 'would-fail', cause }
  return { code: 'refused', reason: description.slice(0, longestReason), cause }
}

/** For what a wallet answered to a question of the swap. */
export function walletProblem(cause: unknown, step: 'approval' | 'swap'): SwapProblem {
  if (cause instanceof SwapError) return cause.problem
  if (isUserRejection(cause))
    return { code: step === 'approval' ? 'approval-rejected' : 'swap-rejected', cause }
  const said = cause instanceof Error ? cause.message : String(cause)
  return { code: 'wallet', reason: said.split('\n', 1)[0]?.slice(0, longestReason), cause }
}

const longestReason = 200

/** The first reason of a request that was understood and refused; a server that is down refuses nothing. */
function refusalOf(cause: unknown): { readonly field: string; readonly description: string } | undefined {
  if (!isLatchkeyError(cause, 'http.status')) return undefined
  const { n, answer } = cause.context
  if (n !== 400 && n !== 422) return undefined
  const reasons = answer instanceof Object && 'reasons' in answer ? answer.reasons : undefined
  const first: unknown = Array.isArray(reasons) ? reasons[0] : undefined
  if (!(first instanceof Object)) return undefined
  const text = (name: string) => {
    const value: unknown = Reflect.get(first, name)
    return typeof value === 'string' ? value : ''
  }
  return { field: text('field'), description: text('description') }
}
