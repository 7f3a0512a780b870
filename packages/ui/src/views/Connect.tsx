/** The ways to connect: the wallets found in this browser, or what to do where there are none. */
import { type Connector, push, selectStatus } from '@latchkey/core'
import { useEffect, useMemo, useState } from 'react'
import { useKit, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton, ActionLink } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { Row, RowSkeletons, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectConnectors } from '../select.js'
import { connectWallet } from './connectWallet.js'
import { walletGuideUrl } from './guide.js'
import { LegalNote } from './LegalNote.js'
import styles from './views.sheet.css'
import { type WalletRow, walletRows } from './walletRows.js'

export function View() {
  const kit = useKit()
  const t = useText()
  const rows = useWalletRows()
  const isReady = useIsReady()
  const { enableWallets, enableWalletGuide } = kit.options

  if (!enableWallets)
    return <Notice icon="wallet" title={t('connect.off')} detail={t('connect.off-detail')} />
  if (rows.length === 0)
    return isReady ? <NoWallet /> : <RowSkeletons count={3} label={t('connect.searching')} />

  return (
    <div className={styles.view}>
      <ul className={styles.list} aria-label={t('connect.list')}>
        {rows.map((row) => (
          <li key={`${row.connector.namespace}:${row.connector.id}`}>
            <Wallet {...row} />
          </li>
        ))}
      </ul>
      {enableWalletGuide && (
        <p className={styles.footnote}>
          {t('connect.new')}{' '}
          <button type="button" className={styles.link} onClick={() => push(kit, { view: 'WhatIsAWallet' })}>
            {t('connect.learn')}
          </button>
        </p>
      )}
      <LegalNote />
    </div>
  )
}

function Wallet({ connector, isRecent }: WalletRow) {
  const kit = useKit()
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

function tagOf(
  { connector, isConnected, isRecent }: WalletRow & { readonly isConnected: boolean },
  t: ReturnType<typeof useText>,
) {
  if (isConnected) return <Tag tone="accent">{t('connect.connected')}</Tag>
  if (isRecent) return <Tag>{t('connect.recent')}</Tag>
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
  const kit = useKit()
  const t = useText()
  return (
    <Notice icon="wallet" title={t('connect.empty')} detail={t('connect.empty-detail')}>
      <ActionLink look="accent" href={walletGuideUrl} newTabLabel={t('account.new-tab')}>
        {t('connect.empty-get')}
      </ActionLink>
      <ActionButton onPress={() => push(kit, { view: 'WhatIsAWallet' })}>
        {t('connect.empty-learn')}
      </ActionButton>
    </Notice>
  )
}

function useWalletRows(): WalletRow[] {
  const { options, storage } = useKit()
  const connectors = useSelect(selectConnectors)
  return useMemo(
    () =>
      walletRows({
        connectors,
        recent: storage.read('recentWallets')?.map(({ id }) => id) ?? [],
        order: options.features.connectorTypeOrder,
        excludedIds: options.excludeWalletIds ?? [],
      }),
    [connectors, options, storage],
  )
}

/** Whether stored wallets have been tried; until then an empty list means nothing. */
function useIsReady(): boolean {
  const { ready } = useKit()
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
