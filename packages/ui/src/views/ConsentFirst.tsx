/** Holds back a view that connects until the terms are accepted, where it is opened without Connect before it (S2-05). */
import { type ReactNode, useState } from 'react'
import { useText } from '../copy/useText.js'
import { Notice } from '../parts/Notice.js'
import { LegalCheckbox } from './LegalCheckbox.js'
import { useConsent } from './useConsent.js'
import styles from './views.sheet.css'

export function ConsentFirst({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const { hasConsent } = useConsent()
  // The box stays once it was shown: it has the focus, and may be unticked.
  const [wasAsked] = useState(!hasConsent)
  if (!wasAsked) return children
  return (
    <>
      <div className={styles.view}>
        <LegalCheckbox />
      </div>
      {hasConsent ? (
        children
      ) : (
        <Notice icon="shield" title={t('connect.consent')} detail={t('connect.consent-detail')} />
      )}
    </>
  )
}
