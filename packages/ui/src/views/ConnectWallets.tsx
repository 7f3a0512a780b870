/** The wallets found in this browser, or what to do where there are none. */
import { type Connector, selectStatus } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import { useEffect, useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { type Text, useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { Row, RowIcon, RowSkeletons, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { connectWallet } from './connectWallet.js'
import { useWalletRows } from './useWalletRows.js'
import styles from './views.sheet.css'
import type { WalletRow } from './walletRows.js'

export function ConnectWallets() {
  const { features } = useKitContext().options
  const t = useText()
  const rows = useWalletRows()
  const isReady = useIsReady()
  const [isOpened, setOpened] = useState(false)
  if (rows.length === 0)
    return (
      <div className={styles.flush}>
        {isReady ? <NoWallet /> : <RowSkeletons count={3} label={t('connect.searching')} />}
      </div>
    )
  if (features.collapseWallets && !isOpened)
    return (
      <Row
        picture={<RowIcon name="wallet" />}
        name={t('connect.collapsed')}
        onPress={() => setOpened(true)}
      />
    )
  return (
    <ul className={styles.list} aria-label={t('connect.list')}>
      {rows.map((row) => (
        <li key={`${row.connector.namespace}:${row.connector.id}`}>
          <Wallet {...row} />
        </li>
      ))}
    </ul>
  )
}

function Wallet({ connector, isRecent }: WalletRow) {
  const kit = useKitContext()
  const t = useText()
  const isConnected = useSelect((state) =>
    isConnectedWith(state.connections[connector.namespace]?.wallets, connector),
  )
  return (
    <Row
      picture={<WalletImage name={connector.name} icon={connector.icon} />}
      name={connector.name}
      tag={tagOf({ connector, isConnected, isRecent }, t)}
      end={null}
      onPress={() => connectWallet(kit, connector)}
    />
  )
}

/** One tag a row: the one that helps most to choose. */
function tagOf({ connector, isConnected, isRecent }: WalletRow & { readonly isConnected: boolean }, t: Text) {
  if (isConnected) return <Tag tone="accent">{t('connect.connected')}</Tag>
  if (isRecent) return <Tag>{t('connect.recent')}</Tag>
  if (connector.type === 'WALLET_CONNECT') return <Tag>{t('connect.qr')}</Tag>
  return connector.installed && <Tag tone="good">{t('connect.installed')}</Tag>
}

function isConnectedWith(
  wallets: readonly { connectorId: string }[] | undefined,
  { id }: Connector,
): boolean {
  return wallets?.some(({ connectorId }) => connectorId === id) ?? false
}

/** Explains what a wallet is and how to get one; as soon as one announces itself the list takes its place. */
function NoWallet() {
  const kit = useKitContext()
  const t = useText()
  const get = () => {
    kit.events.emit('CLICK_GET_WALLET', {})
    push(kit, { view: 'GetWallet' })
  }
  return (
    <Notice icon="wallet" title={t('connect.empty')} detail={t('connect.empty-detail')}>
      <ActionButton look="accent" onPress={get}>
        {t('wallets.find')}
      </ActionButton>
      {kit.options.enableWalletGuide && (
        <ActionButton onPress={() => push(kit, { view: 'WhatIsAWallet' })}>
          {t('connect.empty-learn')}
        </ActionButton>
      )}
    </Notice>
  )
}

/** Whether stored wallets have been tried; until then an empty list means nothing. */
function useIsReady(): boolean {
  const { ready } = useKitContext()
  const isRestoring = useSelect(selectStatus) === 'reconnecting'
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let isGone = false
    void ready.then(() => !isGone && setSettled(true))
    return () => {
      isGone = true
    }
  }, [ready])
  return isSettled && !isRestoring
}
