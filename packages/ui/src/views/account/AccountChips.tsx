/** Where the account is, which wallet it is of, and the ways to its details and out. Above what is loaded, so that none of it ever moves. */
import { selectConnector } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import type { ReactNode } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { Icon } from '../../parts/Icon.js'
import type { IconName } from '../../parts/icons.js'
import partStyles from '../../parts/parts.sheet.css'
import { WalletImage } from '../../parts/WalletImage.js'
import { useAccountText } from '../accountCopy.js'
import { useDisconnect } from '../useDisconnect.js'
import { useShownNetwork } from '../useShownNetwork.js'
import styles from './account.sheet.css'

export function AccountChips() {
  return (
    <div className={styles.chips}>
      <NetworkChip />
      <WalletsChip />
      <SettingsChip />
      <DisconnectChip />
    </div>
  )
}

function NetworkChip() {
  const kit = useKitContext()
  const t = useAccountText()
  const { name, icon, hasChoice } = useShownNetwork()
  const content = (
    <>
      <WalletImage name={name} icon={icon} size={20} isRound />
      <span className={partStyles.hiddenText}>{t('account.network')}: </span>
      <span className={styles.chipText}>{name}</span>
    </>
  )
  if (!hasChoice) return <p className={styles.chip}>{content}</p>
  const choose = () => {
    kit.events.emit('CLICK_NETWORKS', {})
    push(kit, { view: 'Networks' })
  }
  return (
    <button type="button" className={styles.chip} onClick={choose}>
      {content}
      <span className={styles.chipIcon}>
        <Icon name="down" size={14} />
      </span>
    </button>
  )
}

function WalletsChip() {
  const kit = useKitContext()
  const t = useAccountText()
  const connector = useSelect(selectConnector)
  const connections = useSelect((state) => state.connections)
  const wallets = Object.values(connections).flatMap((connection) => connection.wallets)
  const accounts = wallets.flatMap((wallet) => wallet.accounts)
  const name = connector?.name ?? t('connecting.unknown')
  const more =
    wallets.length > 1
      ? t('account.wallets-more', { count: wallets.length - 1 })
      : accounts.length > 1
        ? t('account.accounts', { count: accounts.length })
        : undefined
  return (
    <button type="button" className={styles.chip} onClick={() => push(kit, { view: 'ProfileWallets' })}>
      <WalletImage name={name} icon={connector?.icon} size={20} />
      <span className={styles.chipText}>
        {name}
        {more && <span className={styles.chipMore}> {more}</span>}
      </span>
      <span className={partStyles.hiddenText}> {t('account.wallet')}</span>
    </button>
  )
}

function SettingsChip() {
  const kit = useKitContext()
  const t = useAccountText()
  return (
    <IconChip icon="settings" onPress={() => push(kit, { view: 'AccountSettings' })}>
      {t('settings.title')}
    </IconChip>
  )
}

function DisconnectChip() {
  const t = useAccountText()
  const { isLeaving, leave } = useDisconnect()
  return (
    <IconChip icon="exit" isBusy={isLeaving} onPress={() => leave()}>
      {isLeaving ? t('account.disconnecting') : t('account.disconnect')}
    </IconChip>
  )
}

interface IconChipProps {
  readonly icon: IconName
  readonly isBusy?: boolean
  onPress(): void
  readonly children: ReactNode
}

function IconChip({ icon, isBusy = false, onPress, children }: IconChipProps) {
  return (
    <button type="button" className={styles.chip} aria-busy={isBusy || undefined} onClick={onPress}>
      <span className={styles.chipIcon}>
        {isBusy ? <span className={partStyles.spinner} /> : <Icon name={icon} size={16} />}
      </span>
      <span className={styles.chipText}>{children}</span>
    </button>
  )
}
