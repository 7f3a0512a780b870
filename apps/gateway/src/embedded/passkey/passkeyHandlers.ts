/** Signing in, signing up and stepping up with a passkey; adding and removing one. */
import { randomInt, randomUUID } from 'node:crypto'
import { hours } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { walletFactors, walletPasskeys, walletWallets } from '../../store/schema.js'
import { type Attempt, newSecret, secretHash } from '../attempts.js'
import type { Connection } from '../audit.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import { type WalletCaller, type WalletHandlers, WithCookie } from '../http/walletRoute.js'
import { type LockNews, locksLetter } from '../mail/letters.js'
import { tellOwner } from '../mail/tellOwner.js'
import type { EmbeddedParts } from '../parts.js'
import { admitFactor } from '../pin/admitFactor.js'
import { countChange } from '../pin/countChange.js'
import { isSame } from '../session/dpop.js'
import { signedInOf } from '../session/sessionHandlers.js'
import { lockUser } from '../users.js'
import type { Surface } from './ceremonies.js'

const facts = v.object({
  ceremony: v.picklist(['get', 'get-for-frame', 'create', 'add']),
  nonce: v.string(),
  /** Of an account that is to be made, or of the one that a passkey is added to. */
  userId: v.optional(v.string()),
  /** The frame's attempt that a window works for. */
  frameAttempt: v.optional(v.string()),
})
type Facts = v.InferOutput<typeof facts>

export function createPasskeyHandlers(parts: EmbeddedParts) {
  const { db, clock, attempts, users, ceremonies, limits, audit, signIn, checkEmbedder } = parts

  async function admit({ network }: WalletCaller): Promise<void> {
    const rule = { key: `logins|${network}`, limit: walletLimits.loginsPerNetworkHour, window: hours(1) }
    const wait = await limits.take([rule])
    if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
  }

  /** An attempt of the caller's own key that waits for this ceremony. */
  async function beginCeremony(
    caller: WalletCaller,
    given: Omit<Facts, 'nonce'>,
    embedder: { projectId: string | undefined; origin: string },
  ) {
    const nonce = newSecret()
    const attempt = await attempts.begin({
      kind: 'passkey',
      state: 'provider',
      caller,
      ...embedder,
      life: walletLimits.passkeyCeremony,
    })
    const factsSealed = await attempts.seal(attempt.id, 'facts_sealed', { ...given, nonce })
    await attempts.move(attempt.id, 'provider', 'provider', { factsSealed })
    const purpose = given.ceremony === 'create' || given.ceremony === 'add' ? 'create' : 'login'
    return { attempt, challenge: ceremonies.challengeOf(purpose, attempt.id, nonce) }
  }

  const told = (attempt: Attempt, options: { challenge: string }) => ({
    attemptId: attempt.id,
    options,
    expiresAt: attempt.expiresAt.getTime(),
    now: clock.now(),
  })

  /** The frame's attempt, shown by its secret, while it waits. */
  async function frameAttemptOf({ id, secret }: { id: string; secret: string }): Promise<Attempt> {
    const attempt = await attempts.find(id)
    const isIt = attempt?.kind === 'passkey' && isSame(attempt.secretHash ?? '', secretHash(secret))
    if (!attempt || !isIt || attempt.state !== 'device' || attempts.isOver(attempt))
      throw new WalletRefusal('ATTEMPT_EXPIRED')
    return attempt
  }

  return {
    async passkeyStart({ body }, caller) {
      const { projectId, origin } = await checkEmbedder({ projectId: body.projectId, origin: body.origin })
      await admit(caller)
      const secret = newSecret()
      const matchNumber = String(randomInt(100)).padStart(2, '0')
      const attempt = await attempts.begin({
        kind: 'passkey',
        state: 'device',
        caller,
        projectId,
        origin,
        columns: { secretHash: secretHash(secret), matchNumber },
      })
      const uri = `${parts.walletOrigin()}/passkey#${attempt.id}.${secret}`
      return {
        attemptId: attempt.id,
        uri,
        matchNumber,
        expiresAt: attempt.expiresAt.getTime(),
        now: clock.now(),
      }
    },

    async passkeyView({ body }) {
      const attempt = await frameAttemptOf(body.attempt)
      return {
        origin: attempt.origin,
        browser: attempt.browser,
        network: coarseNetwork(attempt.network),
        startedAt: attempt.createdAt.getTime(),
        expiresAt: attempt.expiresAt.getTime(),
        now: clock.now(),
      }
    },

    async passkeyOptions({ body }, caller) {
      if (body.ceremony === 'get') {
        const { projectId, origin } = await checkEmbedder({ projectId: body.projectId, origin: body.origin })
        await admit(caller)
        const { attempt, challenge } = await beginCeremony(caller, { ceremony: 'get' }, { projectId, origin })
        // Nobody is named: which accounts exist is the authenticator's business.
        return told(attempt, await ceremonies.optionsToGet(challenge, []))
      }
      const frame = await frameAttemptOf(body.attempt)
      await attempts.checkNumber(frame.id, body.number, () => attempts.move(frame.id, 'device', 'refused'))
      const window = { projectId: undefined, origin: parts.walletOrigin() }
      const userId = randomUUID()
      const given = { ceremony: body.ceremony, frameAttempt: frame.id, userId }
      const { attempt, challenge } = await beginCeremony(caller, given, window)
      if (body.ceremony === 'get-for-frame')
        return told(attempt, await ceremonies.optionsToGet(challenge, []))
      return told(
        attempt,
        await ceremonies.optionsToCreate(challenge, userId, new URL(frame.origin).host, []),
      )
    },

    async passkeyVerify({ body }, caller) {
      const attempt = await attempts.ofKey(body.attemptId, caller.jkt)
      if (attempt.kind !== 'passkey') throw new WalletRefusal('ATTEMPT_EXPIRED')
      const known = await attempts.open(attempt, 'facts_sealed', facts)
      // Used up before it is looked at: an assertion is good for one question.
      if (!(await attempts.move(attempt.id, 'provider', 'done'))) throw new WalletRefusal('ATTEMPT_EXPIRED')
      if (known.ceremony === 'create') return signUp(attempt, known, body.credential, body.label)
      const challenge = ceremonies.challengeOf('login', attempt.id, known.nonce)
      const isWindow = attempt.origin === parts.walletOrigin()
      const surface: Surface = isWindow ? { kind: 'window' } : { kind: 'frame', origin: attempt.origin }
      const passkey = await ceremonies.checkGet(body.credential, challenge, surface)
      const user = await users.byId(passkey.userId)
      if (!user) throw new WalletRefusal('PASSKEY_INVALID')
      if (known.ceremony === 'get-for-frame') return give(known, user.id)
      const session = await signIn({ attempt, user, provider: 'passkey', keep: body.keep, hasFactor: true })
      return session instanceof WithCookie
        ? new WithCookie({ session: session.body }, session.name, session.value)
        : { session }
    },

    async passkeyAddOptions(_, caller) {
      const { user } = signedInOf(caller)
      const own = await users.passkeysOf(user.id)
      await admitFactor(parts, caller)
      const window = { projectId: undefined, origin: parts.walletOrigin() }
      const { attempt, challenge } = await beginCeremony(caller, { ceremony: 'add', userId: user.id }, window)
      const name = (await users.emailOf(user)) ?? (await users.nameOf(user)) ?? 'Wallet'
      return told(attempt, await ceremonies.optionsToCreate(challenge, user.id, name, own))
    },

    async passkeyAdd({ body }, caller) {
      const { user } = signedInOf(caller)
      const attempt = await attempts.ofKey(body.attemptId, caller.jkt)
      const known = await attempts.open(attempt, 'facts_sealed', facts)
      if (known.ceremony !== 'add' || known.userId !== user.id) throw new WalletRefusal('ATTEMPT_EXPIRED')
      if (!(await attempts.move(attempt.id, 'provider', 'done'))) throw new WalletRefusal('ATTEMPT_EXPIRED')
      const challenge = ceremonies.challengeOf('create', attempt.id, known.nonce)
      const made = await ceremonies.checkCreate(body.credential, challenge)
      const isFirst = await db.query.transaction(async (transaction) => {
        await lockUser(user.id, transaction)
        // Asked again: since the options were given, a wallet or another passkey may have come.
        await admitFactor(parts, caller, transaction)
        await countChange(limits, user.id, 'passkey', transaction)
        const isAlone = await hasNone(caller, transaction)
        await keep({ ...made, userId: user.id, hasPrf: body.hasPrf, label: body.label ?? null }, transaction)
        await audit.record({ actor: user.id, action: 'passkey.added', object: made.id }, transaction)
        return isAlone
      })
      // The first lock is no news to whoever sets the wallet up.
      if (!isFirst) await tell(caller, 'passkey-added')
      return { id: made.id, publicKey: made.publicKey }
    },

    async passkeyRemove({ params }, caller) {
      const { user, session } = signedInOf(caller)
      await db.query.transaction(async (transaction) => {
        // Of two that are removed at once, the second finds itself the last.
        await lockUser(user.id, transaction)
        const own = await users.passkeysOf(user.id, transaction)
        if (!own.some(({ id }) => id === params.id)) throw new WalletRefusal('NOT_FOUND')
        const { hasPin } = await parts.wallets.factsOf(user.id, session.deviceId, transaction)
        if (own.length === 1 && !hasPin) throw new WalletRefusal('FACTOR_LAST')
        await forgetWay(user.id, params.id, transaction)
        const isIt = and(eq(walletPasskeys.id, params.id), eq(walletPasskeys.userId, user.id))
        await transaction.delete(walletPasskeys).where(isIt)
        await audit.record({ actor: user.id, action: 'passkey.removed', object: params.id }, transaction)
      })
      await tell(caller, 'passkey-removed')
      return {}
    },
  } satisfies WalletHandlers

  async function hasNone(caller: WalletCaller, connection: Connection): Promise<boolean> {
    const { user, session } = signedInOf(caller)
    const passkeys = await users.passkeysOf(user.id, connection)
    return (
      passkeys.length === 0 && !(await parts.wallets.factsOf(user.id, session.deviceId, connection)).hasPin
    )
  }

  async function tell(caller: WalletCaller, news: LockNews): Promise<void> {
    await tellOwner(parts, signedInOf(caller).user, news, locksLetter({ news, at: clock.now() }))
  }

  /** A passkey that is gone recovers nothing; and where it was the only one that could, it stays. */
  async function forgetWay(userId: string, passkeyId: string, connection: Connection): Promise<void> {
    const ways = await connection
      .select({ id: walletFactors.id, passkeyId: walletFactors.passkeyId })
      .from(walletFactors)
      .innerJoin(walletWallets, eq(walletWallets.id, walletFactors.walletId))
      .where(eq(walletWallets.userId, userId))
    const lost = ways.filter((way) => way.passkeyId === passkeyId)
    if (lost.length > 0 && lost.length === ways.length) throw new WalletRefusal('FACTOR_LAST')
    for (const { id } of lost) await connection.delete(walletFactors).where(eq(walletFactors.id, id))
  }

  /** The id is the authenticator's word: one that somebody has already is no new passkey. */
  async function keep(
    row: Omit<typeof walletPasskeys.$inferInsert, 'createdAt'>,
    connection: Connection,
  ): Promise<void> {
    const [kept] = await connection
      .insert(walletPasskeys)
      .values({ ...row, createdAt: new Date(clock.now()) })
      .onConflictDoNothing()
      .returning()
    if (!kept) throw new WalletRefusal('PASSKEY_INVALID')
  }

  /** A new account with this passkey, for the frame that asked. */
  async function signUp(
    attempt: Attempt,
    known: Facts,
    credential: Parameters<typeof ceremonies.checkCreate>[0],
    label: string | undefined,
  ) {
    const challenge = ceremonies.challengeOf('create', attempt.id, known.nonce)
    const made = await ceremonies.checkCreate(credential, challenge)
    const user = await db.query.transaction(async (transaction) => {
      const fresh = await users.make(transaction, known.userId)
      await keep({ ...made, userId: fresh.id, hasPrf: false, label: label ?? null }, transaction)
      return fresh
    })
    return give(known, user.id)
  }

  /** The frame that waits finds its attempt verified. */
  async function give({ frameAttempt = '' }: Facts, userId: string) {
    const resultSealed = await attempts.seal(frameAttempt, 'result_sealed', { userId })
    const moved = await attempts.move(frameAttempt, 'device', 'verified', { resultSealed })
    if (!moved) throw new WalletRefusal('ATTEMPT_EXPIRED')
    return {}
  }
}
