/** The address, shortened for the eye and whole for the clipboard. */
import { showToast } from '@latchkey/core'
import { useKit } from '../context.js'
import { useText } from '../copy/useText.js'
import { Icon } from '../parts/Icon.js'
import { shorten } from '../parts/shorten.js'
import styles from './views.sheet.css'

export function CopyAddress({ address }: { readonly address: string }) {
  const kit = useKit()
  const t = useText()
  const copy = async () => {
    try {
      // Absent on pages without https, refused where the frame may not write: both are told.
      await navigator.clipboard.writeText(address)
      showToast(kit, { variant: 'success', text: t('account.copied') })
    } catch (cause) {
      kit.log.warn('The address could not be copied', cause)
      showToast(kit, { variant: 'error', text: t('account.copy-failed') })
    }
  }
  return (
    <button type="button" className={styles.address} title={address} onClick={() => void copy()}>
      <bdi aria-label={address}>{shorten(address)}</bdi>
      <Icon name="copy" size={16} />
      <span className={styles.hiddenText}>{t('account.copy')}</span>
    </button>
  )
}
