/** Calls that carry an `Idempotency-Key`: made again, they get the first answer again and nothing is done twice. */
import { createHash } from 'node:crypto'
import { days, seconds } from '@latchkey/spec/limits'
import { and, eq, lt } from 'drizzle-orm'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletAnswers } from '../../store/schema.js'
import type { FieldOwner, Fields } from '../fields.js'
import { WalletRefusal } from './refusal.js'

export interface RepeatInput {
  readonly owner: FieldOwner
  /** As the header has it; BAD_REQUEST where it is no UUID, or was sent with another call before. */
  readonly key: string
  readonly route: string
  readonly request: unknown
}

export interface Repeats {
  once(input: RepeatInput, run: () => Promise<unknown>): Promise<unknown>
  prune(): Promise<void>
}

const uuid = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/))
/** How long an answer is kept; and how long a call may take before somebody else may try it. */
const keptFor = days(1)
const patience = seconds(30)

export function createRepeats({ db, clock, fields }: { db: Db; clock: Clock; fields: Fields }): Repeats {
  const now = () => new Date(clock.now())
  const place = (userId: string, key: string) => ({
    table: 'wallet_answers',
    column: 'answer_sealed',
    row: `${userId} ${key}`,
  })

  return {
    async once({ owner, key, route, request }, run) {
      if (!v.is(uuid, key)) throw new WalletRefusal('BAD_REQUEST')
      const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
      const isIt = and(eq(walletAnswers.userId, owner.id), eq(walletAnswers.key, key))
      const fresh = { route, requestHash, answerSealed: null, expiresAt: new Date(clock.now() + patience) }
      const [first] = await db.query
        .insert(walletAnswers)
        .values({ userId: owner.id, key, ...fresh })
        .onConflictDoUpdate({
          target: [walletAnswers.userId, walletAnswers.key],
          set: fresh,
          setWhere: lt(walletAnswers.expiresAt, now()),
        })
        .returning()
      if (!first) return again(owner, key, { route, requestHash })
      // A call that took too long has lost its key to whoever tried again, and leaves their answer alone.
      const isOurs = and(isIt, eq(walletAnswers.expiresAt, first.expiresAt))
      try {
        const answer = await run()
        const answerSealed = await fields.seal(place(owner.id, key), JSON.stringify(answer), owner)
        const expiresAt = new Date(clock.now() + keptFor)
        await db.query.update(walletAnswers).set({ answerSealed, expiresAt }).where(isOurs)
        return answer
      } catch (cause) {
        // What failed may be tried again under the same key.
        await db.query.delete(walletAnswers).where(isOurs)
        throw cause
      }
    },

    async prune() {
      await db.query.delete(walletAnswers).where(lt(walletAnswers.expiresAt, now()))
    },
  }

  async function again(owner: FieldOwner, key: string, asked: { route: string; requestHash: string }) {
    const isIt = and(eq(walletAnswers.userId, owner.id), eq(walletAnswers.key, key))
    const [known] = await db.query.select().from(walletAnswers).where(isIt)
    const isSame = known?.route === asked.route && known.requestHash === asked.requestHash
    if (known && !isSame) throw new WalletRefusal('BAD_REQUEST')
    // The first one is under way, or has just failed.
    if (!known?.answerSealed) throw new WalletRefusal('UNAVAILABLE', { retryAfter: seconds(1) })
    return JSON.parse(await fields.openText(place(owner.id, key), known.answerSealed, owner)) as unknown
  }
}
