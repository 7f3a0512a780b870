/** What a quote means: its rate, what it does to the price, the least that arrives, and how much it may slip. */
import type { SwapQuote, Swaps, SwapsState } from '@latchkey/core/screen'
import { compareDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'
import { useState } from 'react'
import type { Translate } from '../../copy/text.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Summary, type SummaryLine } from '../../parts/Summary.js'
import { copy } from './copy.js'
import { SlippageChoice } from './SlippageChoice.js'
import styles from './swap.sheet.css'
import { rateText, tokenText } from './texts.js'

interface QuoteDetailsProps {
  readonly handle: Swaps
  readonly state: SwapsState
  readonly quote: SwapQuote
}

export function QuoteDetails({ handle, state, quote }: QuoteDetailsProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const [isOpen, setOpen] = useState(false)
  const { question, amountOut, priceImpact } = quote
  const { from, to } = question
  const { slippage } = state
  const percent = numbers.percent(slippage)
  const lines: readonly SummaryLine[] = [
    {
      label: t('swap.rate'),
      value: t('swap.rate-value', {
        from: from.symbol,
        amount: rateText(question, amountOut, numbers),
        to: to.symbol,
      }),
    },
    ...impactLine({ t, numbers }, priceImpact),
    { label: t('swap.minimum'), value: tokenText(handle.leastOf(amountOut, slippage), to, numbers) },
    {
      label: t('swap.slippage'),
      value: (
        <button
          type="button"
          className={styles.slippage}
          aria-expanded={isOpen}
          aria-label={t('swap.slippage-change', { percent })}
          onClick={() => setOpen(!isOpen)}
        >
          {percent}
        </button>
      ),
    },
  ]
  return (
    <>
      <Summary lines={lines} />
      {isOpen && <SlippageChoice handle={handle} slippage={slippage} />}
    </>
  )
}

/** From here on a person is warned. */
export const highImpact = '3'

/** How it is said. */
export interface Saying {
  readonly t: Translate<typeof copy>
  readonly numbers: Numbers
}

export function impactLine({ t, numbers }: Saying, priceImpact: string | undefined): readonly SummaryLine[] {
  if (priceImpact === undefined) return []
  const isHigh = compareDecimal(priceImpact, highImpact) !== -1
  return [
    {
      label: t('swap.impact'),
      value: numbers.percent(priceImpact),
      ...(isHigh ? { tone: 'bad' as const } : {}),
    },
  ]
}
