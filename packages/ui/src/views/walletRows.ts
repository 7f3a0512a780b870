/** Which wallets the Connect view lists, and in which order (S9-11, S9-13, S2-16). */
import type { Connector } from '@latchkey/core'
import type { DirectoryWallet } from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import type { ConnectorType } from '@latchkey/spec/entities'
import { modalLimits } from '@latchkey/spec/limits'
import type { ConnectorTypeOrder } from '@latchkey/spec/options'
import { isExcludedWallet } from '@latchkey/spec/views'
import { groupWallets, type WalletGroup } from './walletGroups.js'

/** Where a connector stands in the order. AUTH is absent: the embedded wallet is no row of the list. */
const groups: Partial<Record<ConnectorType, ConnectorTypeOrder>> = {
  WALLET_CONNECT: 'walletConnect',
  INJECTED: 'injected',
  ANNOUNCED: 'injected',
  MULTI_CHAIN: 'injected',
  EXTERNAL: 'external',
}

/** Wallets that are not in this browser: the directory's, the app's own, those used before. */
export interface AdvisedWallets {
  readonly featured: readonly DirectoryWallet[]
  readonly custom: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  readonly recent: readonly DirectoryWallet[]
}

export const noAdvice: AdvisedWallets = { featured: [], custom: [], recommended: [], recent: [] }

interface WalletRowsInput {
  readonly connectors: readonly Connector[]
  /** Only wallets of this one; without it, of all. */
  readonly namespace?: Namespace | undefined
  readonly order: readonly ConnectorTypeOrder[]
  /** Wallets used last, newest first. */
  readonly recent?: readonly string[]
  readonly excludedIds?: readonly string[]
  readonly advised?: AdvisedWallets
  /** What is advised is still on its way: wallets used before that are not in this browser get their places now. */
  readonly isAdviceComing?: boolean
  /** `false` where only what is in this browser can work (D-24). */
  readonly reachesOthers?: boolean
}

export type KnownWalletRow = { readonly isRecent: boolean; readonly comingId?: undefined } & (
  | { readonly group: WalletGroup; readonly wallet?: undefined }
  | { readonly wallet: DirectoryWallet; readonly group?: undefined }
)

/** The place of a wallet that was used before and is still asked for. */
interface ComingWalletRow {
  readonly comingId: string
  readonly isRecent: true
  readonly group?: undefined
  readonly wallet?: undefined
}

export type WalletRow = KnownWalletRow | ComingWalletRow

type PlacedRow = WalletRow & { readonly place: number }

/** A group that the order leaves out is not listed. Within a group wallets keep the order they came in. */
export function walletRows({
  connectors,
  namespace,
  order,
  recent = [],
  excludedIds = [],
  advised = noAdvice,
  isAdviceComing = false,
  reachesOthers = true,
}: WalletRowsInput): WalletRow[] {
  const placeOf = (group: ConnectorTypeOrder | undefined, isRecent: boolean) => {
    const places = [isRecent && order.indexOf('recent'), group ? order.indexOf(group) : -1]
    return Math.min(...places.filter((index): index is number => typeof index === 'number' && index >= 0))
  }
  const offered = connectors
    // Its rows are the field for an address and the buttons of the services, also for whoever used it last.
    .filter(({ type }) => type !== 'AUTH')
    .filter((connector) => !namespace || connector.namespace === namespace)
    .filter((connector) => !isExcluded(connector, excludedIds))
  const own = groupWallets(offered)
    .filter(([first]) => !isRelay(first) || (reachesOthers && isFirstRelay(first, offered)))
    .map((group): PlacedRow => {
      // Remembered by its directory id where it has one.
      const isRecent = group.some(({ id, explorerId }) => recent.includes(explorerId ?? id))
      return { group, isRecent, place: placeOf(groups[group[0].type], isRecent) }
    })
  const found = own.filter(({ group }) => group && !isRelay(group[0])).length
  const others = (reachesOthers ? adviceRows(advised, found) : [])
    .filter(({ wallet }) => installedConnector(connectors, wallet) === undefined)
    .map(({ wallet, group }): PlacedRow => {
      const isRecent = recent.includes(wallet.id)
      return { wallet, isRecent, place: placeOf(group, isRecent) }
    })
  const coming = (isAdviceComing && reachesOthers ? absentWallets(recent, connectors) : []).map(
    (comingId): PlacedRow => ({ comingId, isRecent: true, place: placeOf('recent', true) }),
  )
  return [...own, ...others, ...coming]
    .filter(({ place }) => Number.isFinite(place))
    .sort((one, other) => one.place - other.place)
    .map(({ place: _, ...row }) => row)
}

interface AdviceRow {
  readonly wallet: DirectoryWallet
  readonly group: ConnectorTypeOrder
}

/** Each wallet once, by the best reason there is for it. */
function adviceRows({ featured, custom, recommended, recent }: AdvisedWallets, found: number): AdviceRow[] {
  const seen = new Set<string>()
  const take = (wallets: readonly DirectoryWallet[], group: ConnectorTypeOrder, most = Infinity) =>
    wallets
      .filter(({ id }) => !seen.has(id))
      .slice(0, Math.max(most, 0))
      .map((wallet): AdviceRow => {
        seen.add(wallet.id)
        return { wallet, group }
      })
  const chosen = [...take(recent, 'recent'), ...take(featured, 'featured'), ...take(custom, 'custom')]
  // S9-11: four at most, and fewer where there is enough to choose from.
  const room = modalLimits.recommendedWallets - chosen.length - found
  return [...chosen, ...take(recommended, 'recommended', room)]
}

/** Those that no connector of this browser is remembered as (S9-04). */
export const absentWallets = (ids: readonly string[], connectors: readonly Connector[]) =>
  ids.filter((wanted) => !connectors.some(({ explorerId, id }) => (explorerId ?? id) === wanted))

const isRelay = ({ type }: Connector) => type === 'WALLET_CONNECT'

/** One approval serves every namespace, so one row does. */
const isFirstRelay = (connector: Connector, all: readonly Connector[]) => all.find(isRelay) === connector

/** The extension of this wallet, where it is in this browser. */
export function installedConnector(
  connectors: readonly Connector[],
  { id, rdns }: Pick<DirectoryWallet, 'id' | 'rdns'>,
): Connector | undefined {
  return connectors.find(
    (connector) =>
      !isRelay(connector) &&
      connector.installed !== false &&
      (connector.explorerId === id || (rdns !== null && connector.rdns === rdns)),
  )
}

/** S2-16: an excluded id is a wallet's directory id, its rdns, or its name in any case. */
export function isExcluded(
  { explorerId, name, rdns }: Pick<Connector, 'explorerId' | 'name' | 'rdns'>,
  ids: readonly string[],
): boolean {
  const excluded = ids.map((id) => ({ name: id, rdns: id }))
  return ids.some((id) => id === explorerId) || isExcludedWallet({ name, rdns }, excluded)
}
