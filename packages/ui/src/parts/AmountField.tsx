/** A field for an amount, in the token or in money. It holds text; the exact value is the caller's, and never a number. */
import { type ReactNode, useId } from 'react'
import { useNumbers } from '../copy/useNumbers.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './amount.sheet.css'
import partStyles from './parts.sheet.css'

interface AmountFieldProps {
  /** Read, not seen. */
  readonly label: string
  /** What was typed: digits and a point, drawn with the mark of the language. What is only read is drawn as it is. */
  readonly text: string
  /** Before or after the digits: `$`, `ETH`. */
  readonly unit: { readonly text: string; readonly place: 'before' | 'after' }
  /** The token, or the way to choose one. */
  readonly picker?: ReactNode
  /** The same amount in the other unit; a press changes places. Plain text where `onSwitch` is absent. */
  readonly other?: string | undefined
  readonly switchLabel?: string
  /** What is held. */
  readonly held?: string | undefined
  readonly maxLabel?: string
  /** What is wrong with the amount. */
  readonly problem?: string | undefined
  readonly isBusy?: boolean
  readonly isReadOnly?: boolean
  /** Whether a text may stand in the field; `undefined` keeps the one before. */
  accept(text: string): string | undefined
  onChange(text: string): void
  onSwitch?(): void
  onMax?(): void
}

const worn = wear(css)

export function AmountField(props: AmountFieldProps) {
  const { label, text, unit, picker, other, held, problem, isBusy = false, isReadOnly = false } = props
  const { accept, onChange, onSwitch, onMax, switchLabel, maxLabel } = props
  const problemId = useId()
  const numbers = useNumbers()
  const sign = <span className={styles.unit}>{unit.text}</span>
  return (
    <div ref={worn} className={styles.amount} part="amount" data-bad={problem !== undefined || undefined}>
      <div className={styles.line}>
        <label className={styles.number} dir="ltr">
          {unit.place === 'before' && sign}
          <input
            part="amount-input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder="0"
            aria-label={label}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            aria-busy={isBusy || undefined}
            readOnly={isReadOnly}
            data-long={text.length > 12 ? (text.length > 20 ? 'very' : 'yes') : undefined}
            value={isReadOnly ? text : numbers.typed(text)}
            onChange={({ target }) => {
              const kept = accept(target.value)
              if (kept !== undefined) onChange(kept)
            }}
          />
          {unit.place === 'after' && picker === undefined && sign}
        </label>
        {picker}
      </div>
      <div className={styles.line}>
        {onSwitch ? (
          <button type="button" className={styles.other} title={switchLabel} onClick={onSwitch}>
            {other}
            <span className={partStyles.hiddenText}> {switchLabel}</span>
            <svg viewBox="0 0 20 20" width={14} height={14} aria-hidden="true">
              <path
                d="M6.5 4.5v11m0 0-3-3m3 3 3-3M13.5 15.5v-11m0 0-3 3m3-3 3 3"
                fill="none"
                stroke="currentColor"
                strokeWidth={1.6}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </button>
        ) : (
          <span className={styles.plain}>{other}</span>
        )}
        <span className={styles.held}>
          {held}
          {onMax && (
            <button type="button" className={styles.max} onClick={onMax}>
              {maxLabel}
            </button>
          )}
        </span>
      </div>
      <p id={problemId} role="status" className={styles.problem}>
        {problem}
      </p>
    </div>
  )
}
