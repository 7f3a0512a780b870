/** Everything that was sent through the kit, with what became of it (S9-12). */
import {
  type FollowedTransaction,
  selectAccount,
  type Transactions,
  type TransactionsState,
} from '@latchkey/core'
import { transactions as feature } from '@latchkey/core/screen'
import { parseNetworkId } from '@latchkey/spec/caip'
import { isSameAddress } from '@latchkey/spec/validation'
import { useMemo } from 'react'
import { useSelect } from '../context.js'
import { useFeature, useStore } from '../useFeature.js'
import type { InNamespace } from './state.js'

export interface UseTransactionsInput extends InNamespace {
  /** Those of every account, also of accounts that are not connected now. */
  readonly isEverybody?: boolean
}

const none: TransactionsState = { entries: [] }
const nothing = { get: () => none, subscribe: () => () => {} }

/** Newest first. A pending one stays in the list until the chain says what became of it. */
export function useTransactions({ namespace, isEverybody = false }: UseTransactionsInput = {}) {
  const { status, handle, retry } = useFeature<Transactions>(feature)
  const entries = useStore(handle?.store ?? nothing, selectEntries)
  const account = useSelect((state) => selectAccount(state, namespace))
  const transactions = useMemo(
    () => (isEverybody ? entries : entries.filter((entry) => isOf(entry, account))),
    [entries, account, isEverybody],
  )
  const pending = useMemo(() => transactions.filter((entry) => entry.status === 'pending'), [transactions])
  return {
    transactions,
    pending,
    /** `loading` until the list was read; `failed` where its code did not come, and `retry` asks again. */
    status,
    retry,
    follow: handle?.follow,
    settled: handle?.settled,
    forget: handle?.forget,
  }
}

const selectEntries = ({ entries }: TransactionsState) => entries

function isOf(entry: FollowedTransaction, account: ReturnType<typeof selectAccount>): boolean {
  if (!account || parseNetworkId(entry.networkId)?.namespace !== account.namespace) return false
  return isSameAddress(account.namespace, entry.address, account.address)
}
