/** Makes the plan of a swap for its preview, and a new one before it is old; a worse price has to be accepted. */
import { limits } from '@latchkey/spec/limits'
import type { Capabilities } from '../../connector.js'
import type { KitContext } from '../../context.js'
import type { Store } from '../../store.js'
import { anySignal } from '../../within.js'
import type { SwapChain } from './chain.js'
import type { Exchange } from './exchange.js'
import { leastOf } from './leastOf.js'
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
  /** The least that was shown last, and accepted where it was worse; it outlives a plan that could not be renewed. */
  let floor: Shown | undefined

  /** Before there was a plan, the form has shown what its quote gives. */
  function floorOf(question: SwapQuestion, slippage: string): bigint {
    if (floor && isFor(floor, question, slippage)) return floor.minimum
    const { quote } = store.get().quote
    const isQuoted = quote && isFor({ question: quote.question, slippage }, question, slippage)
    return isQuoted ? leastOf(quote.amountOut, slippage) : 0n
  }

  async function run(): Promise<void> {
    cancelTimer()
    // A plan that is being carried out is not replaced under the wallet's hands.
    if (store.get().progress.status === 'running') return again()
    flight?.abort()
    flight = undefined
    const question = questionOf(store.get())
    if (!question) return store.set({ plan: noPlan })
    const own = new AbortController()
    flight = own
    const { signal, release } = anySignal([own.signal, scope()])
    const { plan: before, slippage } = store.get()
    const shownPlan = before.plan && isFor(before.plan, question, slippage) ? before.plan : undefined
    if (!shownPlan) store.set({ plan: { ...noPlan, status: 'loading' } })
    floor = { question, slippage, minimum: floorOf(question, slippage) }
    const isOld = () => flight !== own || signal.aborted
    let pause: number = limits.swapQuoteRefresh
    try {
      // Only who reviews a swap needs it.
      const { makePlan } = await import('./makePlan.js')
      const now = () => clock.now()
      const canBatch = () => takesBundles(question)
      const plan = await makePlan({ exchange, chain, canBatch, now }, { question, slippage }, signal)
      if (isOld() || store.get().progress.status === 'running') return
      const isWorse = plan.amountOut < floorOf(question, slippage)
      if (!isWorse) floor = plan
      store.set({ plan: { status: 'ready', plan, problem: undefined, isWorse } })
    } catch (cause) {
      if (isOld() || store.get().progress.status === 'running') return
      log.info('A swap could not be made ready', cause)
      const problem = problemOf(cause)
      // That nobody answers says nothing against a plan that still holds.
      if (problem.code === 'unavailable' && shownPlan && shownPlan.expiresAt > clock.now())
        pause = limits.swapQuoteMargin
      else store.set({ plan: { ...noPlan, status: 'failed', problem } })
    } finally {
      release()
      if (flight === own) {
        flight = undefined
        again(pause)
      }
    }
  }

  function again(pause: number = limits.swapQuoteRefresh): void {
    cancelTimer()
    if (shown === 0) return
    cancelTimer = clock.after(pause, () => (isVisible() ? void run() : again()))
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
      // Who comes from the form has seen its quote since.
      if (shown === 0) floor = undefined
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
    accept() {
      const { plan } = store.get()
      floor = plan.plan ?? floor
      store.set({ plan: { ...plan, isWorse: false } })
    },
    stop() {
      cancelTimer()
      flight?.abort()
      flight = undefined
    },
  }
}

type Shown = Pick<SwapPlan, 'question' | 'slippage' | 'minimum'>

const isFor = (plan: Omit<Shown, 'minimum'>, question: SwapQuestion, slippage: string): boolean =>
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
