/** Boxes for a one-time code. Over them lies one real field, so that pasting, autofill and screen readers work as in any other. */
import { type Ref, useId } from 'react'
import { wear } from '../theme/wear.js'
import styles, { css } from './code.sheet.css'

interface CodeFieldProps {
  readonly label: string
  readonly length: number
  readonly value: string
  /** Being checked: nothing can be typed, and the boxes say so. */
  readonly isBusy?: boolean
  /** What is wrong with the last code; read with the field. */
  readonly problem?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
  onChange(value: string): void
  /** The last digit is there. */
  onComplete(value: string): void
}

const worn = wear(css)

export function CodeField(props: CodeFieldProps) {
  const { label, length, value, isBusy = false, problem, inputRef, onChange, onComplete } = props
  const id = useId()
  const take = (text: string) => {
    // A code is copied out of a mail with the spaces around it and, now and then, one in the middle.
    const digits = text.replaceAll(/\D/g, '').slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete(digits)
  }
  return (
    <div ref={worn} className={styles.field}>
      <div
        className={styles.boxes}
        part="code"
        data-bad={problem !== undefined || undefined}
        data-busy={isBusy || undefined}
      >
        {/* No `maxLength`: it would cut a pasted code before its spaces are taken out. */}
        <input
          ref={inputRef}
          className={styles.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-label={label}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          aria-busy={isBusy || undefined}
          readOnly={isBusy}
          value={value}
          onChange={({ target }) => take(target.value)}
          // The boxes show no caret inside a number, so it always stands at the end.
          onSelect={({ currentTarget }) => keepAtEnd(currentTarget)}
        />
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={styles.box}
            part="code-box"
            data-next={index === Math.min(value.length, length - 1) || undefined}
            aria-hidden="true"
          >
            {value[index]}
          </span>
        ))}
      </div>
      <p id={id} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}

function keepAtEnd(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = input
  // All of it may be selected, to be written over.
  if (selectionStart === 0 && selectionEnd === value.length) return
  if (selectionStart !== value.length) input.setSelectionRange(value.length, value.length)
}
