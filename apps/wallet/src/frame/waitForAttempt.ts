/** Waits until an attempt to sign in is decided; the server holds each question open, so this asks about twice a minute. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { refusedByPerson } from '../api/walletRefusal.js'
import type { FrameContext } from './context.js'
import type { Attempt } from './login.js'

type State = WalletAnswerOf<'attemptWait'>['state']
type Decided = WalletAnswerOf<'attemptWait'>

/** Settles with the first state that is not one of `waiting`; a refusal by the person or the service rejects. */
export async function waitForAttempt(
  { api }: FrameContext,
  { id, signal }: Attempt,
  waiting: readonly State[],
): Promise<Decided> {
  let known: State | undefined
  for (;;) {
    const told = await api.call('attemptWait', { params: { id }, query: { known }, signal })
    if (told.state === 'refused') throw refusedByPerson()
    if (!waiting.includes(told.state)) return told
    known = told.state
  }
}
