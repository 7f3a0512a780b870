/** Begins a sign-in by email. The answer depends on the device and on limits, never on whether there is an account. */
import { randomInt } from 'node:crypto'
import { days, hours } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { wait } from '../../ports/clock.js'
import { walletAttempts, walletSessions } from '../../store/schema.js'
import { type Attempt, newSecret, secretHash } from '../attempts.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import type { Rule } from '../limits.js'
import { codeLetter, deviceLetter } from '../mail/letters.js'
import { mailLanguageOf } from '../mail/mailLanguage.js'
import type { EmbeddedParts } from '../parts.js'
import { normalEmail } from '../users.js'

type Start = NonNullable<WalletHandlers['emailStart']>

export function createEmailStart(parts: EmbeddedParts): Start {
  const { clock, users, devices, limits, attempts, codes, checkEmbedder } = parts

  return async ({ body }, caller) => {
    const began = clock.now()
    if (!parts.outbox) throw new WalletRefusal('PROVIDER_OFF')
    const embedder = { projectId: body.projectId, origin: body.origin }
    const { projectId, origin } = await checkEmbedder(embedder, { feature: 'email_capture' })
    const email = normalEmail(body.email)
    const index = users.emailIndex(email)
    const user = await users.byEmail(email)

    const isKnown = user !== undefined && (await knows(user.id, caller, body.capsule, origin))
    const isIn = isKnown && (await isSignedIn(user.id, caller.jkt))
    const mustApprove = !isKnown || user.exhaustedCodes >= walletLimits.exhaustedCodes

    if (!isIn) await admit(index, caller, projectId, isKnown ? 'known' : 'stranger')
    const action = isIn ? 'CONNECT' : mustApprove ? 'VERIFY_DEVICE' : 'VERIFY_OTP'
    const token = newSecret()
    const matchNumber = String(randomInt(100)).padStart(2, '0')
    const attempt = await attempts.begin({
      kind: 'email',
      state: isIn ? 'done' : mustApprove ? 'device' : 'code',
      caller,
      projectId,
      origin,
      columns: {
        emailIndex: index,
        ...(action === 'VERIFY_DEVICE' ? { linkHash: secretHash(token), matchNumber } : {}),
      },
    })
    if (!isIn) await send(attempt, email, action === 'VERIFY_DEVICE' ? token : undefined, caller)
    const now = clock.now()
    // Whatever was looked up and written: everybody waits at least this long.
    if (now - began < walletLimits.uniformFloor)
      await wait(clock, walletLimits.uniformFloor - (now - began), caller.signal)
    return {
      attemptId: attempt.id,
      action,
      ...(action === 'VERIFY_DEVICE' ? { matchNumber } : {}),
      codeDigits: codes.digits,
      resendAt: began + walletLimits.codeCooldown,
      expiresAt: attempt.expiresAt.getTime(),
      now: clock.now(),
    }
  }

  /** This key signed in to the account before, or the page holds the capsule that a frame of it wrote. */
  async function knows(
    userId: string,
    { jkt }: WalletCaller,
    capsule: Parameters<typeof devices.isClaimRight>[0] | undefined,
    origin: string,
  ): Promise<boolean> {
    if (await devices.isKnown(userId, jkt)) return true
    const device = capsule && (await devices.isClaimRight(capsule, origin))
    return device?.userId === userId
  }

  async function isSignedIn(userId: string, jkt: string): Promise<boolean> {
    const isIt = and(
      eq(walletSessions.userId, userId),
      eq(walletSessions.jkt, jkt),
      isNull(walletSessions.endedAt),
    )
    const rows = await parts.db.query.select({ id: walletSessions.id }).from(walletSessions).where(isIt)
    for (const { id } of rows) if (await parts.sessions.find(id)) return true
    return false
  }

  /** S5-02: a second one within 30 s is refused with the seconds left; and so are too many, by every count. */
  async function admit(
    index: string,
    caller: WalletCaller,
    projectId: string | undefined,
    asker: MailAsker,
  ): Promise<void> {
    const { jkt, network } = caller
    const refused = { key: `not-me|${index}|${network}`, limit: 1, window: walletLimits.refusedBlock }
    const rules = mailRules(asker, index, caller, projectId)
    const wait = (await limits.ask([refused])) || (await limits.take(rules))
    if (wait > 0) throw new WalletRefusal('COOLDOWN', { retryAfter: wait })
    // What this key asked for before is over: only the newest mail counts.
    await parts.db.query
      .update(walletAttempts)
      .set({ state: 'refused' })
      .where(
        and(
          eq(walletAttempts.kind, 'email'),
          eq(walletAttempts.jkt, jkt),
          eq(walletAttempts.emailIndex, index),
          inArray(walletAttempts.state, ['device', 'code']),
        ),
      )
  }

  async function send(
    attempt: Attempt,
    email: string,
    token: string | undefined,
    caller: WalletCaller,
  ): Promise<void> {
    const language = await mailLanguageOf(caller.languages)
    const { origin, browser, createdAt } = attempt
    const asking = { origin, browser, network: coarseNetwork(attempt.network), at: createdAt.getTime() }
    const emailSealed = await attempts.seal(attempt.id, 'email_sealed', email)
    const isIt = and(eq(walletAttempts.id, attempt.id), ne(walletAttempts.state, 'refused'))
    if (token !== undefined) {
      await parts.db.query.update(walletAttempts).set({ emailSealed }).where(isIt)
      // The page names its buttons as the mail does, where its reader reads that.
      const lang = language.code === 'en' ? '' : `?lang=${language.code}`
      const link = `${parts.walletOrigin()}/device${lang}#${token}`
      const letter = deviceLetter({ asking, link, minutes: walletLimits.attemptLife / 60_000 }, language)
      await parts.outbox?.post('device', { to: email, ...letter })
      return
    }
    const code = codes.draw()
    const codeMac = codes.macOf(attempt.id, code)
    const codeExpires = new Date(clock.now() + walletLimits.codeLife)
    await parts.db.query.update(walletAttempts).set({ emailSealed, codeMac, codeExpires }).where(isIt)
    const letter = codeLetter({ asking, code, minutes: walletLimits.codeLife / 60_000 }, language)
    await parts.outbox?.post('code', { to: email, ...letter })
  }
}

/**
 * Who asks for a mail to this address: a browser that never signed in with it, one that has, or somebody who is signed
 * in and proves it once more. Each has a budget of its own, so that strangers cannot use up what the owner needs.
 */
export type MailAsker = 'stranger' | 'known' | 'signed in'

/** Everything that one mail counts against. */
export function mailRules(
  asker: MailAsker,
  index: string,
  { jkt, network }: Pick<WalletCaller, 'jkt' | 'network'>,
  projectId: string | undefined,
): Rule[] {
  const cooldown = { limit: 1, window: walletLimits.codeCooldown }
  return [
    // By key and by network, not by mailbox alone: a stranger must not be able to keep its owner waiting.
    { key: `mail|${index}|${jkt}`, ...cooldown },
    { key: `mail|${index}|${network}`, ...cooldown },
    { key: `mail of ${asker}|${index}`, limit: walletLimits.codesPerMailboxHour, window: hours(1) },
    { key: `mail of ${asker}|${index}`, limit: walletLimits.codesPerMailboxDay, window: days(1) },
    { key: `mails|${network}`, limit: walletLimits.codesPerNetworkHour, window: hours(1) },
    { key: `mails of|${projectId ?? ''}`, limit: walletLimits.codesPerProjectHour, window: hours(1) },
    { key: 'mails', limit: walletLimits.codesPerHour, window: hours(1) },
  ]
}
