/** What went wrong with a swap, as a sentence. */
import type { SwapProblem, SwapsState, SwapToken } from '@latchkey/core/screen'
import { errorText } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import type { Numbers } from '@latchkey/spec/words'
import type { Retell } from '../../copy/retell.js'
import type { Translate } from '../../copy/text.js'
import type { copy } from './copy.js'

export interface ProblemContext {
  readonly from: SwapToken | undefined
  /** A decimal, as it was typed. */
  readonly amount: string
  readonly native: string
  readonly wallet: string
  readonly retell: Retell
  readonly numbers: Numbers
}

/** What may be chosen (D-16). */
export const slippageBounds = (numbers: Numbers): { readonly min: string; readonly max: string } => ({
  min: numbers.percent(limits.slippageMin),
  max: numbers.percent(limits.slippageMax),
})

export function problemText(
  t: Translate<typeof copy>,
  { code, reason = '' }: SwapProblem,
  { from, amount, native, wallet, retell, numbers }: ProblemContext,
): string {
  const symbol = from?.symbol ?? ''
  switch (code) {
    // S8-03, in the words of the specification.
    case 'unsupported':
      return retell(errorText('swap.unsupported'))
    case 'gas-price-unsupported':
      return retell(errorText('gas-price.unsupported'))
    case 'slippage-invalid':
      return t('swap.slippage-invalid', slippageBounds(numbers))
    case 'refused':
      return t('problem.refused', { reason: retell(reason) })
    case 'balance':
      return t('problem.balance', { symbol })
    case 'gas-funds':
      return t('problem.gas-funds', { native })
    case 'allowance':
      return t('problem.allowance', { amount: numbers.decimal(amount.replace(/\.$/, '')), symbol })
    case 'approval-rejected':
      return t('problem.approval-rejected', { wallet })
    case 'swap-rejected':
      return t('problem.swap-rejected', { wallet })
    case 'wallet':
      return t('problem.wallet', { wallet, reason: retell(reason) })
    default:
      return t(`problem.${code}`)
  }
}

/** The native coin's name in the list, or on the network. */
export const nativeSymbol = ({ list }: SwapsState, fallback: string): string =>
  list.tokens.find(({ isNative }) => isNative)?.symbol ?? fallback
