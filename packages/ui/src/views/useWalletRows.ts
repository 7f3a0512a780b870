/** The wallets of the Connect view, as they come and go. */
import { reachesOtherWallets, recentWallets } from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import { useMemo } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { selectConnectors } from '../select.js'
import { selectRelayConnector } from './pairing.js'
import { usePlatform } from './usePlatform.js'
import { type AdvisedWallets, type WalletRow, walletRows } from './walletRows.js'

/** Whether wallets outside this browser can be offered: there is a relay, and this is a place to reach them from. */
export function useReachesOthers(): boolean {
  const platform = usePlatform()
  const hasRelay = useSelect(selectRelayConnector) !== undefined
  const hasInstalledWallet = useSelect(selectConnectors).some(({ installed }) => installed)
  return hasRelay && reachesOtherWallets(platform, { hasInstalledWallet })
}

interface WalletRowsInput {
  readonly namespace: Namespace | undefined
  readonly advised?: AdvisedWallets | undefined
  readonly isAdviceComing?: boolean
}

export function useWalletRows({
  namespace,
  advised,
  isAdviceComing = false,
}: WalletRowsInput): readonly WalletRow[] {
  const kit = useKitContext()
  const connectors = useSelect(selectConnectors)
  const reachesOthers = useReachesOthers()
  return useMemo(() => {
    const { features, excludeWalletIds = [] } = kit.options
    return walletRows({
      connectors,
      namespace,
      recent: recentWallets(kit),
      order: features.connectorTypeOrder,
      excludedIds: excludeWalletIds,
      isAdviceComing,
      reachesOthers,
      ...(advised && { advised }),
    })
  }, [connectors, kit, namespace, advised, isAdviceComing, reachesOthers])
}
