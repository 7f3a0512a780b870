/** The field for an email address with its one button. It says what is wrong where it was typed. */
import { isEmail } from '@latchkey/spec/validation'
import { type Ref, useId, useState } from 'react'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'

interface EmailFieldProps {
  readonly label: string
  /** Read on the button, which shows an arrow. */
  readonly action: string
  readonly start?: string | undefined
  readonly isBusy: boolean
  /** What was answered to the last address. */
  readonly problem?: string | undefined
  readonly inputRef?: Ref<HTMLInputElement>
  /** Whatever was answered before is about another address now. */
  onEdit?(): void
  onSubmit(email: string): void
}

const worn = wear(css)

export function EmailField(props: EmailFieldProps) {
  const { label, action, start = '', isBusy, problem, inputRef, onEdit, onSubmit } = props
  const t = useWords(copy)
  const retell = useRetell()
  const id = useId()
  const [text, setText] = useState(start)
  const [isMistyped, setMistyped] = useState(false)
  const shown = isMistyped ? t('email.invalid') : problem && retell(problem)
  const email = text.trim()
  return (
    <form
      ref={worn}
      className={styles.emailForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        // S5-01: told at the press and not while somebody is still typing.
        setMistyped(!isEmail(email))
        if (isEmail(email)) onSubmit(email)
      }}
    >
      <div className={styles.emailBox} data-bad={shown !== undefined || undefined}>
        <Icon name="mail" size={18} />
        <input
          ref={inputRef}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={254}
          aria-label={label}
          placeholder={label}
          aria-invalid={shown !== undefined || undefined}
          aria-describedby={shown === undefined ? undefined : id}
          readOnly={isBusy}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setMistyped(false)
            onEdit?.()
          }}
        />
        <button
          type="submit"
          className={styles.emailGo}
          aria-label={action}
          aria-busy={isBusy || undefined}
          data-ready={email.length > 3 || isBusy || undefined}
        >
          {isBusy ? <span className={partStyles.spinner} /> : <Icon name="chevron" size={18} />}
        </button>
      </div>
      <p id={id} className={styles.emailProblem} role="alert">
        {shown}
      </p>
    </form>
  )
}
