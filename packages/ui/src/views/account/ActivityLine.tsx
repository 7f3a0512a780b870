/** One transaction of a list: what it was, with whom and when, and what moved. */
import type { ReactNode } from 'react'
import { useWords } from '../../copy/useWords.js'
import partStyles from '../../parts/parts.sheet.css'
import styles from './activity.sheet.css'
import { copy } from './copy.js'

interface ActivityLineProps {
  /** Where it can be looked up; without it the line leads nowhere. */
  readonly href?: string | undefined
  readonly picture: ReactNode
  readonly title: string
  readonly tag?: { readonly tone: 'plain' | 'good' | 'bad'; readonly text: string } | undefined
  readonly hint: ReactNode
  readonly moved?: readonly { readonly sign: string; readonly text: string }[]
}

export function ActivityLine({ href, picture, title, tag, hint, moved = [] }: ActivityLineProps) {
  const t = useWords(copy)
  const content = (
    <>
      {picture}
      <span className={styles.text}>
        <span className={styles.title}>
          <span>{title}</span>
          {tag && (
            <span className={styles.tag} data-tone={tag.tone}>
              {tag.text}
            </span>
          )}
        </span>
        <span className={styles.hint}>{hint}</span>
      </span>
      {moved.length > 0 && (
        <span className={styles.moved}>
          {moved.map(({ sign, text }) => (
            <bdi key={sign + text} dir="ltr" data-sign={sign}>
              {sign}
              {text}
            </bdi>
          ))}
        </span>
      )}
    </>
  )
  return (
    <li>
      {href ? (
        <a className={styles.line} href={href} target="_blank" rel="noopener noreferrer">
          {content}
          <span className={partStyles.hiddenText}>{t('activity.new-tab')}</span>
        </a>
      ) : (
        <span className={styles.line}>{content}</span>
      )}
    </li>
  )
}
