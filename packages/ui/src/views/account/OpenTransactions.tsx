/** What the account sent through this page and the history does not have yet, above everything else. */
import type { FollowedTransaction } from '@latchkey/core'
import { explorerHash } from '@latchkey/core/screen'
import { useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { Icon } from '../../parts/Icon.js'
import type { IconName } from '../../parts/icons.js'
import { shorten } from '../../parts/shorten.js'
import { selectNetworks } from '../../select.js'
import { explorerUrl } from '../explorerUrl.js'
import { ActivityLine } from './ActivityLine.js'
import styles from './activity.sheet.css'
import { copy } from './copy.js'

const icons = {
  send: 'send',
  swap: 'swap',
  approve: 'check',
  pay: 'card',
  call: 'coin',
} as const satisfies Record<FollowedTransaction['kind'], IconName>

const tags = {
  pending: { tone: 'plain', word: 'activity.pending-tag' },
  confirmed: { tone: 'good', word: 'activity.confirmed-tag' },
  failed: { tone: 'bad', word: 'activity.failed-tag' },
  replaced: { tone: 'plain', word: 'activity.replaced-tag' },
  dropped: { tone: 'bad', word: 'activity.dropped-tag' },
} as const

export function OpenTransactions({ entries }: { readonly entries: readonly FollowedTransaction[] }) {
  const t = useWords(copy)
  if (entries.length === 0) return null
  return (
    <section aria-label={t('activity.pending')}>
      <ul className={styles.lines}>
        {entries.map((entry) => (
          <OpenLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function OpenLine({ entry }: { readonly entry: FollowedTransaction }) {
  const t = useWords(copy)
  const retell = useRetell()
  const networks = useSelect(selectNetworks)
  const { kind, title, detail, status, replacement, networkId } = entry
  const hash = explorerHash(entry)
  const { tone, word } = tags[status]
  return (
    <ActivityLine
      href={hash && explorerUrl(networks, networkId, hash)}
      picture={
        <span className={styles.open} data-busy={status === 'pending' || undefined}>
          <Icon name={icons[kind]} size={18} />
        </span>
      }
      title={title === undefined ? t(`kind.${kind}`) : retell(title)}
      tag={{ tone, text: t(replacement === 'cancelled' ? 'activity.cancelled-tag' : word) }}
      hint={detail ?? (hash && shorten(hash))}
    />
  )
}
