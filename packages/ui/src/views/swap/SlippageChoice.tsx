/** How much worse the price may get (D-16): three usual values, or one's own. */
import type { Swaps } from '@latchkey/core/screen'
import { typedDecimal } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { useId, useState } from 'react'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import partStyles from '../../parts/parts.sheet.css'
import { copy } from './copy.js'
import { slippageBounds } from './problemText.js'
import styles from './swap.sheet.css'

const usual = ['0.5', limits.slippageDefault, '2'] as const

export function SlippageChoice({ handle, slippage }: { readonly handle: Swaps; readonly slippage: string }) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const [own, setOwn] = useState(usual.some((each) => each === slippage) ? '' : slippage)
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  const choose = (percent: string) => setWrong(handle.setSlippage(percent) !== undefined)
  return (
    <fieldset className={styles.slippages}>
      <legend className={partStyles.hiddenText}>{t('swap.slippage')}</legend>
      <div className={styles.choices}>
        {usual.map((percent) => (
          <button
            key={percent}
            type="button"
            className={styles.choice}
            aria-pressed={percent === slippage}
            onClick={() => {
              setOwn('')
              choose(percent)
            }}
          >
            {numbers.percent(percent)}
          </button>
        ))}
        <label className={styles.ownChoice} data-bad={isWrong || undefined}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={5}
            placeholder={numbers.typed(slippage)}
            aria-label={t('swap.slippage-own')}
            aria-invalid={isWrong || undefined}
            aria-describedby={id}
            value={numbers.typed(own)}
            onChange={({ target }) => {
              const kept = typedDecimal(target.value)
              if (kept === undefined) return
              setOwn(kept)
              if (kept === '') setWrong(false)
              else choose(kept.replace(/\.$/, ''))
            }}
          />
          <span>%</span>
        </label>
      </div>
      <p id={id} className={styles.why} role="status" data-bad={isWrong || undefined}>
        {isWrong ? t('swap.slippage-invalid', slippageBounds(numbers)) : t('swap.slippage-why')}
      </p>
    </fieldset>
  )
}
