/** The account that signs: who, how much, where, what can be done, and the way out. */
import { selectAccount, selectConnector, selectNetwork } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import type { Address, Namespace } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import type { AccountTab } from '@latchkey/spec/views'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Avatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import { Row, RowIcon } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworks } from '../select.js'
import { wear } from '../theme/wear.js'
import { AccountTabs } from './account/AccountTabs.js'
import { css } from './account/account.sheet.css'
import { FeatureButtons } from './account/FeatureButtons.js'
import { Total } from './account/Total.js'
import { type ShownTokens, useTokens } from './account/useTokens.js'
import { CopyAddress } from './CopyAddress.js'
import { ExplorerRow } from './ExplorerRow.js'
import { useAccountName } from './useAccountName.js'
import { useDisconnect } from './useDisconnect.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'

const worn = wear(css)

export function View({ data }: ViewProps) {
  const { gatewayUrl } = useKitContext().options
  const account = useSelect(selectAccount)
  const network = useSelect(selectNetwork)
  // Gone for the moment in which the modal closes after a disconnect.
  if (!account) return null
  // Nobody knows what is held on a network that the page did not ask for, nor without a gateway.
  const isListed = gatewayUrl !== undefined && network !== undefined
  return (
    <div ref={worn} className={styles.view}>
      {isListed ? <Listed account={account} tab={data.tab} /> : <Unlisted account={account} />}
      <div className={styles.list}>
        <WalletsRow />
        <ExplorerRow />
        <SettingsRow />
        <DisconnectRow />
      </div>
    </div>
  )
}

interface AccountProps {
  readonly account: Account
}

function Listed({ account, tab }: AccountProps & { readonly tab: AccountTab | undefined }) {
  const tokens = useTokens()
  return (
    <>
      <Profile account={account} tokens={tokens} />
      <FeatureButtons />
      <AccountTabs asked={tab} tokens={tokens} />
    </>
  )
}

function Unlisted({ account }: AccountProps) {
  return (
    <>
      <Profile account={account} />
      <FeatureButtons />
    </>
  )
}

function Profile({ account, tokens }: AccountProps & { readonly tokens?: ShownTokens }) {
  const namespace = useSelect((state) => state.activeNamespace)
  return (
    <div className={styles.profile}>
      <Avatar address={account.address} size={64} />
      <Name namespace={namespace} address={account.address} />
      <CopyAddress address={account.address} />
      <Total tokens={tokens} />
      <NetworkChip />
    </div>
  )
}

function Name(props: { readonly namespace: Namespace; readonly address: Address }) {
  const name = useAccountName(props.namespace, props.address)
  return name ? <p className={styles.name}>{name}</p> : null
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
