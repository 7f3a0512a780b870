/** A line that says what is wrong or worth knowing, with one thing to do about it. */
import { Icon } from '../../parts/Icon.js'
import styles from './send.sheet.css'

interface RemarkProps {
  readonly tone?: 'plain' | 'accent' | 'bad'
  readonly action?: { readonly text: string; readonly isDisabled?: boolean; run(): void }
  readonly children: string
}

export function Remark({ tone = 'plain', action, children }: RemarkProps) {
  return (
    <div className={styles.remark} data-tone={tone}>
      <Icon name="alert" size={18} />
      {/* Without the button: one that counts seconds would be read each of them. */}
      <span role={tone === 'bad' ? 'alert' : 'status'}>{children}</span>
      {action && (
        <button
          type="button"
          className={styles.remarkAction}
          aria-disabled={action.isDisabled || undefined}
          onClick={action.isDisabled ? undefined : action.run}
        >
          {action.text}
        </button>
      )}
    </div>
  )
}
