/** Nonces, sessions and accounts of sign-in in the database. */
import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { seconds } from '@latchkey/spec/limits'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { openBytes, sealBytes } from '../embedded/kms/aead.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { longestRestart, mayBeLost } from '../store/lostAnswer.js'
import { signInAccounts, signInNonces, signInSessions } from '../store/schema.js'

export interface NonceOwner {
  readonly projectId: string
  readonly origin: string | undefined
}

export interface OpenedSession {
  readonly id: string
  readonly refreshToken: string
}

/** `stolen`: the refresh token was used before, so somebody else has it. */
export type Refreshed =
  | { readonly status: 'rotated'; readonly claims: SessionFacts; readonly refreshToken: string }
  | { readonly status: 'unknown' | 'stolen' }

export type SessionFacts = Readonly<Record<string, string>>

export interface KeptAccount {
  readonly id: string
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

export interface SignInStore {
  keepNonce(nonce: string, owner: NonceOwner, expiresAt: number): Promise<void>
  /** Uses the nonce up, whoever asks; true where it was good and belonged to the one who asks. */
  burnNonce(nonce: string, owner: NonceOwner): Promise<boolean>
  openSession(input: {
    readonly projectId: string
    readonly account: string
    readonly claims: SessionFacts
    readonly expiresAt: number
  }): Promise<OpenedSession>
  refresh(refreshToken: string, projectId: string): Promise<Refreshed>
  /** The account of a session that goes on. */
  accountOf(sessionId: string, projectId: string): Promise<KeptAccount | undefined>
  setMetadata(accountId: string, metadata: Readonly<Record<string, unknown>> | null): Promise<void>
  endSession(sessionId: string): Promise<void>
  prune(): Promise<void>
}

/** Two tabs may send the same refresh token at once, or one sends it again that got no answer; later it is a theft. */
const sameMoment = seconds(10)
/** Refresh tokens of a session that are still known when they come again: some hours of them. */
const rememberedDigests = 32

export interface SignInStoreInput {
  readonly db: Db
  readonly clock: Clock
}

export function createSignInStore({ db, clock }: SignInStoreInput): SignInStore {
  const now = () => new Date(clock.now())
  const startedAt = clock.now()

  return {
    async keepNonce(nonce, { projectId, origin }, expiresAt) {
      const row = { nonce, projectId, origin: origin ?? null, expiresAt: new Date(expiresAt) }
      await db.query.insert(signInNonces).values(row)
    },

    async burnNonce(nonce, { projectId, origin }) {
      const [row] = await db.query.delete(signInNonces).where(eq(signInNonces.nonce, nonce)).returning()
      if (!row || row.expiresAt <= now()) return false
      return row.projectId === projectId && row.origin === (origin ?? null)
    },

    async openSession({ projectId, account, claims, expiresAt }) {
      const id = randomUUID()
      const secret = newSecret()
      await db.query.transaction(async (transaction) => {
        const [kept] = await transaction
          .insert(signInAccounts)
          .values({ id: randomUUID(), projectId, account, createdAt: now() })
          // A row that is there is answered with only where something is set.
          .onConflictDoUpdate({
            target: [signInAccounts.projectId, signInAccounts.account],
            set: { account: sql`excluded.account` },
          })
          .returning({ id: signInAccounts.id })
        if (!kept) throw new Error('An account was neither found nor made.')
        await transaction.insert(signInSessions).values({
          id,
          accountId: kept.id,
          projectId,
          claims,
          refreshDigest: digestOf(secret),
          previousDigests: [],
          refreshedAt: now(),
          createdAt: now(),
          expiresAt: new Date(expiresAt),
        })
      })
      return { id, refreshToken: `${id}.${secret}` }
    },

    async refresh(refreshToken, projectId) {
      const [id = '', given = ''] = refreshToken.split('.')
      if (!isUuid(id)) return { status: 'unknown' }
      const digest = digestOf(given)
      const secret = newSecret()
      const goesOn = and(
        eq(signInSessions.id, id),
        eq(signInSessions.projectId, projectId),
        isNull(signInSessions.endedAt),
        gt(signInSessions.expiresAt, now()),
      )
      // In one step, so that of two that send the same token one is first.
      const [rotated] = await db.query
        .update(signInSessions)
        .set({
          refreshDigest: digestOf(secret),
          previousDigests: sql`(array_prepend(${digest}::text, ${signInSessions.previousDigests}))[1:${sql.raw(String(rememberedDigests))}]`,
          successorSealed: sealSuccessor(secret, given, id),
          refreshedAt: now(),
        })
        .where(and(goesOn, eq(signInSessions.refreshDigest, digest)))
        .returning()
      if (rotated) return { status: 'rotated', claims: rotated.claims, refreshToken: `${id}.${secret}` }
      const [session] = await db.query.select().from(signInSessions).where(goesOn)
      if (!session) return { status: 'unknown' }
      const usedAt = session.refreshedAt
      const age = clock.now() - (mayBeLost({ usedAt, startedAt }) ? startedAt : usedAt.getTime())
      if (session.previousDigests[0] === digest && age <= sameMoment) {
        const successor = openSuccessor(session.successorSealed, given, id)
        if (successor === undefined) return { status: 'unknown' }
        return { status: 'rotated', claims: session.claims, refreshToken: `${id}.${successor}` }
      }
      // Only what was once given out can have been stolen: a session's name alone ends nothing.
      if (!session.previousDigests.includes(digest)) return { status: 'unknown' }
      await this.endSession(id)
      return { status: 'stolen' }
    },

    async accountOf(sessionId, projectId) {
      const [row] = await db.query
        .select({ account: signInAccounts })
        .from(signInSessions)
        .innerJoin(signInAccounts, eq(signInAccounts.id, signInSessions.accountId))
        .where(
          and(
            eq(signInSessions.id, sessionId),
            eq(signInSessions.projectId, projectId),
            isNull(signInSessions.endedAt),
            gt(signInSessions.expiresAt, now()),
          ),
        )
      return row?.account
    },

    async setMetadata(accountId, metadata) {
      await db.query
        .update(signInAccounts)
        .set({ metadata, updatedAt: now() })
        .where(eq(signInAccounts.id, accountId))
    },

    async endSession(sessionId) {
      await db.query.update(signInSessions).set({ endedAt: now() }).where(eq(signInSessions.id, sessionId))
    },

    async prune() {
      await db.query.delete(signInNonces).where(lt(signInNonces.expiresAt, now()))
      await db.query.delete(signInSessions).where(lt(signInSessions.expiresAt, now()))
      // Nobody can ask for it a second time any more, so that nobody should find it either.
      const isSettled = lt(signInSessions.refreshedAt, new Date(clock.now() - longestRestart - sameMoment))
      await db.query
        .update(signInSessions)
        .set({ successorSealed: null })
        .where(and(isNotNull(signInSessions.successorSealed), isSettled))
    },
  }
}

const newSecret = () => randomBytes(32).toString('base64url')

/** A database that was read by a stranger opens no session. */
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Only the token that was used up opens what came after it: the database alone, or with an older token, does not. */
const sealSuccessor = (successor: string, used: string, session: string) =>
  sealBytes(successorKey(used), Buffer.from(successor, 'base64url'), session)

function openSuccessor(sealed: string | null, used: string, session: string): string | undefined {
  return sealed === null ? undefined : openBytes(successorKey(used), sealed, session).toString('base64url')
}

const successorKey = (used: string) =>
  Buffer.from(hkdfSync('sha256', used, '', 'latchkey sign-in successor', 32))

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
