/** One wallet of the grid. */
import type { Connector } from '@latchkey/core'
import type { DirectoryWallet } from '@latchkey/core/screen'
import { useText } from '../copy/useText.js'
import { WalletImage } from '../parts/WalletImage.js'
import styles from './allWallets.sheet.css'
import { DirectoryImage } from './DirectoryImage.js'

interface WalletCardProps {
  readonly wallet: DirectoryWallet
  /** The extension in this browser. */
  readonly connector: Connector | undefined
  readonly tabIndex: 0 | -1
  onPress(): void
}

const size = 52

export function WalletCard({ wallet, connector, tabIndex, onPress }: WalletCardProps) {
  const t = useText()
  return (
    <button type="button" className={styles.card} tabIndex={tabIndex} title={wallet.name} onClick={onPress}>
      {connector?.icon ? (
        <WalletImage name={wallet.name} icon={connector.icon} size={size} />
      ) : (
        <DirectoryImage wallet={wallet} size={size} />
      )}
      <span className={styles.name}>{wallet.name}</span>
      {connector && (
        <span className={styles.here}>
          <span className={styles.hidden}>{t('connect.installed')}</span>
        </span>
      )}
    </button>
  )
}

/** As large as a card, for one that is on its way. */
export function CardSkeleton() {
  return (
    <span className={styles.skeleton} aria-hidden="true">
      <span />
      <span />
    </span>
  )
}
