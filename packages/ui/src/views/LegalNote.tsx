/** What one agrees to by connecting, where the app says so. */
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import partStyles from '../parts/parts.sheet.css'
import styles from './views.sheet.css'

export function LegalNote() {
  const { termsConditionsUrl, privacyPolicyUrl } = useKitContext().options
  const t = useText()
  return (
    // An app may say it in words of its own.
    <slot name="disclaimer">
      {(termsConditionsUrl || privacyPolicyUrl) && (
        <p className={styles.legal} part="disclaimer">
          {t('connect.legal-before')} <LegalLinks />
        </p>
      )}
    </slot>
  )
}

/** The terms, the privacy policy, or both. */
export function LegalLinks() {
  const { termsConditionsUrl, privacyPolicyUrl } = useKitContext().options
  const t = useText()
  return (
    <>
      {termsConditionsUrl && <OutLink href={termsConditionsUrl}>{t('connect.terms')}</OutLink>}
      {termsConditionsUrl && privacyPolicyUrl && ` ${t('connect.legal-and')} `}
      {privacyPolicyUrl && <OutLink href={privacyPolicyUrl}>{t('connect.privacy')}</OutLink>}
    </>
  )
}

function OutLink({ href, children }: { readonly href: string; readonly children: string }) {
  const t = useText()
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className={partStyles.hiddenText}> {t('account.new-tab')}</span>
    </a>
  )
}
