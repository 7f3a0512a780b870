/** Keeps the native balance of every connected account in the state (S4-04), without hammering a failing service (S4-26). */
import type { Namespace } from '@latchkey/spec/caip'
import { errorText } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { getBalance } from '../../actions/getBalance.js'
import { showToast } from '../../actions/toast.js'
import type { KitContext } from '../../context.js'
import type { BalanceState, KitState } from '../../state.js'
import { onMoved } from '../onMoved.js'
import { subjectKey, subjectOf } from '../subject.js'

export interface Balances {
  /** Reads again; refused for 30 s after a failure. */
  refresh(namespace: Namespace): Promise<void>
}

export function start(context: KitContext): Balances {
  const balances: Balances = {
    async refresh(namespace) {
      const subject = keyOf(context.store.get(), namespace)
      const before = context.store.get().balances[namespace]
      // S5-08
      if (!subject || (before?.retryAt !== undefined && context.clock.now() < before.retryAt)) return
      put({ status: 'loading', balance: before?.balance, retryAt: undefined })
      try {
        const balance = await getBalance(context, { namespace, fresh: before !== undefined })
        put({ status: 'ready', balance, retryAt: undefined })
      } catch (cause) {
        if (context.jobs.scope.isClosed) return
        context.log.warn('The balance could not be read', cause)
        const retryAt = context.clock.now() + limits.tokenBalanceRetryWait
        if (put({ status: 'failed', balance: before?.balance, retryAt })) {
          showToast(context, { variant: 'error', text: errorText('balance.unavailable') })
        }
      }

      /** An answer about an account or network that is no longer shown is dropped. */
      function put(balance: BalanceState): boolean {
        const state = context.store.get()
        if (keyOf(state, namespace) !== subject) return false
        context.store.set({ balances: { ...state.balances, [namespace]: balance } })
        return true
      }
    },
  }

  function follow(state: KitState, before: KitState | undefined) {
    for (const namespace of context.jobs.adapters.keys()) {
      const subject = keyOf(state, namespace)
      if (before && subject === keyOf(before, namespace)) continue
      if (state.balances[namespace]) {
        const { [namespace]: _, ...others } = context.store.get().balances
        context.store.set({ balances: others })
      }
      if (subject) void balances.refresh(namespace)
    }
  }

  context.jobs.scope.add(context.store.subscribe(follow))
  context.jobs.scope.add(
    onMoved(context, (networkId) => {
      for (const namespace of context.jobs.adapters.keys())
        if (context.store.get().activeNetworks[namespace]?.networkId === networkId)
          void balances.refresh(namespace)
    }),
  )
  follow(context.store.get(), undefined)
  return balances
}

/** Of a network that the page did not ask for nobody knows a balance, and nobody is told that it is missing. */
function keyOf(state: KitState, namespace: Namespace): string | undefined {
  const subject = subjectOf(state, namespace)
  return subject && subjectKey(subject)
}
