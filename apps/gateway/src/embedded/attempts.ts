/** Tries to sign in: begun by one key, decided once, over after a while. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { walletAttempts, walletHandoffs } from '../store/schema.js'
import type { Fields } from './fields.js'
import { WalletRefusal } from './http/refusal.js'
import type { WalletCaller } from './http/walletRoute.js'
import { isSame } from './session/dpop.js'
import type { AttemptKind, AttemptState } from './tables.js'
import type { Wakers } from './wakers.js'

export type Attempt = typeof walletAttempts.$inferSelect
type Columns = Partial<typeof walletAttempts.$inferInsert>

export interface NewAttempt {
  readonly kind: AttemptKind
  readonly state: AttemptState
  readonly caller: Pick<WalletCaller, 'jkt' | 'network' | 'browser'>
  readonly projectId: string | undefined
  readonly origin: string
  /** Milliseconds; `attemptLife` where absent. */
  readonly life?: number
  readonly columns?: Columns
}

type SealedColumn = 'email_sealed' | 'facts_sealed' | 'result_sealed'

export interface Attempts {
  begin(attempt: NewAttempt): Promise<Attempt>
  /** Of this very key, and not over: ATTEMPT_EXPIRED or HANDOFF_BINDING otherwise. */
  ofKey(id: string, jkt: string): Promise<Attempt>
  find(id: string): Promise<Attempt | undefined>
  byLink(token: string): Promise<Attempt | undefined>
  /** Goes from one state to another, once: undefined where somebody else was first. */
  move(id: string, from: AttemptState, to: AttemptState, columns?: Columns): Promise<Attempt | undefined>
  /** Counts a try at the code before anybody looks at it; undefined where none is left. */
  countCode(id: string): Promise<Attempt | undefined>
  /**
   * Compares what a person typed with the number that the app shows: NUMBER with the tries left, and after the last
   * one `refuse`; ATTEMPT_REFUSED where none was left. A right number costs no try: who presses on in a window that
   * hangs guesses nothing.
   */
  checkNumber(id: string, typed: string, refuse: () => Promise<unknown>): Promise<void>
  isOver(attempt: Attempt): boolean
  seal(id: string, column: SealedColumn, plain: unknown): Promise<string>
  open<schema extends v.GenericSchema>(
    attempt: Attempt,
    column: SealedColumn,
    schema: schema,
  ): Promise<v.InferOutput<schema>>
  /** A code that stands for an attempt whose identity is known. */
  makeHandoff(attemptId: string): Promise<string>
  /** The attempt of a code that is still good; nothing is used up. */
  byHandoff(code: string): Promise<Attempt>
  redeem(code: string, jkt: string): Promise<Attempt>
  prune(): Promise<void>
}

export const secretHash = (text: string) => createHash('sha256').update(text).digest('base64url')
export const newSecret = () => randomBytes(32).toString('base64url')

export function createAttempts(input: { db: Db; clock: Clock; fields: Fields; wakers: Wakers }): Attempts {
  const { db, clock, fields, wakers } = input
  const now = () => new Date(clock.now())
  const place = (column: SealedColumn, row: string) => ({ table: 'wallet_attempts', column, row })

  async function count(id: string, what: keyof typeof tries): Promise<Attempt | undefined> {
    const { column, set, most, states } = tries[what]
    const [counted] = await db.query
      .update(walletAttempts)
      .set(set)
      .where(and(eq(walletAttempts.id, id), inArray(walletAttempts.state, [...states]), lt(column, most)))
      .returning()
    return counted
  }

  async function giveNumberBack(id: string): Promise<void> {
    await db.query
      .update(walletAttempts)
      .set({ numberTries: sql`${walletAttempts.numberTries} - 1` })
      .where(and(eq(walletAttempts.id, id), gt(walletAttempts.numberTries, 0)))
  }

  const attempts: Attempts = {
    async begin({ kind, state, caller, projectId, origin, life = walletLimits.attemptLife, columns }) {
      const row = {
        id: randomUUID(),
        kind,
        state,
        jkt: caller.jkt,
        projectId: projectId ?? null,
        origin,
        numberTries: 0,
        codeTries: 0,
        network: caller.network,
        browser: caller.browser,
        createdAt: now(),
        expiresAt: new Date(clock.now() + life),
        ...columns,
      }
      const [made] = await db.query.insert(walletAttempts).values(row).returning()
      if (!made) throw new Error('An attempt was not made.')
      return made
    },

    async ofKey(id, jkt) {
      const attempt = await attempts.find(id)
      if (!attempt || attempts.isOver(attempt)) throw new WalletRefusal('ATTEMPT_EXPIRED')
      if (attempt.jkt !== jkt) throw new WalletRefusal('HANDOFF_BINDING')
      return attempt
    },

    async find(id) {
      const [row] = await db.query.select().from(walletAttempts).where(eq(walletAttempts.id, id))
      return row
    },

    async byLink(token) {
      const isIt = eq(walletAttempts.linkHash, secretHash(token))
      const [row] = await db.query.select().from(walletAttempts).where(isIt)
      return row
    },

    async move(id, from, to, columns = {}) {
      const [moved] = await db.query
        .update(walletAttempts)
        .set({ ...columns, state: to })
        .where(and(eq(walletAttempts.id, id), eq(walletAttempts.state, from)))
        .returning()
      if (moved) wakers.wake(id)
      return moved
    },

    countCode: (id) => count(id, 'code'),

    async checkNumber(id, typed, refuse) {
      // Counted before it is compared: a crash in between costs a try and gives none away.
      const counted = await count(id, 'number')
      if (!counted) throw new WalletRefusal('ATTEMPT_REFUSED')
      if (isSame(counted.matchNumber ?? '', typed)) return giveNumberBack(id)
      const left = walletLimits.matchNumberTries - counted.numberTries
      if (left <= 0) await refuse()
      throw new WalletRefusal('NUMBER', { left })
    },

    isOver: (attempt) => attempt.expiresAt <= now(),

    seal: (id, column, plain) => fields.seal(place(column, id), JSON.stringify(plain)),

    async open(attempt, column, schema) {
      const sealed = {
        email_sealed: attempt.emailSealed,
        facts_sealed: attempt.factsSealed,
        result_sealed: attempt.resultSealed,
      }[column]
      if (sealed === null) throw new WalletRefusal('ATTEMPT_EXPIRED')
      return v.parse(schema, JSON.parse(await fields.openText(place(column, attempt.id), sealed)))
    },

    async makeHandoff(attemptId) {
      const code = newSecret()
      const expiresAt = new Date(clock.now() + walletLimits.handoffLife)
      await db.query.insert(walletHandoffs).values({ codeHash: secretHash(code), attemptId, expiresAt })
      return code
    },

    async byHandoff(code) {
      const isIt = eq(walletHandoffs.codeHash, secretHash(code))
      const [handoff] = await db.query.select().from(walletHandoffs).where(isIt)
      const attempt = handoff && (await attempts.find(handoff.attemptId))
      if (!attempt || handoff.expiresAt <= now() || attempts.isOver(attempt))
        throw new WalletRefusal('ATTEMPT_EXPIRED')
      return attempt
    },

    async redeem(code, jkt) {
      const { id, jkt: owner } = await attempts.byHandoff(code)
      // Asked first: whoever holds the code without the key must not be able to use it up.
      if (owner !== jkt) throw new WalletRefusal('HANDOFF_BINDING')
      const done = await attempts.move(id, 'verified', 'done')
      if (!done) throw new WalletRefusal('ATTEMPT_EXPIRED')
      return done
    },

    async prune() {
      await db.query.delete(walletAttempts).where(lt(walletAttempts.expiresAt, now()))
    },
  }
  return attempts
}

const tries = {
  code: {
    column: walletAttempts.codeTries,
    set: { codeTries: sql`${walletAttempts.codeTries} + 1` },
    most: walletLimits.codeTries,
    states: ['code'],
  },
  number: {
    column: walletAttempts.numberTries,
    set: { numberTries: sql`${walletAttempts.numberTries} + 1` },
    most: walletLimits.matchNumberTries,
    // Before somebody is asked elsewhere, the window asks for it.
    states: ['device', 'provider'],
  },
} as const
