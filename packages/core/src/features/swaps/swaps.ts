/** Swaps of an account: what is chosen, what it gives, what is signed for it, and how far that has come. */
import { limits } from '@latchkey/spec/limits'
import { checkSlippage, formatUnits } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { typedDecimal } from '../../money.js'
import { createStore, type ReadonlyStore } from '../../store.js'
import { type Subject, subjectKey, subjectOf } from '../subject.js'
import { createSwapChain } from './chain.js'
import { createExchange } from './exchange.js'
import { leastOf } from './leastOf.js'
import { createLoads } from './loads.js'
import { isVisible, onWake } from './page.js'
import { createPlanner } from './planner.js'
import { problemOf } from './problems.js'
import { createQuoteLoop } from './quoteLoop.js'
import { choiceOf, needOf, noPlan, questionOf, type SwapNeed, type SwapsState, startState } from './state.js'
import type { SwapChoice, SwapProblem, SwapStep } from './types.js'
import { createUnfinished } from './unfinished.js'

export interface Swaps {
  readonly store: ReadonlyStore<SwapsState>
  /** What stands between a form and its preview; a selector for `store`. */
  needOf(this: void, state: SwapsState): SwapNeed
  /** What arrives at least of an amount under a slippage in percent. */
  leastOf(this: void, amountOut: bigint, slippage: string): bigint
  /** Keeps tokens, balances and quotes young while somebody looks, until the returned function is called. */
  show(): () => void
  /** Asks again for what could not be loaded. */
  retry(): void
  /** Choosing the token of the other side turns the swap round. */
  choose(choice: SwapChoice): void
  flip(): void
  /** All of it; of the native coin, all but what the fee may take. Answers why not, where that cannot be read. */
  chooseMax(): Promise<SwapProblem | undefined>
  /** In percent. Answers why not, where it is not between 0.1 and 5 (D-16). */
  setSlippage(percent: string): SwapProblem | undefined
  /** Makes the swap ready to be signed, and keeps it so until the returned function is called. */
  preview(): () => void
  /** Takes the price that got worse. */
  accept(): void
  /** Signs and sends what the preview shows. Never rejects: `progress` says how it went. */
  confirm(): Promise<void>
  /** Stops waiting. What the wallet or the network has already is not taken back. */
  cancel(): void
  /** Chooses again what an earlier visit approved. */
  resume(): void
  /** Forgets what an earlier visit approved; the allowance stays on the chain. */
  dismiss(): void
  /** Back to an empty form. */
  reset(): void
}

export function start(context: KitContext): Swaps {
  const { clock, jobs } = context
  const store = createStore<SwapsState>(startState(eip155Subject(context)))
  const exchange = createExchange(context)
  const chain = createSwapChain(context)
  const unfinished = createUnfinished(context)
  /** Ends with the account or the network that it is about. */
  let scope = new AbortController()
  let running: AbortController | undefined
  /** What somebody chose before the list was there. */
  let wish: SwapChoice = {}

  const loop = createQuoteLoop({
    clock,
    isVisible,
    onWake,
    ask: (question, signal) => exchange.quote(question, signal),
    put: (quote) => store.set({ quote }),
  })
  const planner = createPlanner({ context, store, exchange, chain, scope: () => scope.signal })
  const loads = createLoads({ context, store, exchange, chain, unfinished, scope: () => scope.signal })

  async function loadTokens(fresh: boolean): Promise<void> {
    if (!(await loads.tokens(fresh))) return
    const { from, list } = store.get()
    // One starts from the native coin.
    if (!from) put({ from: list.tokens.find(({ isNative }) => isNative) })
    swaps.choose(wish)
    wish = {}
    void Promise.all([loads.chosen(), loads.unfinished()])
  }

  function put(update: Partial<SwapsState>): void {
    store.set(update)
    loop.change(questionOf(store.get()))
  }

  function startOver(subject: Subject | undefined): void {
    scope.abort()
    running?.abort()
    scope = new AbortController()
    planner.stop()
    // Whoever goes to another network for want of funds finds there what was chosen here; another account begins anew.
    const before = store.get()
    const isSameAccount = subject !== undefined && before.subject?.address === subject.address
    wish = isSameAccount ? { ...wish, ...choiceOf(before) } : {}
    const { slippage } = isSameAccount ? before : startState(subject)
    put({ ...startState(subject), slippage })
    if (subject && shown > 0) void loadTokens(false)
  }

  let shown = 0
  let cancelTimer = () => {}
  const keepYoung = () => {
    cancelTimer = clock.after(limits.balanceCache, () => {
      keepYoung()
      if (!isVisible()) return
      void loads.chosen()
      if (store.get().unfinished?.isApproved === false) void loads.unfinished()
    })
  }

  jobs.scope.add(
    context.store.subscribe(() => {
      const [before, now] = [store.get().subject, eip155Subject(context)]
      if (keyOf(before) !== keyOf(now)) startOver(now)
    }),
  )
  jobs.scope.add(() => {
    loop.stop()
    planner.stop()
    cancelTimer()
    scope.abort()
    running?.abort()
  })

  const swaps: Swaps = {
    store,
    needOf,
    leastOf,
    show() {
      const unshow = loop.show()
      shown += 1
      if (shown === 1) keepYoung()
      if (store.get().list.status === 'ready') void Promise.all([loads.chosen(), loads.unfinished()])
      else void loadTokens(false)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        unshow()
        shown -= 1
        if (shown === 0) cancelTimer()
      }
    },
    retry() {
      if (store.get().list.status === 'failed') void loadTokens(true)
      if (store.get().quote.status === 'failed') loop.refresh()
      if (store.get().plan.status === 'failed') planner.refresh()
    },
    choose(choice) {
      const before = store.get()
      if (before.list.status !== 'ready') wish = { ...wish, ...choice }
      const { from: wantedFrom, to: wantedTo, amount } = choice
      let [from, to] = [before.from, before.to]
      const [nextFrom, nextTo] = [wantedFrom, wantedTo].map((each) => each && loads.find(each))
      if (nextFrom) [from, to] = [nextFrom, nextFrom.id === to?.id ? from : to]
      if (nextTo) [from, to] = [nextTo.id === from?.id ? to : from, nextTo]
      // So much of a token that is not on sale here is not so much of another.
      const isMeant = wantedFrom === undefined || nextFrom !== undefined
      const typed = amount === undefined || !isMeant ? undefined : typedDecimal(amount)
      put({ from, to, ...(typed === undefined ? {} : { amount: typed }) })
      if (nextFrom || nextTo) void loads.chosen()
    },
    flip() {
      const { from, to, quote } = store.get()
      const got = quote.quote
      // What would have arrived is what goes in now.
      const amount = got && to ? formatUnits(got.amountOut, to.decimals) : ''
      put({ from: to, to: from, ...(amount === '' ? {} : { amount }) })
    },
    async chooseMax() {
      const { subject, from, balances: before } = store.get()
      const { signal } = scope
      if (!subject || !from) return undefined
      const known = before[from.id]
      try {
        const [held = 0n, price] = await Promise.all([
          // What the chain said last is shown beside the button.
          chain.balances(subject, [from], signal).then(
            ([balance]) => balance,
            (cause: unknown) => known ?? Promise.reject(cause),
          ),
          from.isNative ? exchange.gasPrice(subject.networkId, signal) : 0n,
        ])
        if (signal.aborted || store.get().from?.id !== from.id) return undefined
        const kept = price * limits.swapGasReserve
        const most = held > kept ? held - kept : 0n
        put({ amount: formatUnits(most, from.decimals) })
        store.set(({ balances }) => ({ balances: { ...balances, [from.id]: held } }))
        return undefined
      } catch (cause) {
        return signal.aborted ? undefined : problemOf(cause)
      }
    },
    setSlippage(percent) {
      const problem = checkSlippage(percent)
      if (problem) return { code: 'slippage-invalid', reason: problem.message }
      store.set({ slippage: percent })
      return undefined
    },
    preview: () => planner.show(),
    accept: () => planner.accept(),
    async confirm() {
      const { plan, isWorse } = store.get().plan
      if (!plan || plan.problem || isWorse || store.get().progress.status === 'running') return
      const own = new AbortController()
      running = own
      let hasSent = false
      const tell = (step: SwapStep, hash?: string) => {
        hasSent ||= hash !== undefined
        if (!own.signal.aborted)
          store.set({ progress: { status: 'running', step, plan, ...(hash ? { hash } : {}) } })
      }
      tell('check')
      try {
        const { carryOut } = await import('./carryOut.js')
        const hash = await carryOut({ context, chain, unfinished, signal: own.signal, tell }, plan)
        if (own.signal.aborted) return
        store.set({ progress: { status: 'done', hash, plan }, plan: noPlan, unfinished: undefined })
        put({ amount: '' })
        void loads.chosen()
      } catch (cause) {
        if (own.signal.aborted) return
        const progress = { status: 'failed', problem: problemOf(cause), plan } as const
        // With an approval that is there already it is another plan, also where nobody answers who could make it.
        store.set({ progress, ...(hasSent ? { plan: noPlan } : {}) })
        planner.refresh()
        void loads.unfinished()
      } finally {
        if (running === own) running = undefined
      }
    },
    cancel() {
      running?.abort()
      running = undefined
      store.set({ progress: { status: 'idle' } })
      void loads.unfinished()
    },
    resume() {
      const left = store.get().unfinished
      const from = left && loads.find(left.from)
      if (!left || !from) return
      // Storage is not ours alone: what is out of bounds stays out.
      swaps.setSlippage(left.slippage)
      swaps.choose({ from: left.from, to: left.to, amount: formatUnits(BigInt(left.amount), from.decimals) })
    },
    dismiss() {
      unfinished.forget()
      store.set({ unfinished: undefined })
    },
    reset() {
      running?.abort()
      running = undefined
      store.set({ plan: noPlan, progress: { status: 'idle' } })
      put({ amount: '' })
    },
  }
  return swaps
}

/** Swaps are made on eip155 (D-17); of another namespace there is nobody to swap for. */
function eip155Subject({ store }: KitContext): Subject | undefined {
  const state = store.get()
  return state.activeNamespace === 'eip155' ? subjectOf(state, 'eip155') : undefined
}

const keyOf = (subject: Subject | undefined) => subject && subjectKey(subject)
