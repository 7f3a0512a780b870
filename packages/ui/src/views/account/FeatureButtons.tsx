/** What the account can do, in the order the app wants. Nothing of it is loaded before it is pressed (S2-11). */
import { push } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { Icon } from '../../parts/Icon.js'
import styles from './account.sheet.css'
import { useAccountFeatures } from './useAccountFeatures.js'

export function FeatureButtons() {
  const kit = useKitContext()
  const t = useText()
  const features = useAccountFeatures()
  if (features.length === 0) return null
  return (
    <div className={styles.features}>
      {features.map(({ feature, view, text, icon }) => (
        <button key={feature} type="button" className={styles.feature} onClick={() => push(kit, { view })}>
          <span className={styles.featureIcon}>
            <Icon name={icon} size={20} />
          </span>
          {t(text)}
        </button>
      ))}
    </div>
  )
}
