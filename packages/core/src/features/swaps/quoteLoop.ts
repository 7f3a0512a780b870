/** Keeps the quote of a question young while somebody looks at it; an answer to an earlier question is dropped. */
import { limits } from '@latchkey/spec/limits'
import type { Clock } from '../../clock.js'
import { problemOf } from './problems.js'
import type { SwapProblem, SwapQuestion, SwapQuote } from './types.js'

export interface QuoteState {
  /** A quote stays `ready` while a younger one is fetched. */
  readonly status: 'none' | 'loading' | 'ready' | 'failed'
  readonly quote: SwapQuote | undefined
  readonly problem: SwapProblem | undefined
}

export const noQuote: QuoteState = { status: 'none', quote: undefined, problem: undefined }

export interface QuoteLoop {
  /** Asks for something else, when typing has paused; `undefined` asks for nothing. */
  change(question: SwapQuestion | undefined): void
  /** Asks now. */
  refresh(): void
  /** Somebody looks, until the returned function is called. */
  show(): () => void
  stop(): void
}

export interface QuoteLoopInput {
  readonly clock: Clock
  ask(question: SwapQuestion, signal: AbortSignal): Promise<SwapQuote>
  put(state: QuoteState): void
  /** Is the page in front? Nobody reads quotes in a tab behind. */
  isVisible(): boolean
  /** Calls back when the page comes to the front or the network comes back. */
  onWake(listener: () => void): () => void
}

export function createQuoteLoop({ clock, ask, put, isVisible, onWake }: QuoteLoopInput): QuoteLoop {
  let question: SwapQuestion | undefined
  let last: SwapQuote | undefined
  let flight: AbortController | undefined
  let cancelTimer = () => {}
  let shown = 0
  /** A question waits until somebody looks again. */
  let isDue = false

  const plan = (ms: number) => {
    cancelTimer()
    cancelTimer = clock.after(ms, () => void run())
  }

  async function run(): Promise<void> {
    cancelTimer()
    if (!question) return
    isDue = shown === 0 || !isVisible()
    if (isDue) return
    flight?.abort()
    const own = new AbortController()
    flight = own
    try {
      const quote = await ask(question, own.signal)
      if (flight !== own) return
      last = quote
      put({ status: 'ready', quote, problem: undefined })
      const life = quote.expiresAt - limits.swapQuoteMargin - clock.now()
      plan(Math.max(Math.min(life, limits.swapQuoteRefresh), limits.swapQuoteMargin))
    } catch (cause) {
      if (flight !== own) return
      // A quote that still holds is better than none; when it ends, the next failure says so.
      if (!last || last.expiresAt <= clock.now()) {
        last = undefined
        put({ status: 'failed', quote: undefined, problem: problemOf(cause) })
      }
      plan(limits.swapQuoteMargin)
    } finally {
      if (flight === own) flight = undefined
    }
  }

  const wake = () => {
    if (isDue) void run()
  }
  const unhear = onWake(wake)

  return {
    change(next) {
      if (isSameQuestion(next, question)) return
      question = next
      last = undefined
      isDue = false
      flight?.abort()
      flight = undefined
      cancelTimer()
      if (!next) return put(noQuote)
      put({ status: 'loading', quote: undefined, problem: undefined })
      plan(limits.swapTypingPause)
    },
    refresh() {
      if (!question) return
      if (!last) put({ status: 'loading', quote: undefined, problem: undefined })
      void run()
    },
    show() {
      shown += 1
      wake()
      let isOver = false
      return () => {
        if (!isOver) shown -= 1
        isOver = true
      }
    },
    stop() {
      unhear()
      cancelTimer()
      flight?.abort()
      flight = undefined
      question = undefined
    },
  }
}

function isSameQuestion(one: SwapQuestion | undefined, other: SwapQuestion | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.networkId === other.networkId &&
    one.address === other.address &&
    one.from.id === other.from.id &&
    one.to.id === other.to.id &&
    one.amount === other.amount
  )
}
