/** Signing in by email: the address, the approval of the device, the code (S4-12, S5-01, S5-02). */
import { errorText } from '@latchkey/spec/laterErrors'
import { limits, seconds } from '@latchkey/spec/limits'
import { isEmail } from '@latchkey/spec/validation'
import { type Logins, type Round, tellCooldown } from './logins.js'
import type { EmbeddedParts } from './parts.js'
import type { EmbeddedUser } from './state.js'

export interface EmailLogin {
  connectEmail(email: string): Promise<void>
  resendCode(): Promise<void>
  submitCode(otp: string): Promise<void>
}

const defaultDigits = 6

export function createEmailLogin(
  { context, frame, store }: EmbeddedParts,
  logins: Logins,
  arrive: (user: EmbeddedUser) => Promise<void>,
): EmailLogin {
  const { clock } = context
  /** When the next code may be asked for, whatever the address. */
  let nextAt = 0
  let codeDigits = defaultDigits

  const isTooSoon = () => {
    if (clock.now() >= nextAt) return false
    tellCooldown(context, nextAt)
    return true
  }

  async function send(round: Round, email: string): Promise<void> {
    nextAt = clock.now() + limits.emailCodeCooldown
    const answer = await frame.ask('CONNECT_EMAIL', { email }, { signal: round.signal })
    const { action, matchNumber, resendAfter } = answer
    if (resendAfter !== undefined) nextAt = clock.now() + seconds(resendAfter)
    codeDigits = answer.codeDigits ?? defaultDigits
    if (action === 'CONNECT') return arrive({ email })
    if (action === 'VERIFY_OTP') return askForCode(round, email)
    const known = matchNumber === undefined ? {} : { matchNumber }
    // The wait is the person's now: nothing keeps them from asking for another mail.
    round.set({ step: 'device', email, isBusy: false, resendAt: nextAt, ...known })
    await frame.ask('CONNECT_DEVICE', undefined, { signal: round.signal })
    askForCode(round, email)
  }

  const askForCode = (round: Round, email: string) =>
    round.set({ step: 'code', email, isBusy: false, resendAt: nextAt, codeDigits })

  return {
    async connectEmail(typed) {
      const email = typed.trim()
      if (!isEmail(email)) {
        logins.begin({ step: 'email', email, isBusy: false, problem: errorText('email.invalid') })
        return
      }
      if (isTooSoon()) return
      const round = logins.begin({ step: 'email', email, isBusy: true })
      await logins.run(round, () => send(round, email))
    },

    async resendCode() {
      const { login } = store.get()
      if ((login.step !== 'device' && login.step !== 'code') || isTooSoon()) return
      const { problem: _, ...before } = login
      // The wait for the mail before ends; its link is no longer the one that counts.
      const round = logins.begin({ ...before, isBusy: true })
      await logins.run(round, () => send(round, login.email))
    },

    async submitCode(otp) {
      const { login } = store.get()
      const round = logins.current()
      if (login.step !== 'code' || login.isBusy || !round) return
      const { problem: _, ...before } = login
      round.set({ ...before, isBusy: true })
      await logins.run(round, async () => {
        await frame.ask('CONNECT_OTP', { otp }, { signal: round.signal })
        await logins.run(round, () => arrive({ email: login.email }))
      })
    },
  }
}
