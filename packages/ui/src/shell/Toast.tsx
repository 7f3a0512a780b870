/** Short messages over the card (S4-10). The live regions are always there; only what they say comes and goes. */
import { useSelect } from '../context.js'
import { Icon } from '../parts/Icon.js'
import { selectToast } from '../select.js'
import styles from './shell.sheet.css'

export function Toast() {
  const { isOpen, variant, text } = useSelect(selectToast)
  const isError = variant === 'error'
  const message = isOpen && (
    <div className={styles.toast} data-variant={variant}>
      {variant === 'loading' ? (
        <span className={styles.toastSpinner} />
      ) : (
        <Icon name={isError ? 'alert' : 'check'} size={18} />
      )}
      <span>{text}</span>
    </div>
  )
  return (
    <div className={styles.toasts}>
      <div role="status">{!isError && message}</div>
      <div role="alert">{isError && message}</div>
    </div>
  )
}
