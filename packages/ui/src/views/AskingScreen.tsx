/** A wallet is being asked for something: who, how it stands, and what can be done. */
import type { ReactNode } from 'react'
import { ActionButton } from '../parts/ActionButton.js'
import { Icon } from '../parts/Icon.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './asking.sheet.css'
import shared from './views.sheet.css'

const worn = wear(css)

export type AskingTone = 'idle' | 'waiting' | 'bad' | 'done'

interface AskingScreenProps {
  readonly tone: AskingTone
  /** A refusal nudges the picture once. */
  readonly isRefused?: boolean
  readonly picture: ReactNode
  readonly title: string
  readonly detail: string
  /** Read and shown while there is nothing to press. */
  readonly hint?: string | undefined
  readonly action?: { readonly text: string; run(): void } | undefined
  /** In place of an action that is a plain button. */
  readonly control?: ReactNode
  /** Other ways, below. */
  readonly children?: ReactNode
}

export function AskingScreen(props: AskingScreenProps) {
  const { tone, isRefused = false, picture, title, detail, hint, action, control, children } = props
  return (
    <div ref={worn} className={styles.asking} data-tone={tone} data-refused={isRefused || undefined}>
      <div className={styles.ring}>
        <Ring />
        {picture}
        {tone === 'bad' && (
          <span className={styles.badge} data-tone="bad">
            <Icon name="close" size={16} />
          </span>
        )}
        {tone === 'done' && (
          <span className={styles.badge} data-tone="good">
            <Icon name="check" size={16} />
          </span>
        )}
      </div>
      <div role="status" className={styles.askingText}>
        <p className={styles.askingTitle}>{title}</p>
        <p className={styles.askingDetail}>{detail}</p>
      </div>
      <div className={styles.askingActions}>
        {control}
        {action ? (
          <ActionButton
            look={tone === 'idle' ? 'accent' : 'quiet'}
            {...(tone === 'bad' && { icon: 'retry' as const })}
            onPress={action.run}
          >
            {action.text}
          </ActionButton>
        ) : (
          hint && <p className={shared.hint}>{hint}</p>
        )}
      </div>
      {children}
    </div>
  )
}

/** A frame around the picture; while the wallet is asked, a light runs along it. */
function Ring() {
  const frame = { x: 1.5, y: 1.5, width: 109, height: 109, rx: 35, pathLength: 100 }
  return (
    <svg className={styles.ringFrame} viewBox="0 0 112 112" fill="none" strokeWidth={2.5} aria-hidden="true">
      <rect {...frame} className={styles.ringTrack} />
      <rect {...frame} className={styles.ringLight} strokeLinecap="round" />
    </svg>
  )
}
