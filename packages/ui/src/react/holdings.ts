/** Hooks about what an account holds and did. Each is fetched when it is first used, and kept young while it is on the page. */

import type { LatchkeyError } from '@latchkey/core'
import type { ActivityItem, HeldNft, TokenList } from '@latchkey/core/screen'
import { activity, nfts, nftsKey, subjectKey, tokens } from '@latchkey/core/screen'
import { useCallback, useMemo } from 'react'
import { useAccountList } from '../useAccountList.js'
import { useSubject } from '../useSubject.js'
import type { InNamespace } from './state.js'

/** `idle` without an account, `off` where the app or the lack of a gateway switched it off. A failure is no empty list (D-13). */
export type ListStatus = 'idle' | 'off' | 'loading' | 'ready' | 'failed' | 'unsupported'

/** What every list has. */
export interface ListState<item> {
  readonly items: readonly item[]
  readonly status: ListStatus
  readonly error: LatchkeyError | undefined
  /** Reads what failed once more, or else the newest. */
  refresh(): void
}

/** `items` are worth most first. Amounts and prices are decimal strings; a price of '0' is unknown (D-14). */
export interface BalancesState extends ListState<TokenList['items'][number]> {
  /** In US dollars; `undefined` while it is unknown. */
  readonly total: string | undefined
  /** After a failure, when another try is allowed, in milliseconds since the epoch (S4-26). */
  readonly retryAt: number | undefined
}

export interface PagedState<item> extends ListState<item> {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  loadMore(): void
}

const none: readonly never[] = []

/** The tokens of the account that signs, with prices where the kit has a gateway. */
export function useBalances({ namespace }: InNamespace = {}): BalancesState {
  const subject = useSubject(namespace)
  const { handle, list, status, restart } = useAccountList({ feature: tokens, subject, keyOf: subjectKey })
  const refresh = useCallback(() => {
    if (handle && subject) void handle.refresh(subject)
    else restart()
  }, [handle, subject, restart])
  return {
    items: list?.items ?? none,
    total: list?.total,
    status: statusOf(subject, status, list?.status),
    error: list?.error,
    retryAt: list?.retryAt,
    refresh,
  }
}

/** What the account that signs did, newest first. */
export function useActivity({ namespace }: InNamespace = {}): PagedState<ActivityItem> {
  const subject = useSubject(namespace)
  const found = useAccountList({ feature: activity, subject, keyOf: subjectKey })
  return usePaged(found, subject, found.list?.transactions)
}

export interface UseNftsInput extends InNamespace {
  /** Lists what looks like spam, too. */
  readonly withSpam?: boolean
}

/** The collectibles of the account that signs, that the gateway's index knows (D-06). */
export function useNfts({ withSpam = false, namespace }: UseNftsInput = {}): PagedState<HeldNft> {
  const account = useSubject(namespace)
  const subject = useMemo(() => account && { ...account, withSpam }, [account, withSpam])
  const found = useAccountList({ feature: nfts, subject, keyOf: nftsKey })
  return usePaged(found, subject, found.list?.items)
}

interface Found<subject> {
  readonly handle: { loadMore(subject: subject): unknown; retry(subject: subject): unknown } | undefined
  readonly list:
    | {
        readonly status: 'loading' | 'ready' | 'failed' | 'unsupported'
        readonly next?: string | undefined
        readonly isLoadingMore: boolean
        readonly error: LatchkeyError | undefined
      }
    | undefined
  readonly status: 'loading' | 'off' | 'failed' | 'ready'
  restart(): void
}

function usePaged<subject, item>(
  { handle, list, status, restart }: Found<subject>,
  subject: subject | undefined,
  items: readonly item[] = none,
): PagedState<item> {
  const loadMore = useCallback(() => {
    if (handle && subject) void handle.loadMore(subject)
  }, [handle, subject])
  const refresh = useCallback(() => {
    if (handle && subject) void handle.retry(subject)
    else restart()
  }, [handle, subject, restart])
  return {
    items,
    status: statusOf(subject, status, list?.status),
    error: list?.error,
    hasMore: list?.next !== undefined,
    isLoadingMore: list?.isLoadingMore ?? false,
    loadMore,
    refresh,
  }
}

function statusOf(
  subject: unknown,
  feature: Found<unknown>['status'],
  list: ListStatus | undefined,
): ListStatus {
  if (subject === undefined) return 'idle'
  return feature === 'ready' ? (list ?? 'loading') : feature
}
