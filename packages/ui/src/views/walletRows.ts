/** Which wallets the Connect view lists, and in which order (S9-13, S2-16). */
import type { Connector } from '@latchkey/core'
import type { ConnectorType } from '@latchkey/spec/entities'
import type { ConnectorTypeOrder } from '@latchkey/spec/options'
import { isExcludedWallet } from '@latchkey/spec/views'

/** Where a connector stands in the order. AUTH is absent: email and social login are not rows of a list. */
const groups: Partial<Record<ConnectorType, ConnectorTypeOrder>> = {
  WALLET_CONNECT: 'walletConnect',
  INJECTED: 'injected',
  ANNOUNCED: 'injected',
  MULTI_CHAIN: 'injected',
  EXTERNAL: 'external',
}

interface WalletRowsInput {
  readonly connectors: readonly Connector[]
  readonly order: readonly ConnectorTypeOrder[]
  /** Wallets used last, newest first. */
  readonly recent?: readonly string[]
  readonly excludedIds?: readonly string[]
}

export interface WalletRow {
  readonly connector: Connector
  readonly isRecent: boolean
}

/** A group that the order leaves out is not listed. Within a group wallets keep the order they announced themselves in. */
export function walletRows({
  connectors,
  order,
  recent = [],
  excludedIds = [],
}: WalletRowsInput): WalletRow[] {
  const place = ({ connector, isRecent }: WalletRow) => {
    const group = groups[connector.type]
    const places = [isRecent && order.indexOf('recent'), group ? order.indexOf(group) : -1]
    return Math.min(...places.filter((index): index is number => typeof index === 'number' && index >= 0))
  }
  return (
    connectors
      .filter((connector) => !isExcluded(connector, excludedIds))
      // Remembered by its directory id where it has one.
      .map((connector) => ({ connector, isRecent: recent.includes(connector.explorerId ?? connector.id) }))
      .filter((row) => Number.isFinite(place(row)))
      .sort((one, other) => place(one) - place(other))
  )
}

/** S2-16: an excluded id is a wallet's directory id, its rdns, or its name in any case. */
function isExcluded({ explorerId, name, rdns }: Connector, ids: readonly string[]): boolean {
  const excluded = ids.map((id) => ({ name: id, rdns: id }))
  return ids.some((id) => id === explorerId) || isExcludedWallet({ name, rdns }, excluded)
}
