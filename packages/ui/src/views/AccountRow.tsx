/** One account of a wallet; pressing it makes it the one that signs. */

import { Avatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import partStyles from '../parts/parts.sheet.css'
import { shorten } from '../parts/shorten.js'
import { useAccountText } from './accountCopy.js'
import styles from './accounts.sheet.css'

interface AccountRowProps {
  readonly address: string
  readonly isCurrent: boolean
  readonly isBusy: boolean
  onPress(): void
}

export function AccountRow({ address, isCurrent, isBusy, onPress }: AccountRowProps) {
  const t = useAccountText()
  return (
    <button
      type="button"
      className={styles.accountRow}
      title={address}
      aria-current={isCurrent || undefined}
      aria-busy={isBusy || undefined}
      onClick={isCurrent || isBusy ? undefined : onPress}
    >
      <Avatar address={address} size={28} />
      <bdi aria-label={address}>{shorten(address)}</bdi>
      <span className={styles.accountState}>
        {isCurrent ? (
          <>
            <Icon name="check" size={16} />
            <span className={partStyles.hiddenText}>{t('profile.current')}</span>
          </>
        ) : isBusy ? (
          t('profile.switching')
        ) : (
          t('profile.use')
        )}
      </span>
    </button>
  )
}
