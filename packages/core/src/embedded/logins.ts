/** What every way to sign in has in common: one at a time, its view, and the way out (S4-12). */
import { isLatchkeyError } from '@latchkey/spec/errors'
import { errorText } from '@latchkey/spec/laterErrors'
import type { ViewId } from '@latchkey/spec/views'
import { push, replace } from '../actions/navigate.js'
import { showToast } from '../actions/toast.js'
import type { KitContext } from '../context.js'
import { selectView } from '../select.js'
import { isAbort } from '../wallets/walletError.js'
import { FrameError } from './frameError.js'
import type { EmbeddedParts } from './parts.js'
import type { EmbeddedLogin } from './state.js'

/** One sign-in, from the first press to the wallet. A newer one, or leaving its view, ends it. */
export interface Round {
  readonly signal: AbortSignal
  /** Changes what is shown; nothing once the round is over. */
  set(login: EmbeddedLogin): void
}

export interface Logins {
  begin(login: EmbeddedLogin): Round
  /** The round under way, to go on with. */
  current(): Round | undefined
  /** Runs a part of a round; what it throws is shown as the round's problem. */
  run(round: Round, work: () => Promise<void>): Promise<void>
  /** Runs again what failed last. */
  retry(): Promise<void>
  cancel(): void
}

const views: { readonly [step in EmbeddedLogin['step']]?: ViewId } = {
  device: 'EmailVerifyDevice',
  code: 'EmailVerifyOtp',
  social: 'ConnectingSocial',
  farcaster: 'ConnectingFarcaster',
  passkey: 'ApproveTransaction',
}

export function createLogins({ context, store }: EmbeddedParts): Logins {
  let current: (Round & { readonly end: () => void }) | undefined
  let failed: (() => Promise<void>) | undefined
  /** The view that this very step shows: it is no sign that the person left. */
  let isMoving = false

  function cancel(): void {
    current?.end()
    current = undefined
    failed = undefined
    store.set({ login: { step: 'idle' } })
  }

  context.jobs.scope.add(
    context.events.on((event) => {
      if (!current || isMoving) return
      if (event.name === 'MODAL_CLOSE') cancel()
      const expected = expectedView(store.get().login)
      if (event.name === 'VIEW_SHOWN' && expected && event.props.view !== expected) cancel()
    }),
  )

  function show(step: EmbeddedLogin['step']): void {
    const view = views[step]
    const state = context.store.get()
    // The frame's own view is opened by who asks the frame.
    if (!view || view === 'ApproveTransaction' || !state.modal.isOpen) return
    const shown = selectView(state)
    if (shown === view) return
    isMoving = true
    // From the approval of the device on, there is no way back to it.
    if (shown === 'EmailVerifyDevice' && view === 'EmailVerifyOtp') replace(context, { view })
    else push(context, { view })
    isMoving = false
  }

  return {
    begin(login) {
      current?.end()
      failed = undefined
      const ending = new AbortController()
      const round = {
        signal: ending.signal,
        set(next: EmbeddedLogin) {
          if (current !== round) return
          store.set({ login: next })
          show(next.step)
        },
        end: () => ending.abort(),
      }
      current = round
      round.set(login)
      return round
    },
    current: () => current,
    async run(round, work) {
      try {
        await work()
      } catch (cause) {
        if (current !== round || round.signal.aborted) return
        failed = work
        context.log.info('Nobody was signed in', cause)
        round.set(withProblem(store.get().login, problemOf(cause)))
      }
    },
    async retry() {
      const round = current
      const work = failed
      failed = undefined
      if (round && work) await this.run(round, work)
    },
    cancel,
  }
}

/** The frame is looked at only while it asks for the passkey. */
const expectedView = (login: EmbeddedLogin) =>
  login.step === 'passkey' && login.phase !== 'frame' ? undefined : views[login.step]

/** A step that failed is no longer busy, and says why. */
function withProblem(login: EmbeddedLogin, problem: string): EmbeddedLogin {
  switch (login.step) {
    case 'idle':
      return login
    case 'email':
    case 'device':
    case 'code':
      return { ...login, isBusy: false, problem }
    case 'social':
    case 'farcaster':
    case 'passkey':
      return { ...login, phase: 'failed', problem }
  }
}

/** In words to show. What the wallet says is written for people; what went wrong on the way is told in ours. */
export function problemOf(cause: unknown): string {
  // S8-10
  if (isLatchkeyError(cause, 'frame.load-failed')) return errorText('email.load-failed')
  if (isLatchkeyError(cause, 'frame.request-timeout')) return errorText('request.failed')
  if (isAbort(cause)) return errorText('request.failed')
  if (cause instanceof FrameError && cause.code === 'COOLDOWN' && cause.retryAfter !== undefined) {
    return errorText('email.cooldown', { n: cause.retryAfter })
  }
  if (cause instanceof FrameError || isLatchkeyError(cause)) return cause.message
  return errorText('request.failed')
}

/** S5-02 */
export function tellCooldown(context: KitContext, until: number): void {
  const n = Math.max(1, Math.ceil((until - context.clock.now()) / 1000))
  showToast(context, { variant: 'error', text: errorText('email.cooldown', { n }) })
}
