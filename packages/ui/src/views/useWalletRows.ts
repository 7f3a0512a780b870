/** The wallets of the Connect view, as they come and go. */
import { recentWallets } from '@latchkey/core'
import { useMemo } from 'react'
import { useKit, useSelect } from '../context.js'
import { selectConnectors } from '../select.js'
import { type WalletRow, walletRows } from './walletRows.js'

export function useWalletRows(): readonly WalletRow[] {
  const kit = useKit()
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
