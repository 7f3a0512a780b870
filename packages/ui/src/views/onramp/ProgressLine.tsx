/** The three things that have to happen, and which of them has. */
import type { Purchase } from '@latchkey/core/screen'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { copy } from './copy.js'
import styles from './onramp.sheet.css'

export function ProgressLine({ purchase: { status, providerName } }: { readonly purchase: Purchase }) {
  const t = useWords(copy)
  const provider = providerName || t('buy.unnamed')
  const done = status === 'paid' ? 2 : 0
  const steps = [t('buy.step-pay', { provider }), t('buy.step-paid'), t('buy.step-there')]
  return (
    <ol className={styles.steps} aria-label={t('buy.steps')}>
      {steps.map((text, index) => (
        <li
          key={text}
          data-state={index < done ? 'done' : index === done ? 'now' : undefined}
          aria-current={index === done ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {index < done && <Icon name="check" size={12} />}
          </span>
          {text}
          {index < done && <span className={partStyles.hiddenText}> ({t('buy.step-done')})</span>}
        </li>
      ))}
    </ol>
  )
}
