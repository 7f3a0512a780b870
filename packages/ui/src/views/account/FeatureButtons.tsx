/** What the account can do, in the order the app wants. Nothing of it is loaded before it is pressed (S2-11). */
import { push } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { useAccountText } from '../accountCopy.js'
import { namespaceNames } from '../networkGroups.js'
import styles from './account.sheet.css'
import { missingOn } from './accountTabs.js'
import { copy } from './copy.js'
import { useAccountFeatures, useMissingFeatures } from './useAccountFeatures.js'

export function FeatureButtons() {
  const kit = useKitContext()
  const t = useAccountText()
  const words = useWords(copy)
  const offered = useAccountFeatures()
  const namespace = useSelect((state) => state.activeNamespace)
  const features = useMissingFeatures().map(({ text }) => t(text))
  const missing = [...features, ...missingOn(kit, namespace).map((key) => words(key))]
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
      {/* Why what is there elsewhere is not here (S5-10, S9-14). */}
      {missing.length > 0 && (
        <p className={styles.missing}>
          {t('account.missing', { features: missing.join(', '), namespace: namespaceNames[namespace] })}
        </p>
      )}
    </>
  )
}
