/** One code asked for and checked: where it was sent, the boxes, what is wrong with it, and another mail. */
import { useEffect, useRef, useState } from 'react'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { CodeField } from '../../parts/CodeField.js'
import partStyles from '../../parts/parts.sheet.css'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { Resend } from './Resend.js'

interface CodeStepProps {
  readonly lead: string
  readonly email: string
  readonly hint?: string
  /** The wallet's operator may want more than six. */
  readonly codeDigits?: number | undefined
  readonly resendAt: number
  readonly isBusy: boolean
  readonly problem?: string | undefined
  onCode(code: string): void
  onResend(): void
}

const worn = wear(css)

export function CodeStep(props: CodeStepProps) {
  const { lead, email, hint, codeDigits = 6, resendAt, isBusy, problem, onCode, onResend } = props
  const { clock } = useKitContext()
  const t = useWords(copy)
  const retell = useRetell()
  const [code, setCode] = useState('')
  /** What was answered is about the code that was sent, and gone once another is typed. */
  const [isEdited, setEdited] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    const wasChecked = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (!wasChecked || problem === undefined) return
    // A wrong code is of no use: the next one is typed into empty boxes.
    setCode('')
    setEdited(false)
    input.current?.focus({ preventScroll: true })
  }, [isBusy, problem])
  // The field is all there is to do here. The header takes the focus of a new view, and has it by then.
  useEffect(() => clock.after(0, () => input.current?.focus({ preventScroll: true })), [clock])
  const isChecking = isBusy && code.length === codeDigits
  return (
    <div ref={worn} className={styles.step}>
      <p className={styles.lead}>
        {lead} <bdi className={styles.email}>{email}</bdi>
      </p>
      <CodeField
        inputRef={input}
        label={t('code.field', { n: codeDigits })}
        length={codeDigits}
        value={code}
        isBusy={isChecking}
        problem={isEdited || problem === undefined ? undefined : retell(problem)}
        onChange={(next) => {
          setCode(next)
          setEdited(true)
        }}
        onComplete={onCode}
      />
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <p className={partStyles.hiddenText} role="status">
        {isChecking && t('code.checking')}
      </p>
      <Resend at={resendAt} isBusy={isBusy} onPress={onResend} />
    </div>
  )
}
