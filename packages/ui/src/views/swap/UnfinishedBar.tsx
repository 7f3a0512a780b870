/** An approval that an earlier visit left behind: go on with its swap, or forget it. */
import type { Swaps, SwapsState, UnfinishedState } from '@latchkey/core/screen'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { copy } from './copy.js'
import styles from './swap.sheet.css'
import { amountText } from './texts.js'

interface UnfinishedBarProps {
  readonly handle: Swaps
  readonly state: SwapsState
  readonly left: UnfinishedState
}

export function UnfinishedBar({ handle, state, left }: UnfinishedBarProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const find = (id: string) => state.list.tokens.find((token) => token.id === id)
  const [from, to] = [find(left.from), find(left.to)]
  if (!from || !to || left.isApproved === undefined) return null
  const { decimals } = from
  const amount = amountText(BigInt(left.amount), { decimals }, numbers)
  const slots = { amount, from: from.symbol, to: to.symbol }
  const isChosen =
    state.from?.id === from.id &&
    state.to?.id === to.id &&
    state.quote.quote?.question.amount === BigInt(left.amount)
  // What it offers is in the form already.
  if (isChosen) return null
  return (
    <div className={styles.left} role="status">
      <Icon name="clock" size={18} />
      <p>{t(left.isApproved ? 'swap.left' : 'swap.left-waiting', slots)}</p>
      <div>
        {left.isApproved && (
          <button type="button" className={styles.leftAction} onClick={() => handle.resume()}>
            {t('swap.left-continue')}
          </button>
        )}
        <button type="button" className={styles.leftAction} onClick={() => handle.dismiss()}>
          {t('swap.left-dismiss')}
        </button>
      </div>
    </div>
  )
}
