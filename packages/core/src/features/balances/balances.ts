/** Keeps the native balance of every connected account in the state (S4-04), without hammering a failing service (S4-26). */
import type { Namespace } from '@latchkey/spec/caip'
import { errorText } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { getBalance } from '../../actions/getBalance.js'
import { showToast } from '../../actions/toast.js'
import type { Kit } from '../../kit.js'
import { selectAccount } from '../../select.js'
import type { BalanceState, KitState } from '../../state.js'

export interface Balances {
  /** Reads again; refused for 30 s after a failure. */
  refresh(namespace: Namespace): Promise<void>
}

export function start(kit: Kit): Balances {
  const balances: Balances = {
    async refresh(namespace) {
      const subject = subjectOf(kit.store.get(), namespace)
      const before = kit.store.get().balances[namespace]
      // S5-08
      if (!subject || (before?.retryAt !== undefined && kit.clock.now() < before.retryAt)) return
      put({ status: 'loading', balance: before?.balance, retryAt: undefined })
      try {
        const balance = await getBalance(kit, { namespace, fresh: before !== undefined })
        put({ status: 'ready', balance, retryAt: undefined })
      } catch (cause) {
        if (kit.jobs.scope.isClosed) return
        kit.log.warn('The balance could not be read', cause)
        const retryAt = kit.clock.now() + limits.tokenBalanceRetryWait
        if (put({ status: 'failed', balance: before?.balance, retryAt })) {
          showToast(kit, { variant: 'error', text: errorText('balance.unavailable') })
        }
      }

      /** An answer about an account or network that is no longer shown is dropped. */
      function put(balance: BalanceState): boolean {
        const state = kit.store.get()
        if (subjectOf(state, namespace) !== subject) return false
        kit.store.set({ balances: { ...state.balances, [namespace]: balance } })
        return true
      }
    },
  }

  function follow(state: KitState, before: KitState | undefined) {
    for (const namespace of kit.jobs.adapters.keys()) {
      const subject = subjectOf(state, namespace)
      if (before && subject === subjectOf(before, namespace)) continue
      if (state.balances[namespace]) {
        const { [namespace]: _, ...others } = kit.store.get().balances
        kit.store.set({ balances: others })
      }
      if (subject) void balances.refresh(namespace)
    }
  }

  kit.jobs.scope.add(kit.store.subscribe(follow))
  follow(kit.store.get(), undefined)
  return balances
}

/** Whose balance it is: another account or network is another subject. */
function subjectOf(state: KitState, namespace: Namespace): string | undefined {
  const address = selectAccount(state, namespace)?.address
  const networkId = state.activeNetworks[namespace]?.networkId
  return address && networkId ? `${networkId}:${address}` : undefined
}
