/** What is about to happen, line by line: a word on the left, the fact on the right. */
import type { ReactNode } from 'react'
import { wear } from '../theme/wear.js'
import styles, { css } from './summary.sheet.css'

export interface SummaryLine {
  readonly label: string
  readonly value: ReactNode
  /** Below the fact, smaller. */
  readonly detail?: ReactNode
  readonly tone?: 'plain' | 'strong' | 'bad' | 'good'
  /** Its number is being worked out; the old one stays until the new one is there. */
  readonly isBusy?: boolean
}

const worn = wear(css)

export function Summary({
  label,
  lines,
}: {
  readonly label?: string
  readonly lines: readonly SummaryLine[]
}) {
  return (
    <dl ref={worn} className={styles.summary} part="summary" aria-label={label}>
      {lines.map(({ label: word, value, detail, tone = 'plain', isBusy }) => (
        <div
          key={word}
          className={styles.line}
          part="summary-line"
          data-tone={tone}
          aria-busy={isBusy || undefined}
        >
          <dt>{word}</dt>
          <dd>
            <bdi>{value}</bdi>
            {detail !== undefined && <bdi className={styles.detail}>{detail}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A fact that is on its way. */
export const SummaryBlank = ({ label }: { readonly label: string }) => (
  <span className={styles.blank} role="status" aria-label={label} />
)
