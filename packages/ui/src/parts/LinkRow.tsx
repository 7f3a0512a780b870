/** A line of a list that leads out of the app. */
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles from './parts.sheet.css'

interface LinkRowProps {
  readonly icon: IconName
  readonly href: string
  /** Says that another tab opens; read, not seen. */
  readonly newTabLabel: string
  readonly children: string
}

export function LinkRow({ icon, href, newTabLabel, children }: LinkRowProps) {
  return (
    <a className={styles.row} part="row" href={href} target="_blank" rel="noopener noreferrer">
      <span className={styles.rowIcon}>
        <Icon name={icon} size={18} />
      </span>
      <span className={styles.rowText}>
        <span className={styles.rowName} part="row-name">
          {children}
        </span>
      </span>
      <span className={styles.rowOut}>
        <Icon name="link" size={16} />
      </span>
      <span className={styles.hiddenText}>{newTabLabel}</span>
    </a>
  )
}
