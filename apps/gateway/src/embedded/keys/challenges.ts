/** A nonce to sign and a key to seal to: made for one device, used once, gone after five minutes. */
import { randomBytes, randomUUID } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, desc, eq, gt, isNull, lt, notInArray } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.js'
import type { Db } from '../../ports/db.js'
import { walletChallenges } from '../../store/schema.js'
import type { Connection } from '../audit.js'
import type { FieldOwner, Fields } from '../fields.js'
import { createHpkePair } from './hpke.js'

export interface Challenge {
  readonly nonce: string
  readonly kid: string
  readonly publicKey: string
  readonly expiresAt: number
}

export interface Challenges {
  make(owner: FieldOwner, deviceId: string): Promise<Challenge>
  /** The key that was offered with it; undefined where it is another's, too old, or used. It is used with this. */
  use(input: UseInput, connection: Connection): Promise<Buffer | undefined>
  prune(): Promise<void>
}

interface UseInput {
  readonly nonce: string
  readonly owner: FieldOwner
  readonly deviceId: string
  /** Where something was sealed to its key. */
  readonly kid?: string
}

export function createChallenges({
  db,
  clock,
  fields,
}: {
  db: Db
  clock: Clock
  fields: Fields
}): Challenges {
  const place = (nonce: string) => ({ table: 'wallet_challenges', column: 'key_sealed', row: nonce })

  /** By device: whoever is signed in elsewhere must not be able to use up what this one waits for. */
  async function keepNewest(userId: string, deviceId: string): Promise<void> {
    const isTheirs = and(eq(walletChallenges.userId, userId), eq(walletChallenges.deviceId, deviceId))
    const newest = db.query
      .select({ nonce: walletChallenges.nonce })
      .from(walletChallenges)
      .where(isTheirs)
      .orderBy(desc(walletChallenges.expiresAt))
      .limit(walletLimits.openChallenges)
    await db.query.delete(walletChallenges).where(and(isTheirs, notInArray(walletChallenges.nonce, newest)))
  }

  return {
    async make(owner, deviceId) {
      const nonce = randomBytes(32).toString('base64url')
      const { privateKey, publicKey } = await createHpkePair()
      const challenge = {
        nonce,
        kid: randomUUID(),
        expiresAt: clock.now() + walletLimits.walletChallengeLife,
      }
      await db.query.insert(walletChallenges).values({
        ...challenge,
        userId: owner.id,
        deviceId,
        keySealed: await fields.seal(place(nonce), privateKey, owner),
        expiresAt: new Date(challenge.expiresAt),
      })
      privateKey.fill(0)
      await keepNewest(owner.id, deviceId)
      return { ...challenge, publicKey }
    },

    async use({ nonce, owner, deviceId, kid }, connection) {
      const now = new Date(clock.now())
      const isIt = and(
        eq(walletChallenges.nonce, nonce),
        eq(walletChallenges.userId, owner.id),
        eq(walletChallenges.deviceId, deviceId),
        isNull(walletChallenges.usedAt),
        gt(walletChallenges.expiresAt, now),
        ...(kid === undefined ? [] : [eq(walletChallenges.kid, kid)]),
      )
      const [row] = await connection.update(walletChallenges).set({ usedAt: now }).where(isIt).returning()
      return row && fields.open(place(nonce), row.keySealed, owner)
    },

    async prune() {
      await db.query.delete(walletChallenges).where(lt(walletChallenges.expiresAt, new Date(clock.now())))
    },
  }
}
