/** The field of the form, with the zone behind it and the answer below it. */
import type { NameCheck, Names, NamesState } from '@latchkey/core/screen'
import { limits } from '@latchkey/spec/limits'
import { useId } from 'react'
import type { Retell } from '../../copy/retell.js'
import type { Translate } from '../../copy/text.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { copy } from './copy.js'
import styles from './names.sheet.css'

interface NameFieldProps {
  readonly form: Names
  readonly state: NamesState
  readonly isBusy: boolean
}

export function NameField({ form, state, isBusy }: NameFieldProps) {
  const t = useWords(copy)
  const retell = useRetell()
  const shell = useText()
  const id = useId()
  const { label, zone, check } = state
  const { status } = check
  const isBad = status === 'taken' || status === 'invalid'
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {t('names.field')}
      </label>
      <div className={styles.box} data-state={status}>
        <input
          id={id}
          type="text"
          value={label}
          placeholder={t('names.placeholder')}
          maxLength={255}
          readOnly={isBusy}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={isBad || undefined}
          aria-describedby={`${id}-status`}
          onChange={({ target }) => form.type(target.value)}
        />
        {zone && <span className={styles.zone}>.{zone}</span>}
        <Mark check={check} />
      </div>
      <p className={styles.status} data-state={status} id={`${id}-status`} aria-live="polite">
        {wordsOf(check, t, retell)}
        {status === 'failed' && (
          <button type="button" className={styles.again} onClick={() => form.checkAgain()}>
            {shell('shell.retry')}
          </button>
        )}
      </p>
    </div>
  )
}

function wordsOf(check: NameCheck, t: Translate<typeof copy>, retell: Retell): string {
  switch (check.status) {
    case 'empty':
      return t('names.rule', { n: limits.nameLabelMin })
    case 'checking':
      return t('names.checking')
    case 'free':
      return t('names.free', { name: check.name })
    case 'taken':
      return t('names.taken', { name: check.name })
    default:
      return retell(check.reason)
  }
}

/** As wide as any of them, so that the text does not move. */
function Mark({ check: { status } }: { readonly check: NameCheck }) {
  return (
    <span className={styles.mark} data-state={status} aria-hidden="true">
      {status === 'checking' && <span className={partStyles.spinner} />}
      {status === 'free' && <Icon name="check" size={18} />}
      {(status === 'taken' || status === 'failed') && <Icon name="close" size={18} />}
    </span>
  )
}
