/** Transactions that are done, by month, as lines that lead to the explorer of their network. */
import type { ActivityItem } from '@latchkey/core/screen'
import { useId } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { shorten } from '../../parts/shorten.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { selectNetworks } from '../../select.js'
import { explorerUrl } from '../explorerUrl.js'
import { ActivityLine } from './ActivityLine.js'
import styles from './activity.sheet.css'
import { copy } from './copy.js'
import { describeActivity } from './describeActivity.js'
import type { ActivityGroup } from './groupActivity.js'

export function ActivityGroups({ groups }: { readonly groups: readonly ActivityGroup[] }) {
  const prefix = useId()
  return groups.map(({ key, title, items }) => (
    <section key={key} aria-labelledby={`${prefix}-${key}`}>
      <h3 id={`${prefix}-${key}`} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.lines}>
        {items.map((item) => (
          <DoneLine key={item.id} item={item} />
        ))}
      </ul>
    </section>
  ))
}

const day = { day: 'numeric', month: 'short' } as const
const moment = { dateStyle: 'long', timeStyle: 'short' } as const

function DoneLine({ item }: { readonly item: ActivityItem }) {
  const t = useWords(copy)
  const { gatewayUrl } = useKitContext().options
  const networks = useSelect(selectNetworks)
  const { hash, chain, minedAt, status } = item.metadata
  const numbers = useNumbers()
  const { title, icon, other, moved, token } = describeActivity(item, numbers)
  const mined = new Date(minedAt)
  const href = hash && explorerUrl(networks, chain, hash)
  return (
    <ActivityLine
      href={href}
      picture={
        token ? (
          <span className={styles.picture}>
            <TokenImage symbol={token.symbol} icon={token.icon} home={gatewayUrl} size={40} />
            <span className={styles.badge}>
              <Icon name={icon} size={12} />
            </span>
          </span>
        ) : (
          <span className={styles.alone}>
            <Icon name={icon} size={18} />
          </span>
        )
      }
      title={t(title)}
      tag={
        status === 'failed'
          ? { tone: 'bad', text: t('activity.failed-tag') }
          : status === 'pending'
            ? { tone: 'plain', text: t('activity.pending-tag') }
            : undefined
      }
      hint={
        <>
          <time dateTime={minedAt} title={numbers.time(mined, moment)}>
            {numbers.time(mined, day)}
          </time>
          {other && (
            <span title={other.address}> · {t(other.word, { address: shorten(other.address) })}</span>
          )}
        </>
      }
      moved={moved}
    />
  )
}
