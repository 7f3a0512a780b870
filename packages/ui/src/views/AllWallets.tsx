/** Every wallet there is: search, filters, and a grid that stays light however far one scrolls. */

import type { Namespace } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useKitContext } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { SearchField } from '../parts/SearchField.js'
import { type CellProps, VirtualGrid } from '../parts/VirtualGrid.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './allWallets.sheet.css'
import { useAllWalletsText } from './allWalletsCopy.js'
import { ConsentFirst } from './ConsentFirst.js'
import { chooseConnector } from './connectWallet.js'
import { chooseListedWallet } from './openWallet.js'
import { startPairing } from './pairing.js'
import { useInstalledWallets } from './useInstalledWallets.js'
import { usePlatform } from './usePlatform.js'
import { useWalletPages } from './useWalletPages.js'
import type { ViewProps } from './view.js'
import { CardSkeleton, WalletCard } from './WalletCard.js'
import { type WalletFilter, WalletFilters } from './WalletFilters.js'

const worn = wear(css)

const rowHeight = 100
const minCellWidth = 76

export function View({ data: { namespace } }: ViewProps) {
  return (
    <ConsentFirst>
      <AllWallets namespace={namespace} />
    </ConsentFirst>
  )
}

/** With a namespace: what this browser has for it; apps on other devices are reached for every namespace at once. */
function AllWallets({ namespace }: { readonly namespace: Namespace | undefined }) {
  const kit = useKitContext()
  const t = useAllWalletsText()
  const platform = usePlatform()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<WalletFilter>({})
  const body = useRef<HTMLDivElement>(null)
  const settled = useSettled(search.trim())
  const installed = useInstalledWallets({ search: settled, filter, namespace })
  const pages = useWalletPages({
    search: settled,
    ...filter,
    exclude: installed.map(({ wallet }) => wallet.rdns ?? wallet.id),
  })
  const { isMobile } = platform
  useEffect(() => {
    // S2-05: this may be the first view of a phone; the link is to be ready before a tap.
    if (isMobile) void startPairing(kit)
  }, [kit, isMobile])

  const { wallets, status } = pages
  // Once one was seen the filter stays, whatever is searched for next.
  const [hasCertified, setHasCertified] = useState(false)
  if (!hasCertified && wallets.some(({ badge_type }) => badge_type === 'certified')) setHasCertified(true)
  const all = [...installed, ...wallets.map((wallet) => ({ wallet, group: undefined }))]
  const isSearching = status === 'loading' || pages.isStale || settled !== search.trim()
  // What is known to come is drawn as a skeleton, so that the scroll bar tells the truth from the start.
  const count = installed.length + (pages.total ?? (status === 'failed' ? 0 : limits.walletPage / 2))

  const drawCell = ({ index, tabIndex }: CellProps) => {
    const found = all[index]
    if (!found) return <CardSkeleton />
    const { wallet, group } = found
    return (
      <WalletCard
        wallet={wallet}
        connector={group?.[0]}
        tabIndex={tabIndex}
        onPress={() =>
          group ? chooseConnector(kit, group, wallet) : chooseListedWallet(kit, wallet, platform, namespace)
        }
      />
    )
  }

  const toGrid = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    body.current?.querySelector<HTMLElement>('[role="grid"] button[tabindex="0"]')?.focus()
  }

  return (
    <div ref={worn} className={styles.view}>
      <div ref={body} className={styles.body}>
        {/* The field is the control; the box around it only listens for the way down into the grid. */}
        <div role="presentation" onKeyDown={toGrid}>
          <SearchField label={t('all.search')} value={search} onChange={setSearch} />
        </div>
        <div className={styles.bar}>
          <WalletFilters filter={filter} hasCertified={hasCertified} onChange={setFilter} />
          <div role="status" className={styles.found}>
            {!isSearching && status === 'ready' && t('all.found', { count })}
          </div>
        </div>
        {status === 'failed' && (
          <div className={styles.failed} role="alert">
            <span>{t(pages.page > 0 ? 'all.failed-more' : 'all.failed')}</span>
            <ActionButton icon="retry" onPress={pages.retry}>
              {t('shell.retry')}
            </ActionButton>
          </div>
        )}
        {count > 0 ? (
          <VirtualGrid
            // Another answer starts at its top.
            key={pages.answer}
            label={t('all.list')}
            count={count}
            rowHeight={rowHeight}
            minCellWidth={minCellWidth}
            isBusy={isSearching && all.length > 0}
            onSight={(_, last) => pages.reach(last - installed.length)}
            cell={drawCell}
          />
        ) : (
          status !== 'failed' && (
            <div className={styles.empty}>
              <Notice
                icon="search"
                title={t('all.none')}
                detail={settled ? t('all.none-detail', { search: settled }) : t('all.none-filter')}
              >
                <ActionButton
                  onPress={() => {
                    setSearch('')
                    setFilter({})
                  }}
                >
                  {t('all.clear')}
                </ActionButton>
              </Notice>
            </div>
          )
        )}
      </div>
    </div>
  )
}

/** S9-11: what was typed, once nothing was added for 300 ms. Clearing the field needs no wait. */
function useSettled(text: string): string {
  const { clock } = useKitContext()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === '') return setSettled('')
    return clock.after(limits.walletSearchWait, () => setSettled(text))
  }, [clock, text])
  return text === '' ? '' : settled
}
