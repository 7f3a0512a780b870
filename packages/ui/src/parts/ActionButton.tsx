/** A button with words, as wide as its place. */
import type { ReactNode } from 'react'
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles from './parts.sheet.css'

interface ActionButtonProps {
  readonly look?: 'accent' | 'quiet' | 'bad'
  readonly icon?: IconName
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly children: ReactNode
  onPress(): void
}

export function ActionButton(props: ActionButtonProps) {
  const { look = 'quiet', icon, isBusy = false, isDisabled = isBusy, children, onPress } = props
  return (
    <button
      type="button"
      className={styles.action}
      part={`action action-${look}`}
      data-look={look}
      // Not `disabled`: a button that takes itself away under the finger drops the focus to nowhere.
      aria-disabled={isDisabled || isBusy}
      aria-busy={isBusy}
      onClick={isDisabled || isBusy ? undefined : onPress}
    >
      {isBusy ? (
        <span className={styles.spinner} aria-hidden="true" />
      ) : (
        icon && <Icon name={icon} size={18} />
      )}
      {children}
    </button>
  )
}

interface ActionLinkProps {
  readonly href: string
  readonly look?: ActionButtonProps['look']
  /** Says that another tab opens; read, not seen. */
  readonly newTabLabel: string
  readonly children: ReactNode
}

/** The same, for an address outside the app. */
export function ActionLink({ href, look = 'quiet', newTabLabel, children }: ActionLinkProps) {
  return (
    <a
      className={styles.action}
      part={`action action-${look}`}
      data-look={look}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
      <Icon name="link" size={18} />
      <span className={styles.hiddenText}>{newTabLabel}</span>
    </a>
  )
}
