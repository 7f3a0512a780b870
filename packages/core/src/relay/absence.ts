/** While a wallet is asked and the relay is away, the page says so: the question waits, and nobody stares at nothing (D-10). */
import { hideToast, showToast } from '../actions/toast.js'
import type { KitContext } from '../context.js'

/** Hands a question through, and watches over it until it is answered. */
export type WatchQuestion = <Answer>(question: Promise<Answer>) => Promise<Answer>

export function watchAbsence(context: KitContext): WatchQuestion {
  const { store, jobs } = context
  let open = 0
  let told = ''

  function update() {
    const text = open > 0 ? (store.get().relay.error?.message ?? '') : ''
    if (text === told) return
    const before = told
    told = text
    if (text) return showToast(context, { variant: 'loading', text, isForPage: true })
    // Somebody else's message is not ours to take away.
    if (store.get().toast.text === before) hideToast(context)
  }

  jobs.scope.add(
    store.subscribe((state, before) => {
      if (state.relay.error !== before.relay.error) update()
    }),
  )
  return async (question) => {
    open += 1
    update()
    try {
      return await question
    } finally {
      open -= 1
      update()
    }
  }
}
