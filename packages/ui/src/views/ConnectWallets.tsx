/** The wallets found in this browser and those to reach from it, or what to do where there are none. */

import { selectStatus, selectView } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import { modalLimits } from '@latchkey/spec/limits'
import { useEffect, useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { Row, RowIcon, RowSkeleton, RowSkeletons } from '../parts/Row.js'
import { loadAllWallets } from './loadAllWallets.js'
import { openDirectory } from './openDirectory.js'
import { startPairing } from './pairing.js'
import { useAdvisedWallets } from './useAdvisedWallets.js'
import { useConsent } from './useConsent.js'
import { usePlatform } from './usePlatform.js'
import { useReachesOthers, useWalletRows } from './useWalletRows.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'
import { WalletRowItem } from './WalletRowItem.js'
import type { WalletRow } from './walletRows.js'

interface ConnectWalletsProps extends ViewProps {
  /** There are ways to connect beside wallets: having none is no dead end then. */
  readonly hasOthers?: boolean
}

export function ConnectWallets({ data: { namespace }, hasOthers = false }: ConnectWalletsProps) {
  const { features, featuredWalletIds = [], customWallets = [] } = useKitContext().options
  const t = useText()
  const reachesOthers = useReachesOthers()
  const advised = useAdvisedWallets({ isWanted: reachesOthers })
  const rows = useWalletRows({ namespace, advised, isAdviceComing: !advised })
  const isReady = useIsReady()
  const [isOpened, setOpened] = useState(false)
  usePairingAhead(reachesOthers)
  if (rows.length === 0 && advised && hasOthers) return isReady ? <GetWalletRow /> : <RowSkeleton />
  if (rows.length === 0 && advised)
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
  const found = rows.filter(({ group }) => group && group[0].type !== 'WALLET_CONNECT').length
  const recent = rows.filter(({ comingId }) => comingId !== undefined).length
  const chosen = recent + featuredWalletIds.length + customWallets.length
  // As many as will come at most, so that nothing moves when they do (S9-11).
  const coming = advised ? 0 : Math.max(modalLimits.recommendedWallets - found, chosen) - recent
  return (
    <ul className={styles.list} aria-label={t('connect.list')} aria-busy={!advised || undefined}>
      {rows.map((row) => (
        <li key={keyOf(row)} aria-hidden={row.comingId !== undefined || undefined}>
          {row.comingId === undefined ? <WalletRowItem {...row} /> : <RowSkeleton />}
        </li>
      ))}
      {Array.from({ length: coming }, (_, index) => (
        <li key={`coming-${index}`} aria-hidden="true">
          <RowSkeleton />
        </li>
      ))}
      {reachesOthers && features.allWallets && (
        <li>
          <AllWalletsRow namespace={namespace} />
        </li>
      )}
    </ul>
  )
}

const keyOf = ({ group, wallet, comingId }: WalletRow): string =>
  group ? `${group[0].namespace}:${group[0].id}` : (wallet?.id ?? comingId ?? '')

function AllWalletsRow({ namespace }: { readonly namespace: Namespace | undefined }) {
  const kit = useKitContext()
  const t = useText()
  /** The view and what it asks are on their way before the press ends. */
  const prepare = () => {
    Promise.all([loadAllWallets(), openDirectory(kit)]).catch((cause: unknown) =>
      kit.log.info('The list of wallets could not be loaded ahead', cause),
    )
  }
  return (
    <Row
      picture={<RowIcon name="grid" look="square" />}
      name={t('connect.all')}
      onIntent={prepare}
      onPress={() => {
        kit.events.emit('CLICK_ALL_WALLETS', {})
        push(kit, { view: 'AllWallets', data: namespace ? { namespace } : {} })
      }}
    />
  )
}

/** On a phone the link is ready before anybody taps, so that the tap itself can open the app. */
function usePairingAhead(reachesOthers: boolean): void {
  const kit = useKitContext()
  const { isMobile } = usePlatform()
  const { hasConsent } = useConsent()
  useEffect(() => {
    if (!isMobile || !reachesOthers || !hasConsent) return
    let isGone = false
    // A wallet that is being restored, or asked, is not given up for one that nobody chose yet; and whoever was restored
    // is on their way to another view.
    const isFree = () => {
      const state = kit.store.get()
      return (
        selectView(state) === 'Connect' && Object.values(state.connections).every(({ attempt }) => !attempt)
      )
    }
    void kit.ready.then(() => {
      if (!isGone && isFree()) void startPairing(kit)
    })
    return () => {
      isGone = true
    }
  }, [kit, isMobile, reachesOthers, hasConsent])
}

function GetWalletRow() {
  const kit = useKitContext()
  const t = useText()
  return (
    <Row
      picture={<RowIcon name="wallet" />}
      name={t('get.title')}
      hint={t('connect.empty-hint')}
      onPress={() => {
        kit.events.emit('CLICK_GET_WALLET', {})
        push(kit, { view: 'GetWallet' })
      }}
    />
  )
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
