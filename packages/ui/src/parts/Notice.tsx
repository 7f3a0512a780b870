/** A quiet full-width message: nothing here, something failed, something to know. */
import type { ReactNode } from 'react'
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles from './parts.sheet.css'

interface NoticeProps {
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly tone?: 'plain' | 'bad'
  /** What to do about it. */
  readonly children?: ReactNode
}

export function Notice({ icon, title, detail, tone = 'plain', children }: NoticeProps) {
  return (
    <div className={styles.notice} part="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={styles.noticeIcon}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles.noticeTitle}>{title}</p>
      <p className={styles.noticeDetail}>{detail}</p>
      {children && <div className={styles.noticeActions}>{children}</div>}
    </div>
  )
}
