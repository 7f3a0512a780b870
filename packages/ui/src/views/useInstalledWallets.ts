/** The wallets of this browser as the list of all wallets shows them: first, and with their listing where there is one. */

import type { Connector } from '@latchkey/core'
import type { DirectoryWallet } from '@latchkey/core/screen'
import type { Namespace } from '@latchkey/spec/caip'
import { useEffect, useMemo, useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { selectConnectors } from '../select.js'
import { openDirectory } from './openDirectory.js'
import type { WalletFilter } from './WalletFilters.js'
import { groupWallets, iconOf, type WalletGroup } from './walletGroups.js'
import { isExcluded } from './walletRows.js'

export interface InstalledWallet {
  readonly wallet: DirectoryWallet
  readonly group: WalletGroup
}

interface InstalledInput {
  readonly search: string
  readonly filter: WalletFilter
  /** Only wallets that speak it. */
  readonly namespace: Namespace | undefined
}

export function useInstalledWallets({
  search,
  filter,
  namespace,
}: InstalledInput): readonly InstalledWallet[] {
  const { options } = useKitContext()
  const connectors = useSelect(selectConnectors)
  const listings = useListings(connectors)
  return useMemo(
    () =>
      groupWallets(
        connectors
          .filter((each) => each.installed && (!namespace || each.namespace === namespace))
          .filter((connector) => !isExcluded(connector, options.excludeWalletIds ?? [])),
      )
        .map((group) => ({ group, wallet: listingOf(group, listings) }))
        .filter(({ wallet, group }) => matches(wallet, group, { search, filter })),
    [connectors, listings, options, search, filter, namespace],
  )
}

/** What the directory knows of them: their other ways, beside the extension. */
function useListings(connectors: readonly Connector[]): readonly DirectoryWallet[] {
  const kit = useKitContext()
  const [listings, setListings] = useState<readonly DirectoryWallet[]>([])
  const named = connectors.flatMap(({ rdns, installed }) => (installed && rdns ? [rdns] : [])).join()
  useEffect(() => {
    if (named === '') return
    const leaving = new AbortController()
    const { signal } = leaving
    openDirectory(kit)
      .then((directory) => directory.getWallets({ include: named.split(','), signal }))
      .then(({ wallets }) => signal.aborted || setListings(wallets))
      .catch((cause: unknown) => signal.aborted || kit.log.info('No listing of installed wallets', cause))
    return () => leaving.abort()
  }, [kit, named])
  return listings
}

function listingOf(group: WalletGroup, listings: readonly DirectoryWallet[]): DirectoryWallet {
  const [{ id, name }] = group
  const explorerId = group.find((member) => member.explorerId)?.explorerId
  const rdns = group.find((member) => member.rdns)?.rdns
  const icon = iconOf(group)
  const listing = listings.find((each) => each.id === explorerId || (rdns && each.rdns === rdns))
  const none = {
    image_id: null,
    homepage: null,
    mobile_link: null,
    link_mode: null,
    desktop_link: null,
    desktop_universal: null,
    webapp_link: null,
    browse_link: null,
    app_store: null,
    play_store: null,
    chrome_store: null,
    firefox_store: null,
    edge_store: null,
  }
  const own = { id: explorerId ?? id, name, rdns: rdns ?? null, chains: [], injected: [], image_url: null }
  // The wallet's own name and picture are those that the person knows.
  return {
    ...none,
    ...own,
    supports_wc: true,
    badge_type: 'none',
    source: 'built-in',
    ...listing,
    name,
    ...(icon && { image_url: icon }),
  }
}

function matches(
  { name, badge_type }: DirectoryWallet,
  group: WalletGroup,
  { search, filter }: Pick<InstalledInput, 'search' | 'filter'>,
): boolean {
  const isOn =
    filter.chains?.some((id) => group.some(({ namespace }) => id.startsWith(`${namespace}:`))) ?? true
  const isBadged = filter.badge === undefined || badge_type === filter.badge
  return isOn && isBadged && name.toLowerCase().includes(search.toLowerCase())
}
