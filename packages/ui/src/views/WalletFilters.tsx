/** Narrows down the list of all wallets: to certified ones, to those of one kind of network. */
import type { Namespace } from '@latchkey/core'
import { useSelect } from '../context.js'
import { Icon } from '../parts/Icon.js'
import { selectNetworks } from '../select.js'
import styles from './allWallets.sheet.css'
import { useAllWalletsText } from './allWalletsCopy.js'
import { namespaceNames } from './networkGroups.js'

export interface WalletFilter {
  readonly badge?: 'certified'
  /** CAIP-2 ids. */
  readonly chains?: readonly string[]
}

interface WalletFiltersProps {
  readonly filter: WalletFilter
  /** Whether any wallet is certified: by default a directory certifies none. */
  readonly hasCertified: boolean
  onChange(filter: WalletFilter): void
}

export function WalletFilters({ filter, hasCertified, onChange }: WalletFiltersProps) {
  const t = useAllWalletsText()
  const networks = useSelect(selectNetworks)
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const { badge, chains } = filter
  const idsOf = (namespace: Namespace) =>
    networks.flatMap(({ chainNamespace, caipNetworkId }) =>
      chainNamespace === namespace ? [caipNetworkId] : [],
    )
  return (
    <div role="group" aria-label={t('all.filters')} className={styles.filters}>
      {namespaces.length > 1 &&
        namespaces.map((namespace) => {
          const isOn = chains?.every((id) => id.startsWith(`${namespace}:`)) ?? false
          return (
            <Chip
              key={namespace}
              isOn={isOn}
              text={namespaceNames[namespace]}
              onPress={() =>
                onChange({ ...(badge && { badge }), ...(!isOn && { chains: idsOf(namespace) }) })
              }
            />
          )
        })}
      {/* Last, since it comes with the list: nothing before it moves. */}
      {hasCertified && (
        <Chip
          isOn={badge === 'certified'}
          text={t('all.certified')}
          onPress={() => onChange(badge ? { ...(chains && { chains }) } : { ...filter, badge: 'certified' })}
        />
      )}
    </div>
  )
}

function Chip({ isOn, text, onPress }: { readonly isOn: boolean; readonly text: string; onPress(): void }) {
  return (
    <button type="button" className={styles.filter} aria-pressed={isOn} onClick={onPress}>
      {isOn && <Icon name="check" size={14} />}
      {text}
    </button>
  )
}
