/** The box that has to be ticked before any method can be used (S9-13 `legalCheckbox`). */
import { useId } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Icon } from '../parts/Icon.js'
import { LegalLinks } from './LegalNote.js'
import styles from './views.sheet.css'

export function LegalCheckbox() {
  const { store } = useKitContext()
  const t = useText()
  const id = useId()
  const isAccepted = useSelect((state) => state.hasAcceptedTerms)
  return (
    <div className={styles.consent}>
      <span className={styles.box}>
        <input
          id={id}
          type="checkbox"
          checked={isAccepted}
          onChange={({ target }) => store.set({ hasAcceptedTerms: target.checked })}
        />
        <Icon name="check" size={14} />
      </span>
      {/* The links stand in the label's text, and a press on one of them opens it without ticking the box. */}
      <label htmlFor={id}>
        {t('connect.accept')} <LegalLinks />
      </label>
    </div>
  )
}
