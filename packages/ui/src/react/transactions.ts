/** Everything that was sent through the kit, with what became of it (S9-12). */
import {
  type FollowedTransaction,
  type TransactionsState as Ledger,
  selectAccount,
  type Transactions,
} from '@latchkey/core'
import { transactions as feature } from '@latchkey/core/screen'
import { parseNetworkId } from '@latchkey/spec/caip'
import { isSameAddress } from '@latchkey/spec/validation'
import { useMemo } from 'react'
import { useSelect } from '../context.js'
import { useFeature, useStore } from '../useFeature.js'
import type { ListState } from './holdings.js'
import type { InNamespace } from './state.js'

export interface UseTransactionsInput extends InNamespace {
  /** Those of every account, also of accounts that are not connected now. */
  readonly isEverybody?: boolean
}

/** `failed` where its code did not come, and `refresh` asks again; what the chain says comes by itself. */
export interface TransactionsState extends ListState<FollowedTransaction> {
  /** Those of `items` whose end is not known yet. */
  readonly pending: readonly FollowedTransaction[]
  /** `follow` takes up what was sent elsewhere; `undefined` until `status` is `ready`. */
  readonly actions: Pick<Transactions, 'follow' | 'settled' | 'forget'> | undefined
}

const none: Ledger = { entries: [] }
const nothing = { get: () => none, subscribe: () => () => {} }

/** Newest first. A pending one stays in the list until the chain says what became of it. */
export function useTransactions({
  namespace,
  isEverybody = false,
}: UseTransactionsInput = {}): TransactionsState {
  const { status, handle: actions, retry } = useFeature<Transactions>(feature)
  const entries = useStore(actions?.store ?? nothing, selectEntries)
  const account = useSelect((state) => selectAccount(state, namespace))
  const items = useMemo(
    () => (isEverybody ? entries : entries.filter((entry) => isOf(entry, account))),
    [entries, account, isEverybody],
  )
  const pending = useMemo(() => items.filter((entry) => entry.status === 'pending'), [items])
  return { items, pending, status, error: undefined, refresh: retry, actions }
}

const selectEntries = ({ entries }: Ledger) => entries

function isOf(entry: FollowedTransaction, account: ReturnType<typeof selectAccount>): boolean {
  if (!account || parseNetworkId(entry.networkId)?.namespace !== account.namespace) return false
  return isSameAddress(account.namespace, entry.address, account.address)
}
