/** Another address for an account: the person’s yes in a window, a code to the old one, a code to the new one, then three days in which it can be undone. */
import { randomUUID } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { walletEmailChanges, walletUsers } from '../../store/schema.js'
import { newSecret, secretHash } from '../attempts.js'
import { type MailAsker, mailRules } from '../email/emailStart.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { changedLetter, changeFromLetter, changeToLetter } from '../mail/letters.js'
import type { Mail } from '../mail/mailer.js'
import { mailLanguageOf } from '../mail/mailLanguage.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { lockUser, normalEmail, type User } from '../users.js'

type Change = typeof walletEmailChanges.$inferSelect
type Step = 'primary' | 'secondary'
const openStates = ['asked', 'confirmed', 'primary', 'secondary'] as const

export function createEmailChange(parts: EmbeddedParts) {
  const { db, clock, users, fields, codes, limits, audit, sessions } = parts
  const later = (ms: number) => new Date(clock.now() + ms)
  const place = (id: string, column: string) => ({ table: 'wallet_email_changes', column, row: id })

  /** The own address has the budget of who is signed in; to any other one the asker is a stranger. */
  async function admit(asker: MailAsker, email: string, caller: WalletCaller): Promise<void> {
    const projectId = signedInOf(caller).session.projectId ?? undefined
    const wait = await limits.take(mailRules(asker, users.emailIndex(email), caller, projectId))
    if (wait > 0) throw new WalletRefusal('COOLDOWN', { retryAfter: wait })
  }

  /** What was asked for and is neither done nor over. */
  async function openChange(userId: string): Promise<Change | undefined> {
    const isOpen = and(eq(walletEmailChanges.userId, userId), inArray(walletEmailChanges.state, openStates))
    const [open] = await db.query.select().from(walletEmailChanges).where(isOpen)
    return open && open.expiresAt.getTime() > clock.now() ? open : undefined
  }

  /** In place of whatever was asked for before. */
  async function ask(user: User, email: string, old: string | undefined): Promise<void> {
    const id = randomUUID()
    const newSealed = await fields.seal(place(id, 'new_sealed'), email, user)
    const oldSealed = old === undefined ? null : await fields.seal(place(id, 'old_sealed'), old, user)
    await db.query.transaction(async (transaction) => {
      await lockUser(user.id, transaction)
      const isOpen = inArray(walletEmailChanges.state, openStates)
      await transaction.delete(walletEmailChanges).where(and(eq(walletEmailChanges.userId, user.id), isOpen))
      await transaction.insert(walletEmailChanges).values({
        id,
        userId: user.id,
        newSealed,
        newIndex: users.emailIndex(email),
        oldSealed,
        oldIndex: user.emailIndex,
        state: 'asked',
        codeMac: '',
        codeTries: walletLimits.codeTries,
        askedAt: new Date(clock.now()),
        expiresAt: later(walletLimits.attemptLife),
      })
    })
  }

  /** Still as it was read: otherwise another call has gone on with it, finished it or put another in its place. */
  const isStill = ({ id, state }: Pick<Change, 'id' | 'state'>) =>
    and(eq(walletEmailChanges.id, id), eq(walletEmailChanges.state, state))

  /** A fresh code for this step, on its way. */
  async function sendCode(
    change: Pick<Change, 'id' | 'state'>,
    step: Step,
    { to, email }: { to: string; email: string },
    caller: WalletCaller,
  ) {
    const { session } = signedInOf(caller)
    const code = codes.draw()
    const [asked] = await db.query
      .update(walletEmailChanges)
      .set({
        state: step,
        codeMac: codes.macOf(`${change.id}|${step}`, code),
        codeTries: 0,
        expiresAt: later(walletLimits.codeLife),
      })
      .where(isStill(change))
      .returning()
    if (!asked) throw new WalletRefusal('ATTEMPT_EXPIRED')
    const { browser, network } = caller
    const asking = { origin: session.origin, browser, network: coarseNetwork(network), at: clock.now() }
    const write = step === 'primary' ? changeFromLetter : changeToLetter
    const language = await mailLanguageOf(caller.languages)
    const letter = write({ asking, code, email, minutes: walletLimits.codeLife / 60_000 }, language)
    await parts.outbox?.post(`change-${step}`, { to, ...letter })
    return { resendAt: clock.now() + walletLimits.codeCooldown, now: clock.now() }
  }

  /** The open change of this step, with the try counted before it is looked at. */
  async function checkCode(userId: string, step: Step, otp: string): Promise<Change> {
    const isOpen = and(eq(walletEmailChanges.userId, userId), eq(walletEmailChanges.state, step))
    const [open] = await db.query.select().from(walletEmailChanges).where(isOpen)
    if (!open) throw new WalletRefusal('ATTEMPT_EXPIRED')
    if (open.expiresAt.getTime() <= clock.now()) throw new WalletRefusal('OTP_EXPIRED')
    const [counted] = await db.query
      .update(walletEmailChanges)
      .set({ codeTries: sql`${walletEmailChanges.codeTries} + 1` })
      .where(
        and(
          eq(walletEmailChanges.id, open.id),
          isOpen,
          lt(walletEmailChanges.codeTries, walletLimits.codeTries),
        ),
      )
      .returning()
    if (!counted) throw new WalletRefusal('OTP_LOCKED')
    if (!codes.isRight(`${open.id}|${step}`, otp, counted.codeMac))
      throw new WalletRefusal('OTP_INVALID', { left: walletLimits.codeTries - counted.codeTries })
    return counted
  }

  /** To the old address, with the link that undoes it. */
  async function noticeOf(
    { id, oldSealed }: Change,
    user: User,
    { email, token }: { email: string; token: string },
  ): Promise<Mail | undefined> {
    if (oldSealed === null) return undefined
    const to = await fields.openText(place(id, 'old_sealed'), oldSealed, user)
    const link = `${parts.walletOrigin()}/email#${token}`
    return { to, ...changedLetter({ link, email, hours: walletLimits.emailChangeHold / 3_600_000 }) }
  }

  return {
    async emailChangeStart({ body }, caller) {
      const { user } = signedInOf(caller)
      if (!parts.outbox) throw new WalletRefusal('UNAVAILABLE')
      if (user.holdUntil && user.holdUntil.getTime() > clock.now()) throw new WalletRefusal('HOLD')
      const email = normalEmail(body.email)
      const old = await users.emailOf(user)
      const open = await openChange(user.id)
      const isIt = open?.newIndex === users.emailIndex(email) && open.oldIndex === user.emailIndex
      if (!open || !isIt) await ask(user, email, old)
      // The page said which address; whether it is theirs is for the person to say, where no page can draw.
      if (!open || !isIt || open.state === 'asked') throw new WalletRefusal('AAL')
      // Whoever has shown the code of the old address is not asked for it again: the next one goes to the new address.
      const isNext = old === undefined || open.state === 'secondary'
      await (isNext ? admit('stranger', email, caller) : admit('signed in', old, caller))
      const step: Step = isNext ? 'secondary' : 'primary'
      const action = isNext ? ('VERIFY_SECONDARY_OTP' as const) : ('VERIFY_PRIMARY_OTP' as const)
      return { action, ...(await sendCode(open, step, { to: isNext ? email : old, email }, caller)) }
    },

    async emailChangeView(_, caller) {
      const { user } = signedInOf(caller)
      const open = await openChange(user.id)
      if (open?.state !== 'asked') return { now: clock.now() }
      const email = await fields.openText(place(open.id, 'new_sealed'), open.newSealed, user)
      return { change: { id: open.id, email }, now: clock.now() }
    },

    async emailChangeConfirm({ body }, caller) {
      const { user, session } = signedInOf(caller)
      const open = await openChange(user.id)
      if (open?.id !== body.id) throw new WalletRefusal('ATTEMPT_EXPIRED')
      if (!session.factorAt || session.factorAt < open.askedAt) throw new WalletRefusal('AAL')
      await db.query.transaction(async (transaction) => {
        const [confirmed] = await transaction
          .update(walletEmailChanges)
          .set({ state: 'confirmed', expiresAt: later(walletLimits.codeLife) })
          .where(and(eq(walletEmailChanges.id, open.id), eq(walletEmailChanges.state, 'asked')))
          .returning()
        if (!confirmed) throw new WalletRefusal('ATTEMPT_EXPIRED')
        await audit.record({ actor: user.id, action: 'email.confirmed', object: open.id }, transaction)
      })
      return {}
    },

    async emailChangePrimary({ body }, caller) {
      const { user } = signedInOf(caller)
      const change = await checkCode(user.id, 'primary', body.otp)
      const email = await fields.openText(place(change.id, 'new_sealed'), change.newSealed, user)
      await admit('stranger', email, caller)
      return {
        action: 'VERIFY_SECONDARY_OTP' as const,
        ...(await sendCode(change, 'secondary', { to: email, email }, caller)),
      }
    },

    async emailChangeSecondary({ body }, caller) {
      const { user } = signedInOf(caller)
      const change = await checkCode(user.id, 'secondary', body.otp)
      const email = await fields.openText(place(change.id, 'new_sealed'), change.newSealed, user)
      const token = newSecret()
      const holdUntil = later(walletLimits.emailChangeHold)
      const emailSealed = await users.sealEmail(user, email)
      const notice = await noticeOf(change, user, { email, token })
      await db.query.transaction(async (transaction) => {
        await lockUser(user.id, transaction)
        // First of all: without this row nobody could undo what follows.
        const [held] = await transaction
          .update(walletEmailChanges)
          .set({ state: 'held', undoHash: secretHash(token), expiresAt: holdUntil })
          .where(isStill(change))
          .returning()
        if (!held) throw new WalletRefusal('ATTEMPT_EXPIRED')
        // Who has shown both codes may be told; before, nobody learns whether an address has an account.
        if ((await users.claim(change.newIndex, transaction)) !== 'free')
          throw new WalletRefusal('EMAIL_TAKEN')
        if (change.oldIndex !== null) await users.claim(change.oldIndex, transaction)
        await transaction
          .update(walletUsers)
          .set({ emailSealed, emailIndex: change.newIndex, holdUntil })
          .where(eq(walletUsers.id, user.id))
        if (notice) await parts.outbox?.keep('changed', notice, transaction)
        await audit.record({ actor: user.id, action: 'email.changed', object: change.id }, transaction)
      })
      parts.outbox?.hurry()
      return { email, holdUntil: holdUntil.getTime(), now: clock.now() }
    },

    async emailUndo({ body }) {
      const isIt = eq(walletEmailChanges.undoHash, secretHash(body.token))
      const [change] = await db.query.select().from(walletEmailChanges).where(isIt)
      if (!change || change.expiresAt.getTime() <= clock.now()) throw new WalletRefusal('LINK_EXPIRED')
      const user = await users.byId(change.userId)
      const { oldIndex } = change
      if (change.state !== 'held' || change.oldSealed === null || oldIndex === null || !user)
        throw new WalletRefusal('LINK_USED')
      const old = await fields.openText(place(change.id, 'old_sealed'), change.oldSealed, user)
      const emailSealed = await users.sealEmail(user, old)
      await db.query.transaction(async (transaction) => {
        await lockUser(user.id, transaction)
        const [undone] = await transaction
          .update(walletEmailChanges)
          .set({ state: 'undone' })
          .where(isStill(change))
          .returning()
        if (!undone) throw new WalletRefusal('LINK_USED')
        // At the very end of the three days somebody else may have come to have it.
        if ((await users.claim(oldIndex, transaction)) !== 'free') throw new WalletRefusal('LINK_EXPIRED')
        await transaction
          .update(walletUsers)
          .set({ emailSealed, emailIndex: oldIndex })
          .where(eq(walletUsers.id, user.id))
        await sessions.endOfUser(user.id, 'email change undone', transaction)
        await audit.record({ actor: user.id, action: 'email.undone', object: change.id }, transaction)
      })
      return { email: old }
    },
  } satisfies WalletHandlers
}
