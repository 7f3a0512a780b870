/** A word on recovery for whoever signed in by email or a service: without one, a lost device is a lost wallet. */
import { type Embedded, type EmbeddedState, embedded } from '@latchkey/core/screen'
import { useState } from 'react'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { wear } from '../../theme/wear.js'
import { useFeature, useStore } from '../../useFeature.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'

const worn = wear(css)

export function UpgradeHint() {
  const { handle } = useFeature(embedded)
  return handle ? <Hint wallet={handle} /> : null
}

const selectHasRecovery = ({ hasRecovery }: EmbeddedState) => hasRecovery

function Hint({ wallet }: { readonly wallet: Embedded }) {
  const t = useWords(copy)
  const [isPutOff, setPutOff] = useState(false)
  // Nobody who has one is told to get one, and nobody is while the wallet has not said.
  if (useStore(wallet.store, selectHasRecovery) !== false || isPutOff) return null
  return (
    <section ref={worn} className={styles.upgrade} aria-labelledby={titleId}>
      <span className={styles.upgradeIcon}>
        <Icon name="shield" size={22} />
      </span>
      <div className={styles.upgradeText}>
        <h3 id={titleId}>{t('upgrade.title')}</h3>
        <p>{t('upgrade.detail')}</p>
        <p className={styles.upgradeActions}>
          <button type="button" className={styles.textButton} onClick={() => void wallet.openWindow('enrol')}>
            {t('upgrade.action')}
          </button>
          <button type="button" className={styles.textButton} data-quiet onClick={() => setPutOff(true)}>
            {t('upgrade.later')}
          </button>
        </p>
      </div>
    </section>
  )
}

const titleId = 'latchkey-upgrade'
