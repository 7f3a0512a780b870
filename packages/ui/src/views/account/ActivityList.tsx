/** What the account did: on its way, failed, nothing yet, or by month. What is in progress stands above any of these. */
import type { ReactNode } from 'react'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { wear } from '../../theme/wear.js'
import { ActivityGroups } from './ActivityGroups.js'
import { css } from './activity.sheet.css'
import { copy } from './copy.js'
import { groupActivity } from './groupActivity.js'
import { LineSkeletons } from './LineSkeletons.js'
import { OpenTransactions } from './OpenTransactions.js'
import { Retry, StaleBar } from './Retry.js'
import { useNetworkName } from './useNetworkName.js'
import type { ShownActivity } from './useShownActivity.js'

const worn = wear(css)

interface ActivityListProps {
  readonly activity: ShownActivity
  /** Lines at most; all without it. */
  readonly most?: number
  /** Below the last line, where there are any. */
  readonly children?: ReactNode
}

export function ActivityList({ activity, most, children }: ActivityListProps) {
  return (
    <div ref={worn}>
      <OpenTransactions entries={activity.open} />
      <Done activity={activity} {...(most !== undefined && { most })}>
        {children}
      </Done>
    </div>
  )
}

function Done({ activity, most, children }: ActivityListProps) {
  const t = useWords(copy)
  const { clock } = useKitContext()
  const network = useNetworkName()
  const numbers = useNumbers()
  const { list, open, hasFailedToStart, isOff, retry } = activity
  if (hasFailedToStart || (list?.status === 'failed' && list.transactions.length === 0))
    return (
      <Notice icon="unplugged" tone="bad" title={t('activity.failed')} detail={t('activity.failed-detail')}>
        <Retry onRetry={retry} />
      </Notice>
    )
  if (isOff || list?.status === 'unsupported')
    return (
      <Notice
        icon="clock"
        title={t('activity.unsupported')}
        detail={t('activity.unsupported-detail', { network })}
      />
    )
  if (!list || (list.status === 'loading' && list.transactions.length === 0))
    return <LineSkeletons count={5} label={t('activity.loading')} />
  if (list.transactions.length === 0)
    // What is in progress is not nothing.
    return open.length > 0 ? null : (
      <Notice icon="clock" title={t('activity.empty')} detail={t('activity.empty-detail', { network })} />
    )
  const groups = groupActivity(list.transactionsByYear, {
    numbers,
    now: clock.now(),
    ...(most !== undefined && { most: Math.max(most - open.length, 1) }),
  })
  return (
    <>
      {list.failed === 'first' && <StaleBar text={t('list.stale')} onRetry={retry} />}
      <ActivityGroups groups={groups} />
      {children}
    </>
  )
}
