/** Makes the plan of a swap for its preview, and a new one before it is old; a worse price has to be accepted. */
import { limits } from '@latchkey/spec/limits'
import type { Capabilities } from '../../connector.js'
import type { KitContext } from '../../context.js'
import type { Store } from '../../store.js'
import { anySignal } from '../../within.js'
import type { SwapChain } from './chain.js'
import type { Exchange } from './exchange.js'
import { isVisible } from './page.js'
import { problemOf } from './problems.js'
import { noPlan, questionOf, type SwapsState } from './state.js'
import type { SwapPlan, SwapQuestion } from './types.js'

export interface Planner {
  /** Makes a plan and keeps it young until the returned function is called. */
  show(): () => void
  refresh(): void
  accept(): void
  stop(): void
}

export interface PlannerInput {
  readonly context: KitContext
  readonly store: Store<SwapsState>
  readonly exchange: Exchange
  readonly chain: SwapChain
  /** Ends with the account or the network. */
  scope(): AbortSignal
}

export function createPlanner({ context, store, exchange, chain, scope }: PlannerInput): Planner {
  const { clock, log } = context
  let cancelTimer = () => {}
  let flight: AbortController | undefined
  let shown = 0

  async function run(): Promise<void> {
    cancelTimer()
    // A plan that is being carried out is not replaced under the wallet's hands.
    if (store.get().progress.status === 'running') return again()
    const question = questionOf(store.get())
    if (!question) return store.set({ plan: noPlan })
    flight?.abort()
    const own = new AbortController()
    flight = own
    const { signal, release } = anySignal([own.signal, scope()])
    const { plan: before, slippage } = store.get()
    const shownPlan = before.plan && isFor(before.plan, question, slippage) ? before.plan : undefined
    if (!shownPlan) store.set({ plan: { ...noPlan, status: 'loading' } })
    const isOld = () => flight !== own || signal.aborted
    try {
      // Only who reviews a swap needs it.
      const { makePlan } = await import('./makePlan.js')
      const now = () => clock.now()
      const canBatch = () => takesBundles(question)
      const plan = await makePlan({ exchange, chain, canBatch, now }, { question, slippage }, signal)
      if (isOld() || store.get().progress.status === 'running') return
      const isWorse = before.isWorse || (shownPlan !== undefined && plan.amountOut < shownPlan.minimum)
      store.set({ plan: { status: 'ready', plan, problem: undefined, isWorse: shownPlan ? isWorse : false } })
    } catch (cause) {
      if (isOld() || store.get().progress.status === 'running') return
      log.info('A swap could not be made ready', cause)
      store.set({ plan: { ...noPlan, status: 'failed', problem: problemOf(cause) } })
    } finally {
      release()
      if (flight === own) {
        flight = undefined
        again()
      }
    }
  }

  function again(): void {
    cancelTimer()
    if (shown === 0) return
    cancelTimer = clock.after(limits.swapQuoteRefresh, () => (isVisible() ? void run() : again()))
  }

  /** A wallet that does not say is one that does not. */
  async function takesBundles({ networkId, address }: SwapQuestion): Promise<boolean> {
    try {
      return hasAtomic(await context.getCapabilities({ namespace: 'eip155', address }), networkId)
    } catch (cause) {
      log.info('The wallet does not tell what it can do', cause)
      return false
    }
  }

  return {
    show() {
      shown += 1
      void run()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        shown -= 1
        if (shown === 0) cancelTimer()
      }
    },
    refresh: () => void run(),
    accept: () => store.set(({ plan }) => ({ plan: { ...plan, isWorse: false } })),
    stop() {
      cancelTimer()
      flight?.abort()
      flight = undefined
    },
  }
}

const isFor = (plan: SwapPlan, question: SwapQuestion, slippage: string): boolean =>
  plan.slippage === slippage &&
  plan.question.from.id === question.from.id &&
  plan.question.to.id === question.to.id &&
  plan.question.amount === question.amount &&
  plan.question.address === question.address &&
  plan.question.networkId === question.networkId

/** EIP-5792: `atomic` of the network, or of all; the word of its first draft too. */
function hasAtomic(capabilities: Capabilities, networkId: string): boolean {
  const own = capabilities[networkId] ?? capabilities['eip155:*']
  if (!(own instanceof Object)) return false
  const read = (name: string, field: string): unknown => {
    const value: unknown = Reflect.get(own, name)
    return value instanceof Object ? Reflect.get(value, field) : undefined
  }
  const status = read('atomic', 'status')
  return status === 'supported' || status === 'ready' || read('atomicBatch', 'supported') === true
}
