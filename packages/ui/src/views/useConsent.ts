/** Whether the terms have to be accepted before anything is done, and whether they are (S9-13 `legalCheckbox`). */
import { useKit, useSelect } from '../context.js'

interface Consent {
  readonly asksConsent: boolean
  /** Also where nobody asks for it. */
  readonly hasConsent: boolean
}

export function useConsent(): Consent {
  const { features, termsConditionsUrl, privacyPolicyUrl } = useKit().options
  const hasAccepted = useSelect((state) => state.hasAcceptedTerms)
  // Without terms there is nothing to accept.
  const asksConsent = features.legalCheckbox && Boolean(termsConditionsUrl ?? privacyPolicyUrl)
  return { asksConsent, hasConsent: !asksConsent || hasAccepted }
}
