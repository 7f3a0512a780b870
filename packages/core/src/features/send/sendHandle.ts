/** What a screen, or an app without one, does with the send form. */
import type { ReadonlyStore } from '../../store.js'
import type { SendFormState, SendNeed, SendPrefill, Sent } from './sendState.js'

export interface Send {
  readonly store: ReadonlyStore<SendFormState>
  /** What a form still needs, the first thing first; `undefined` when it can be sent. */
  needOf(state: SendFormState): SendNeed | undefined
  /** A new form with this in it; the same object is taken once, until the form is empty again. */
  fill(prefill: SendPrefill): void
  /** One of `tokens.items`, by its id. */
  chooseToken(id: string): void
  /** Digits and one mark, in the unit of the amount. */
  typeAmount(text: string): void
  /** From the token to its worth and back; the amount stays the same. */
  switchUnit(): void
  /** Everything, less the most that the fee can become. */
  useMax(): void
  /** An address, a name or a payment link. */
  typeRecipient(text: string): void
  /** Asks again for what could not be read. */
  retry(): void
  dismissNotice(): void
  /** Keeps tokens and fee young until the returned function is called. */
  follow(): () => void
  /** Asks the wallet; answers with what was sent, or `undefined` where nothing was: then `problem` says why. */
  submit(): Promise<Sent | undefined>
  /** Takes back the question to the wallet. */
  cancel(): void
  /** An empty form. */
  reset(): void
}
