/** What the account on screen did, and what it is about to have done. */
import type { FollowedTransaction, ReadonlyStore, TransactionsState } from '@latchkey/core'
import { activity, subjectKey, transactions } from '@latchkey/core/screen'
import { useMemo } from 'react'
import { useKitContext } from '../../context.js'
import { useAccountList } from '../../useAccountList.js'
import { useFeature, useStore } from '../../useFeature.js'
import { useSubject } from '../../useSubject.js'
import { stillOpen } from './stillOpen.js'

const none: ReadonlyStore<TransactionsState> = { get: () => nothing, subscribe: () => () => {} }
const nothing: TransactionsState = { entries: [] }
const noItems: readonly never[] = []

export function useShownActivity() {
  const { clock } = useKitContext()
  const subject = useSubject()
  const { handle, list, status, restart } = useAccountList({
    feature: activity,
    subject,
    keyOf: subjectKey,
  })
  const centre = useFeature(transactions)
  const entries = useStore(centre.handle?.store ?? none, (state) => state.entries)
  const known = list?.transactions ?? noItems
  const open = useMemo(
    (): readonly FollowedTransaction[] =>
      subject ? stillOpen(entries, { subject, known, now: clock.now() }) : [],
    [entries, subject, known, clock],
  )
  return {
    list,
    open,
    hasFailedToStart: status === 'failed',
    /** Switched off, without a gateway, or on a network that the page did not ask for. */
    isOff: status === 'off' || subject === undefined,
    retry: () => (handle && subject ? void handle.retry(subject) : restart()),
    loadMore: () => {
      if (handle && subject) void handle.loadMore(subject)
    },
  }
}

export type ShownActivity = ReturnType<typeof useShownActivity>
