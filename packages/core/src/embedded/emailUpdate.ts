/** Another email address in two steps: a code to the old one, then a code to the new one (S4-12). */
import { errorText } from '@latchkey/spec/laterErrors'
import { limits, seconds } from '@latchkey/spec/limits'
import { isEmail } from '@latchkey/spec/validation'
import { back } from '../actions/navigate.js'
import { selectView } from '../select.js'
import type { KitState } from '../state.js'
import { problemOf, tellCooldown } from './logins.js'
import { keepUser } from './memory.js'
import type { EmbeddedParts } from './parts.js'
import type { EmailUpdate } from './state.js'

export interface EmailUpdating {
  startEmailUpdate(): void
  updateEmail(email: string): Promise<void>
  resendUpdateCode(): Promise<void>
  submitUpdateCode(otp: string): Promise<void>
}

const isListed = ({ modal, router }: KitState): boolean =>
  modal.isOpen && router.history.some(({ view }) => view === 'UpdateEmail')

export function createEmailUpdating({ context, frame, store }: EmbeddedParts): EmailUpdating {
  const { clock } = context
  let nextAt = 0

  const set = (emailUpdate: EmailUpdate) => store.set({ emailUpdate })

  // While the frame is shown over its view it goes on; whoever leaves the view, or closes the modal, gives it up.
  context.jobs.scope.add(
    context.store.subscribe((now, before) => {
      if (isListed(before) && !isListed(now)) set({ step: 'idle' })
    }),
  )

  /**
   * Runs one step; what it throws is shown where the person is. Whatever else was set meanwhile, by a newer start or
   * because the person left, makes the answer worthless.
   */
  async function run(
    busy: Exclude<EmailUpdate, { step: 'idle' }>,
    work: () => Promise<() => EmailUpdate>,
  ): Promise<void> {
    const isOver = () => store.get().emailUpdate !== busy
    set(busy)
    try {
      const next = await work()
      if (!isOver()) set(next())
    } catch (cause) {
      if (!isOver()) set({ ...busy, isBusy: false, problem: problemOf(cause) })
    }
  }

  async function begin(newEmail: string): Promise<() => EmailUpdate> {
    const { action, resendAfter } = await frame.ask('UPDATE_EMAIL', { email: newEmail })
    // Only now was a mail sent: a proof that was cancelled costs nobody the wait.
    nextAt = clock.now() + (resendAfter === undefined ? limits.emailCodeCooldown : seconds(resendAfter))
    const step = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
    return () => ({ step, newEmail, isBusy: false, resendAt: nextAt })
  }

  const isTooSoon = () => {
    if (clock.now() >= nextAt) return false
    tellCooldown(context, nextAt)
    return true
  }

  function finish(newEmail: string): EmailUpdate {
    const user = { ...store.get().user, email: newEmail }
    store.set({ user })
    const { networkId } = context.storage.read('embeddedLogin') ?? {}
    keepUser(context, user, networkId)
    if (selectView(context.store.get()) === 'UpdateEmail') back(context)
    return { step: 'idle' }
  }

  return {
    startEmailUpdate() {
      set({ step: 'email', newEmail: '', isBusy: false })
    },

    async updateEmail(typed) {
      const newEmail = typed.trim()
      if (!isEmail(newEmail)) {
        return set({ step: 'email', newEmail, isBusy: false, problem: errorText('email.invalid') })
      }
      if (isTooSoon()) return
      await run({ step: 'email', newEmail, isBusy: true }, () => begin(newEmail))
    },

    async resendUpdateCode() {
      const { emailUpdate: now } = store.get()
      if (now.step === 'idle' || now.step === 'email' || isTooSoon()) return
      await run({ ...now, isBusy: true }, () => begin(now.newEmail))
    },

    async submitUpdateCode(otp) {
      const { emailUpdate: now } = store.get()
      if ((now.step !== 'primary' && now.step !== 'secondary') || now.isBusy) return
      const { problem: _, ...before } = now
      await run({ ...before, isBusy: true }, async () => {
        if (now.step === 'secondary') {
          const { newEmail } = await frame.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp })
          return () => finish(newEmail)
        }
        await frame.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp })
        nextAt = clock.now() + limits.emailCodeCooldown
        return () => ({ ...before, step: 'secondary', isBusy: false, resendAt: nextAt })
      })
    },
  }
}
