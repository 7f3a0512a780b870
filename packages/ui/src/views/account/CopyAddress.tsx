/** The address, shortened for the eye and whole for the clipboard. */

import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { shorten } from '../../parts/shorten.js'
import { useAccountText } from '../accountCopy.js'
import { useCopyAddress } from '../useCopyAddress.js'
import styles from './account.sheet.css'

export function CopyAddress({ address }: { readonly address: string }) {
  const t = useAccountText()
  const copy = useCopyAddress()
  return (
    <button type="button" className={styles.address} title={address} onClick={() => copy(address)}>
      <bdi aria-label={address}>{shorten(address)}</bdi>
      <Icon name="copy" size={16} />
      <span className={partStyles.hiddenText}>{t('account.copy')}</span>
    </button>
  )
}
