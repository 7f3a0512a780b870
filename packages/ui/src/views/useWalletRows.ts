/** The wallets of the Connect view, as they come and go. */
import { recentWallets } from '@latchkey/core/screen'
import { useMemo } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { selectConnectors } from '../select.js'
import { type WalletRow, walletRows } from './walletRows.js'

export function useWalletRows(): readonly WalletRow[] {
  const kit = useKitContext()
  const connectors = useSelect(selectConnectors)
  return useMemo(() => {
    const { features, excludeWalletIds = [] } = kit.options
    return walletRows({
      connectors,
      recent: recentWallets(kit),
      order: features.connectorTypeOrder,
      excludedIds: excludeWalletIds,
    })
  }, [connectors, kit])
}
