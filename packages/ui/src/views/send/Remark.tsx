/** A line that says what is wrong or worth knowing, with one thing to do about it. */
import { Icon } from '../../parts/Icon.js'
import styles from './send.sheet.css'

interface RemarkProps {
  readonly tone?: 'plain' | 'accent' | 'bad'
  readonly action?: { readonly text: string; run(): void }
  readonly children: string
}

export function Remark({ tone = 'plain', action, children }: RemarkProps) {
  return (
    <div className={styles.remark} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name="alert" size={18} />
      <span>{children}</span>
      {action && (
        <button type="button" className={styles.remarkAction} onClick={action.run}>
          {action.text}
        </button>
      )}
    </div>
  )
}
