/** Says what became of transactions: as events, as short messages, and as the number beside the account. */
import { isNamespace, type Namespace, parseNetworkId } from '@latchkey/spec/caip'
import { isSameAddress } from '@latchkey/spec/validation'
import { showToast } from '../../actions/toast.js'
import type { KitContext } from '../../context.js'
import { selectAccount } from '../../select.js'
import type { KitState, ToastVariant } from '../../state.js'
import type { FollowedTransaction, TransactionStatus } from './followed.js'
import type { Ledger } from './ledger.js'

const words = {
  confirmed: ['success', 'confirmed'],
  failed: ['error', 'failed'],
  replaced: ['success', 'replaced'],
  dropped: ['error', 'dropped'],
} as const satisfies Record<Exclude<TransactionStatus, 'pending'>, readonly [ToastVariant, string]>

export function startNotices(context: KitContext, { store }: Ledger): void {
  const { jobs } = context
  const count = () => countPending(context, store.get().entries)
  jobs.scope.add(
    store.subscribe(({ entries }, before) => {
      const known = new Map(before.entries.map((entry) => [entry.id, entry.status]))
      for (const entry of entries) tell(context, entry, known.get(entry.id))
      count()
    }),
  )
  jobs.scope.add(
    context.store.subscribe((state, before) => {
      if (state.connections !== before.connections) count()
    }),
  )
  count()
}

function tell(context: KitContext, entry: FollowedTransaction, before: TransactionStatus | undefined) {
  const { networkId, kind, status } = entry
  // One that another page sent is told by that page.
  if (status === before || before === undefined) return
  if (status === 'pending') return context.events.emit('TRANSACTION_REOPENED', { networkId, kind })
  context.events.emit('TRANSACTION_SETTLED', { networkId, kind, status })
  const [variant, word] = words[status]
  const outcome = entry.replacement === 'cancelled' ? 'cancelled' : word
  showToast(context, {
    variant,
    isForPage: true,
    text: entry.title ? `${entry.title}: ${outcome}` : `Transaction ${outcome}`,
  })
}

/** Those of the account that signs, by namespace (S9-12). */
function countPending({ store, jobs }: KitContext, entries: readonly FollowedTransaction[]) {
  const state = store.get()
  const counted = [...jobs.adapters.keys()].map((namespace) => [
    namespace,
    entries.filter((entry) => isPendingOf(entry, state, namespace)).length,
  ])
  const pending: KitState['pendingTransactions'] = Object.fromEntries(counted)
  const isSame = Object.entries(pending).every(
    ([namespace, count]) => isNamespace(namespace) && (state.pendingTransactions[namespace] ?? 0) === count,
  )
  if (!isSame) store.set({ pendingTransactions: pending })
}

function isPendingOf(
  { status, networkId, address }: FollowedTransaction,
  state: KitState,
  namespace: Namespace,
): boolean {
  const own = selectAccount(state, namespace)?.address
  if (status !== 'pending' || !own || parseNetworkId(networkId)?.namespace !== namespace) return false
  return isSameAddress(namespace, own, address)
}
