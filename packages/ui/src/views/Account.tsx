/** The account that signs: who, how much, where, what can be done, and the way out. */
import { selectAccount, selectBalance, selectConnector, selectNetwork } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import type { Address, Namespace } from '@latchkey/spec/caip'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Avatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import { Row, RowIcon } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworks } from '../select.js'
import { accountFeatures } from './accountFeatures.js'
import { CopyAddress } from './CopyAddress.js'
import { ExplorerRow } from './ExplorerRow.js'
import { builtViewIds } from './pending.js'
import { useAccountName } from './useAccountName.js'
import { useDisconnect } from './useDisconnect.js'
import styles from './views.sheet.css'

export function View() {
  const account = useSelect(selectAccount)
  const namespace = useSelect((state) => state.activeNamespace)
  // Gone for the moment in which the modal closes after a disconnect.
  if (!account) return null
  return (
    <div className={styles.view}>
      <div className={styles.profile}>
        <Avatar address={account.address} />
        <Name namespace={namespace} address={account.address} />
        <CopyAddress address={account.address} />
        <Balance />
        <NetworkChip />
      </div>
      <Features />
      <div className={styles.list}>
        <WalletsRow />
        <ExplorerRow />
        <SettingsRow />
        <DisconnectRow />
      </div>
    </div>
  )
}

function Name(props: { readonly namespace: Namespace; readonly address: Address }) {
  const name = useAccountName(props.namespace, props.address)
  return name ? <p className={styles.name}>{name}</p> : null
}

function Balance() {
  const t = useText()
  const held = useSelect(selectBalance)
  if (!held) return null
  const { status, balance } = held
  if (balance)
    return (
      <p className={styles.balance} data-stale={status !== 'ready' || undefined}>
        <span>{balance.formatted}</span> <span className={styles.symbol}>{balance.symbol}</span>
      </p>
    )
  // A failed read never looks like an empty answer (D-13).
  if (status === 'failed') return <p className={styles.noBalance}>{t('account.balance-failed')}</p>
  return <span className={styles.balanceSkeleton} role="status" aria-label={t('shell.loading')} />
}

function NetworkChip() {
  const kit = useKitContext()
  const t = useText()
  const network = useSelect(selectNetwork)
  const hasChoice = useSelect(selectNetworks).length > 1 && kit.options.enableNetworkSwitch
  const name = network?.name ?? t('account.network-unknown')
  const content = (
    <>
      <WalletImage name={name} icon={network?.assets?.imageUrl} size={20} isRound />
      <span className={styles.hiddenText}>{t('account.network')}: </span>
      {name}
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
      <span className={styles.chipArrow}>
        <Icon name="down" size={14} />
      </span>
    </button>
  )
}

/** Empty until the first of these views is drawn. */
function Features() {
  const kit = useKitContext()
  const t = useText()
  const features = accountFeatures(kit.options.features, (view) => builtViewIds.some((id) => id === view))
  if (features.length === 0) return null
  return (
    <div className={styles.features}>
      {features.map(({ feature, view, text }) => (
        <button key={feature} type="button" className={styles.feature} onClick={() => push(kit, { view })}>
          {t(text)}
        </button>
      ))}
    </div>
  )
}

function WalletsRow() {
  const kit = useKitContext()
  const t = useText()
  const connector = useSelect(selectConnector)
  const connections = useSelect((state) => state.connections)
  const wallets = Object.values(connections).flatMap((connection) => connection.wallets)
  const accounts = wallets.flatMap((wallet) => wallet.accounts)
  const name = connector?.name ?? t('connecting.unknown')
  const hint =
    wallets.length > 1
      ? t('account.wallets-more', { count: wallets.length - 1 })
      : accounts.length > 1
        ? t('account.accounts', { count: accounts.length })
        : t('account.wallet')
  return (
    <Row
      picture={<WalletImage name={name} icon={connector?.icon} />}
      name={name}
      hint={hint}
      onPress={() => push(kit, { view: 'ProfileWallets' })}
    />
  )
}

function SettingsRow() {
  const kit = useKitContext()
  const t = useText()
  return (
    <Row
      picture={<RowIcon name="settings" />}
      name={t('settings.title')}
      onPress={() => push(kit, { view: 'AccountSettings' })}
    />
  )
}

function DisconnectRow() {
  const t = useText()
  const { isLeaving, leave } = useDisconnect()
  return (
    <Row
      picture={<RowIcon name="exit" />}
      name={isLeaving ? t('account.disconnecting') : t('account.disconnect')}
      isBusy={isLeaving}
      end={null}
      onPress={() => leave()}
    />
  )
}
