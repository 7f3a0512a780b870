/** The account that signs: who, how much, where, and the way out. */
import { push, selectAccount, selectBalance, selectConnector, selectNetwork, showToast } from '@latchkey/core'
import type { Account as AccountEntity, Network } from '@latchkey/spec/entities'
import { useState } from 'react'
import { useKit, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Avatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import { Row } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworks } from '../select.js'
import { CopyAddress } from './CopyAddress.js'
import styles from './views.sheet.css'

export function View() {
  const account = useSelect(selectAccount)
  const network = useSelect(selectNetwork)
  // Gone for the moment in which the modal closes after a disconnect.
  if (!account) return null
  return (
    <div className={styles.view}>
      <div className={styles.profile}>
        <Avatar address={account.address} />
        <CopyAddress address={account.address} />
        <Balance />
      </div>
      <div className={styles.list}>
        <NetworkRow network={network} />
        <ExplorerRow account={account} network={network} />
        <DisconnectRow />
      </div>
    </div>
  )
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

function NetworkRow({ network }: { readonly network: Network | undefined }) {
  const kit = useKit()
  const t = useText()
  const hasChoice = useSelect(selectNetworks).length > 1 && kit.options.enableNetworkSwitch
  const name = network?.name ?? t('account.network-unknown')
  return (
    <Row
      picture={<WalletImage name={name} icon={network?.assets?.imageUrl} isRound />}
      name={name}
      hint={t('account.network')}
      isDisabled={!hasChoice}
      {...(!hasChoice && { end: null })}
      onPress={() => {
        kit.events.emit('CLICK_NETWORKS', {})
        push(kit, { view: 'Networks' })
      }}
    />
  )
}

/** The link is built from the network the account is on, never from another (D-11). */
function ExplorerRow({
  account,
  network,
}: {
  readonly account: AccountEntity
  readonly network: Network | undefined
}) {
  const t = useText()
  const explorer = network?.blockExplorers?.default
  if (!explorer) return null
  return (
    <a
      className={styles.linkRow}
      href={`${explorer.url.replace(/\/$/, '')}/address/${account.address}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className={styles.rowIcon}>
        <Icon name="link" size={18} />
      </span>
      {t('account.explorer', { explorer: explorer.name })}
      <span className={styles.hiddenText}>{t('account.new-tab')}</span>
    </a>
  )
}

function DisconnectRow() {
  const kit = useKit()
  const t = useText()
  const connector = useSelect(selectConnector)
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await kit.disconnect()
    } catch (cause) {
      kit.log.error('Disconnecting failed', cause)
      showToast(kit, { variant: 'error', text: cause instanceof Error ? cause.message : String(cause) })
    } finally {
      setLeaving(false)
    }
  }
  return (
    <Row
      picture={
        <span className={styles.rowIcon}>
          <Icon name="exit" size={18} />
        </span>
      }
      name={isLeaving ? t('account.disconnecting') : t('account.disconnect')}
      hint={connector?.name}
      isBusy={isLeaving}
      end={null}
      onPress={() => void leave()}
    />
  )
}
