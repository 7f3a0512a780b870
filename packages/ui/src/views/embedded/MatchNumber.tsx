/** Two digits that tie a page of the wallet to this very browser. */
import { useWords } from '../../copy/useWords.js'
import partStyles from '../../parts/parts.sheet.css'
import { copy } from './copy.js'
import styles from './embedded.sheet.css'

interface MatchNumberProps {
  readonly lead: string
  readonly number: string
  readonly why?: string
}

export function MatchNumber({ lead, number, why }: MatchNumberProps) {
  const t = useWords(copy)
  return (
    <div className={styles.match}>
      <p>{lead}</p>
      {/* Read digit by digit: "forty-seven" is no help to somebody who has to type 4 and 7. */}
      <p className={styles.number}>
        <span className={partStyles.hiddenText}>
          {t('device.number-label', { number: [...number].join(' ') })}
        </span>
        {[...number].map((digit, index) => (
          <span key={index} aria-hidden="true">
            {digit}
          </span>
        ))}
      </p>
      {why !== undefined && <p className={styles.why}>{why}</p>}
    </div>
  )
}
