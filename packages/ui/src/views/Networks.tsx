/** Choose a network, with a search where there are many. */
import { selectNetwork, selectWallet } from '@latchkey/core'
import { back, push } from '@latchkey/core/screen'
import type { Network } from '@latchkey/spec/entities'
import { useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { Notice } from '../parts/Notice.js'
import { SearchField } from '../parts/SearchField.js'
import { selectNetworks } from '../select.js'
import { NetworkRow } from './NetworkRow.js'
import { namespaceNames, networkGroups } from './networkGroups.js'
import { useNetworksText } from './networksCopy.js'
import styles from './views.sheet.css'

/** A list this short is read faster than searched. */
const fewNetworks = 5

export function View() {
  const kit = useKitContext()
  const t = useNetworksText()
  const networks = useSelect(selectNetworks)
  const current = useSelect(selectNetwork)?.caipNetworkId
  const [search, setSearch] = useState('')
  const groups = networkGroups({ networks, search, current })
  const hasHeadings = new Set(networks.map(({ chainNamespace }) => chainNamespace)).size > 1
  return (
    <div className={styles.view}>
      {networks.length > fewNetworks && (
        <SearchField label={t('networks.search')} value={search} onChange={setSearch} />
      )}
      <div role="status" className={styles.silent}>
        {groups.length === 0 && (
          <Notice
            icon="search"
            title={t('networks.none')}
            detail={t('networks.none-detail', { search: search.trim() })}
          />
        )}
      </div>
      {groups.map(({ namespace, networks: members }) => (
        <section key={namespace} className={styles.group}>
          {hasHeadings && <h3 className={styles.heading}>{namespaceNames[namespace]}</h3>}
          <ul
            className={styles.list}
            aria-label={hasHeadings ? namespaceNames[namespace] : t('networks.list')}
          >
            {members.map((network) => (
              <li key={network.caipNetworkId}>
                <NetworkRow
                  network={network}
                  isCurrent={network.caipNetworkId === current}
                  onPress={() => choose(network)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.footnote}>
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            kit.events.emit('CLICK_NETWORK_HELP', {})
            push(kit, { view: 'WhatIsANetwork' })
          }}
        >
          {t('networks.help')}
        </button>
      </p>
    </div>
  )

  function choose({ caipNetworkId: networkId, chainNamespace }: Network) {
    if (networkId === current) return void back(kit)
    const state = kit.store.get()
    const wallet = selectWallet(state, chainNamespace)
    // Only a wallet that has a network of its own has to be asked.
    if (wallet?.networkId !== undefined) return push(kit, { view: 'SwitchNetwork', data: { networkId } })
    // Connected elsewhere, and not there: its wallets are next, and whoever takes none is back where they were.
    const isNew = !wallet && selectWallet(state) !== undefined
    if (isNew) kit.open({ namespace: chainNamespace })
    kit.switchNetwork({ networkId }).then(
      () => isNew || back(kit),
      (cause: unknown) => kit.log.error('The network was not switched', cause),
    )
  }
}
