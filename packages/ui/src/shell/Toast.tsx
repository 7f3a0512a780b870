/** Short messages above the card, where they cover nothing (S4-10). The live regions are always there; only what they say comes and goes. */
import { createPortal } from 'react-dom'
import { useSelect } from '../context.js'
import { useRetell } from '../copy/wording.js'
import { Icon } from '../parts/Icon.js'
import { selectToast } from '../select.js'
import styles from './shell.sheet.css'

export function Toast({ layer }: { readonly layer: HTMLElement }) {
  const { isOpen, variant, text } = useSelect(selectToast)
  const retell = useRetell()
  const isError = variant === 'error'
  const message = isOpen && (
    <div className={styles.toast} part="toast" data-variant={variant}>
      {variant === 'loading' ? (
        <span className={styles.toastSpinner} />
      ) : (
        <Icon name={isError ? 'alert' : 'check'} size={18} />
      )}
      <span>{retell(text)}</span>
    </div>
  )
  return createPortal(
    <div className={styles.toasts}>
      <div role="status">{!isError && message}</div>
      <div role="alert">{isError && message}</div>
    </div>,
    layer,
  )
}
