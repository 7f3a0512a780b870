/** Keeps the quote of a form up with what the form says: asked for when the typing pauses, one at a time. */
import { limits } from '@latchkey/spec/limits'
import { formatUnits } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { nativeMax, quoteTransfer } from './quote.js'
import { type SendFormState, transferOf, warningsOf } from './sendState.js'
import { createTurns } from './turns.js'

export interface QuotingInput {
  /** Milliseconds; the form is being typed into unless told otherwise. */
  readonly wait?: number
  /** Keeps the old quote on the screen until the new one is there. */
  readonly isQuiet?: boolean
}

export interface Quoting {
  /** A new quote for what the form says now, or none where it does not say enough. */
  requote(input?: QuotingInput): void
  stop(): void
}

/** The form that is kept up with. */
interface Quoted {
  get(): SendFormState
  set(change: Partial<SendFormState>): void
  /** Somebody reads the amount in order to agree to it: it must not change any more. */
  isFixed(): boolean
}

export function createQuoting(context: KitContext, { get, set, isFixed }: Quoted): Quoting {
  const { clock, jobs, log } = context
  const turns = createTurns(jobs.scope)

  async function find(signal: AbortSignal): Promise<void> {
    const { subject, token, recipient } = get()
    if (!subject || !token) return
    try {
      if (isNativeMax(get())) {
        // Whoever gets it, the fee is much the same; it is counted again when they are known.
        const to = recipient.status === 'ready' ? recipient.address : subject.address
        const max = await nativeMax(context, { subject, signal, transfer: { to, amount: 1n } }, token.held)
        if (signal.aborted) return
        if (isFixed() && get().quote.status === 'ready') return
        const text = formatUnits(max > 0n ? max : token.held, token.decimals)
        if (!isFixed()) set({ amount: { text, unit: 'token', isMax: true } })
      }
      const transfer = transferOf(get())
      const quote = transfer
        ? await quoteTransfer(context, { subject, transfer, signal })
        : ({ status: 'none' } as const)
      if (!signal.aborted) set({ quote })
    } catch (cause) {
      if (signal.aborted) return
      log.info('The fee could not be found', cause)
      set({ quote: { status: 'failed', reason: '', warnings: warningsOf(get().quote) } })
    }
  }

  return {
    stop: turns.stop,
    requote({ wait = limits.sendTypingWait, isQuiet = false } = {}) {
      const state = get()
      const { quote } = state
      const isSilent = isQuiet && quote.status === 'ready'
      // Everything is the amount and the fee together: another fee would need another amount.
      if (isSilent && isNativeMax(state) && isFixed()) return
      const signal = turns.next()
      if (!transferOf(state) && !isNativeMax(state)) {
        if (quote.status !== 'none') set({ quote: { status: 'none' } })
        return
      }
      if (!isSilent) {
        const fee = 'fee' in quote ? quote.fee : undefined
        set({ quote: { status: 'loading', fee, warnings: warningsOf(quote) } })
      }
      const cancel = clock.after(wait, () => void find(signal))
      signal.addEventListener('abort', cancel, { once: true })
    },
  }
}

/** Everything of the currency that pays the fee too. */
const isNativeMax = ({ amount, token }: SendFormState): boolean =>
  amount.isMax && token !== undefined && token.address === undefined
