/** The rest of a sign-in by email: the page of the mail's link, the wait, and the code. */
import { walletLimits } from '@latchkey/spec/walletApi'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { walletUsers } from '../../store/schema.js'
import type { Attempt } from '../attempts.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { createEmailStart } from './emailStart.js'

export function createEmailHandlers(parts: EmbeddedParts) {
  const { clock, attempts, codes, limits, users, audit, signIn } = parts

  /** The attempt that a link stands for, while it waits for a person. */
  async function linked(token: string): Promise<Attempt> {
    const attempt = await attempts.byLink(token)
    if (!attempt || attempts.isOver(attempt)) throw new WalletRefusal('LINK_EXPIRED')
    if (attempt.state === 'refused') throw new WalletRefusal('ATTEMPT_REFUSED')
    if (attempt.state !== 'device') throw new WalletRefusal('LINK_USED')
    return attempt
  }

  const emailOf = (attempt: Attempt) => attempts.open(attempt, 'email_sealed', v.string())

  async function refuse(attempt: Attempt, reason: string): Promise<void> {
    await attempts.move(attempt.id, 'device', 'refused')
    const event = { actor: 'mailbox', action: 'attempt.refused', object: attempt.id, detail: { reason } }
    await audit.record(event)
  }

  async function approve(attempt: Attempt, number: string) {
    await attempts.checkNumber(attempt.id, number, () => refuse(attempt, 'wrong numbers'))
    const code = codes.draw()
    const codeExpires = new Date(clock.now() + walletLimits.codeLife)
    const moved = await attempts.move(attempt.id, 'device', 'code', {
      codeMac: codes.macOf(attempt.id, code),
      codeExpires,
    })
    if (!moved) throw new WalletRefusal('LINK_USED')
    await audit.record({ actor: 'mailbox', action: 'attempt.approved', object: attempt.id })
    return { code, expiresAt: codeExpires.getTime(), now: clock.now() }
  }

  /** Why no try is left to be counted. */
  function noTryLeft({ state, codeTries, codeExpires }: Attempt): WalletRefusal {
    if (state === 'refused') return new WalletRefusal('ATTEMPT_REFUSED')
    // Nobody has approved the device: there is no code yet that could be guessed.
    if (state === 'device') return new WalletRefusal('OTP_INVALID', { left: walletLimits.codeTries })
    if (state !== 'code' || !codeExpires || codeExpires.getTime() <= clock.now())
      return new WalletRefusal('OTP_EXPIRED')
    return new WalletRefusal(codeTries >= walletLimits.codeTries ? 'OTP_LOCKED' : 'OTP_EXPIRED')
  }

  return {
    emailStart: createEmailStart(parts),

    async deviceView({ body }) {
      const attempt = await linked(body.token)
      return {
        origin: attempt.origin,
        email: await emailOf(attempt),
        browser: attempt.browser,
        network: coarseNetwork(attempt.network),
        startedAt: attempt.createdAt.getTime(),
        expiresAt: attempt.expiresAt.getTime(),
        now: clock.now(),
      }
    },

    async deviceApprove({ body }) {
      const attempt = await linked(body.token)
      if (body.decision === 'approve') return approve(attempt, body.number)
      await refuse(attempt, 'not me')
      await limits.block(`not-me|${attempt.emailIndex}|${attempt.network}`, walletLimits.refusedBlock)
      return { now: clock.now() }
    },

    async otpVerify({ body }, caller) {
      const attempt = await attempts.ofKey(body.attemptId, caller.jkt)
      if (attempt.kind !== 'email') throw new WalletRefusal('ATTEMPT_EXPIRED')
      const isLate = !attempt.codeExpires || attempt.codeExpires.getTime() <= clock.now()
      const counted = isLate ? undefined : await attempts.countCode(attempt.id)
      if (!counted) throw noTryLeft((await attempts.find(attempt.id)) ?? attempt)
      if (!codes.isRight(attempt.id, body.otp, counted.codeMac)) {
        const left = walletLimits.codeTries - counted.codeTries
        if (left === 0) await noteExhausted(attempt)
        throw new WalletRefusal('OTP_INVALID', { left })
      }
      // Of two that came with the right code at once, one gets in.
      if (!(await attempts.move(attempt.id, 'code', 'done'))) throw new WalletRefusal('OTP_EXPIRED')
      const user = await users.ofEmail(await emailOf(attempt))
      await parts.db.query.update(walletUsers).set({ exhaustedCodes: 0 }).where(eq(walletUsers.id, user.id))
      return signIn({ attempt, user, provider: null, keep: body.keep, hasCode: true })
    },
  } satisfies WalletHandlers

  async function noteExhausted({ emailIndex }: Attempt): Promise<void> {
    if (emailIndex === null) return
    await parts.db.query
      .update(walletUsers)
      .set({ exhaustedCodes: sql`${walletUsers.exhaustedCodes} + 1` })
      .where(eq(walletUsers.emailIndex, emailIndex))
  }
}
