/** Proving once more who one is: a factor, a code, or both. */
import { walletLimits } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { type Attempt, newSecret } from '../attempts.js'
import { mailRules } from '../email/emailStart.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { stepUpLetter } from '../mail/letters.js'
import { mailLanguageOf } from '../mail/mailLanguage.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { levelOf } from '../session/sessions.js'

const facts = v.object({ nonce: v.string() })

export function createStepUp(parts: EmbeddedParts) {
  const { clock, attempts, codes, users, sessions, ceremonies, limits } = parts

  async function begin(
    caller: WalletCaller,
    factor: string,
    columns: Parameters<typeof attempts.begin>[0]['columns'] = {},
  ) {
    const { session, user } = signedInOf(caller)
    return attempts.begin({
      kind: 'stepup',
      state: factor === 'otp' ? 'code' : 'provider',
      caller,
      projectId: session.projectId ?? undefined,
      origin: session.origin,
      life: factor === 'otp' ? walletLimits.codeLife : walletLimits.passkeyCeremony,
      columns: { userId: user.id, sessionId: session.id, provider: factor, ...columns },
    })
  }

  /** The attempt of this very session and factor. */
  async function ownAttempt(caller: WalletCaller, id: string, factor: string): Promise<Attempt> {
    const { session } = signedInOf(caller)
    const attempt = await attempts.ofKey(id, caller.jkt)
    if (attempt.kind !== 'stepup' || attempt.sessionId !== session.id || attempt.provider !== factor)
      throw new WalletRefusal('ATTEMPT_EXPIRED')
    return attempt
  }

  async function sendCode(caller: WalletCaller) {
    const { user, session } = signedInOf(caller)
    const email = await users.emailOf(user)
    if (email === undefined || !parts.outbox) throw new WalletRefusal('FACTOR_UNKNOWN')
    const projectId = session.projectId ?? undefined
    const wait = await limits.take(mailRules('signed in', users.emailIndex(email), caller, projectId))
    if (wait > 0) throw new WalletRefusal('COOLDOWN', { retryAfter: wait })
    const attempt = await begin(caller, 'otp', {
      codeExpires: new Date(clock.now() + walletLimits.codeLife),
    })
    const code = codes.draw()
    await attempts.move(attempt.id, 'code', 'code', { codeMac: codes.macOf(attempt.id, code) })
    const { origin, browser, network } = attempt
    const asking = { origin, browser, network: coarseNetwork(network), at: clock.now() }
    const language = await mailLanguageOf(caller.languages)
    const letter = stepUpLetter({ asking, code, minutes: walletLimits.codeLife / 60_000 }, language)
    await parts.outbox.post('step-up', { to: email, ...letter })
    return attempt
  }

  async function checkCode(attempt: Attempt, otp: string): Promise<void> {
    const counted = await attempts.countCode(attempt.id)
    if (!counted) throw new WalletRefusal(attempt.state === 'code' ? 'OTP_LOCKED' : 'OTP_EXPIRED')
    if (!codes.isRight(attempt.id, otp, counted.codeMac))
      throw new WalletRefusal('OTP_INVALID', { left: walletLimits.codeTries - counted.codeTries })
    if (!(await attempts.move(attempt.id, 'code', 'done'))) throw new WalletRefusal('OTP_EXPIRED')
  }

  async function checkPasskey(
    caller: WalletCaller,
    attempt: Attempt,
    credential: Parameters<typeof ceremonies.checkGet>[0],
  ): Promise<void> {
    const { user, session } = signedInOf(caller)
    const { nonce } = await attempts.open(attempt, 'facts_sealed', facts)
    if (!(await attempts.move(attempt.id, 'provider', 'done'))) throw new WalletRefusal('PASSKEY_INVALID')
    const challenge = ceremonies.challengeOf('stepup', attempt.id, nonce)
    const surface =
      session.kind === 'window'
        ? ({ kind: 'window' } as const)
        : ({ kind: 'frame', origin: session.origin } as const)
    const passkey = await ceremonies.checkGet(credential, challenge, surface)
    if (passkey.userId !== user.id) throw new WalletRefusal('PASSKEY_INVALID')
  }

  return {
    async stepUpStart({ body }, caller) {
      const { user, session } = signedInOf(caller)
      const told = (attempt: Attempt) => ({
        attemptId: attempt.id,
        expiresAt: attempt.expiresAt.getTime(),
        now: clock.now(),
      })
      if (body.factor === 'otp') return told(await sendCode(caller))
      if (body.factor === 'pin') {
        const { hasPin } = await parts.wallets.factsOf(user.id, session.deviceId)
        if (!hasPin) throw new WalletRefusal('FACTOR_UNKNOWN')
        return told(await begin(caller, 'pin'))
      }
      const own = await users.passkeysOf(user.id)
      if (own.length === 0) throw new WalletRefusal('FACTOR_UNKNOWN')
      const attempt = await begin(caller, 'passkey')
      const nonce = newSecret()
      const factsSealed = await attempts.seal(attempt.id, 'facts_sealed', { nonce })
      await attempts.move(attempt.id, 'provider', 'provider', { factsSealed })
      const challenge = ceremonies.challengeOf('stepup', attempt.id, nonce)
      return { ...told(attempt), options: await ceremonies.optionsToGet(challenge, own) }
    },

    async stepUpVerify({ body }, caller) {
      const { user, session } = signedInOf(caller)
      const attempt = await ownAttempt(caller, body.attemptId, body.factor)
      if (body.factor === 'otp') await checkCode(attempt, body.otp)
      else if (body.factor === 'passkey') await checkPasskey(caller, attempt, body.credential)
      else {
        // D-31: a page must never be able to draw a field that takes it.
        if (session.kind !== 'window') throw new WalletRefusal('FOREIGN_CALLER')
        await parts.wallets.checkPin(user.id, body.pin)
      }
      await sessions.prove(session.id, body.factor === 'otp' ? 'code' : 'factor')
      const proved = (await sessions.find(session.id)) ?? session
      const level = levelOf(proved, user.emailIndex !== null, clock.now())
      const fresh = level === 2 ? walletLimits.factorFresh : walletLimits.stepUpFresh
      return { level, until: clock.now() + fresh, now: clock.now() }
    },
  } satisfies WalletHandlers
}
