/** What the account can do, in the order the app wants. Nothing of it is loaded before it is pressed (S2-11). */
import { push } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { Icon } from '../../parts/Icon.js'
import type { AccountFeature } from '../accountFeatures.js'
import { namespaceNames } from '../networkGroups.js'
import styles from './account.sheet.css'
import { useAccountFeatures, useMissingFeatures } from './useAccountFeatures.js'

export function FeatureButtons() {
  const kit = useKitContext()
  const t = useText()
  const offered = useAccountFeatures()
  const missing = useMissingFeatures()
  return (
    <>
      {offered.length > 0 && (
        <div className={styles.features}>
          {offered.map(({ feature, view, text, icon }) => (
            <button
              key={feature}
              type="button"
              className={styles.feature}
              onClick={() => push(kit, { view })}
            >
              <span className={styles.featureIcon}>
                <Icon name={icon} size={20} />
              </span>
              {t(text)}
            </button>
          ))}
        </div>
      )}
      {missing.length > 0 && <Missing features={missing} />}
    </>
  )
}

/** Why a button that is there elsewhere is not here (S5-10, S9-14). */
function Missing({ features }: { readonly features: readonly AccountFeature[] }) {
  const t = useText()
  const namespace = useSelect((state) => state.activeNamespace)
  const list = features.map(({ text }) => t(text)).join(', ')
  return (
    <p className={styles.missing}>
      {t('account.missing', { features: list, namespace: namespaceNames[namespace] })}
    </p>
  )
}
