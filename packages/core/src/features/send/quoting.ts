/** Keeps the quote of a form up with what the form says: asked for when the typing pauses, one at a time. */
import { limits } from '@latchkey/spec/limits'
import { formatUnits } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { nativeMax, quoteTransfer } from './quote.js'
import { type SendFormState, transferOf } from './sendState.js'
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

export function createQuoting(
  context: KitContext,
  { get, set }: { get(): SendFormState; set(change: Partial<SendFormState>): void },
): Quoting {
  const { clock, jobs, log } = context
  const turns = createTurns(jobs.scope)

  async function find(signal: AbortSignal): Promise<void> {
    const { subject, amount, token, recipient } = get()
    if (!subject || !token) return
    try {
      if (amount.isMax && token.address === undefined) {
        // Whoever gets it, the fee is much the same; it is counted again when they are known.
        const to = recipient.status === 'ready' ? recipient.address : subject.address
        const max = await nativeMax(context, { subject, signal, transfer: { to, amount: 1n } }, token.held)
        if (signal.aborted) return
        const text = formatUnits(max > 0n ? max : token.held, token.decimals)
        set({ amount: { text, unit: 'token', isMax: true } })
      }
      const transfer = transferOf(get())
      const quote = transfer
        ? await quoteTransfer(context, { subject, transfer, signal })
        : ({ status: 'none' } as const)
      if (!signal.aborted) set({ quote })
    } catch (cause) {
      if (signal.aborted) return
      log.info('The fee could not be found', cause)
      set({ quote: { status: 'failed', reason: '' } })
    }
  }

  return {
    stop: turns.stop,
    requote({ wait = limits.sendTypingWait, isQuiet = false } = {}) {
      const state = get()
      const { quote, amount, token } = state
      const signal = turns.next()
      const needsMax = amount.isMax && token !== undefined && token.address === undefined
      if (!transferOf(state) && !needsMax) {
        if (quote.status !== 'none') set({ quote: { status: 'none' } })
        return
      }
      if (!isQuiet || quote.status !== 'ready') {
        set({ quote: { status: 'loading', fee: 'fee' in quote ? quote.fee : undefined } })
      }
      const cancel = clock.after(wait, () => void find(signal))
      signal.addEventListener('abort', cancel, { once: true })
    },
  }
}
