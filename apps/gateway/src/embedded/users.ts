/** Accounts: found by what somebody proved, made where nobody has it yet. Addresses are looked up by a keyed digest. */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { walletEmailChanges, walletIdentities, walletPasskeys, walletUsers } from '../store/schema.js'
import type { Audit, Connection } from './audit.js'
import type { Fields } from './fields.js'
import { WalletRefusal } from './http/refusal.js'
import type { Secrets } from './secrets.js'

export type User = typeof walletUsers.$inferSelect

export interface Identity {
  readonly provider: string
  /** What the provider calls the person for ever; never an address. */
  readonly subject: string
  readonly userName?: string | undefined
}

export interface Users {
  /** One digest for one mailbox: no folding of dots or plus signs, which mean different people elsewhere. */
  emailIndex(email: string): string
  byId(id: string): Promise<User | undefined>
  byEmail(email: string): Promise<User | undefined>
  /** HOLD while another account may still take the address back. */
  ofEmail(email: string): Promise<User>
  /** Whose an address is, and nobody else changes that before the transaction is over. `held`: left by an account that can still undo it. */
  claim(index: string, connection: Connection): Promise<'free' | 'taken' | 'held'>
  ofIdentity(identity: Identity): Promise<User>
  /** An account that has nothing yet; a passkey is put into it by the same transaction. */
  make(connection: Connection, id?: string): Promise<User>
  emailOf(user: User): Promise<string | undefined>
  nameOf(user: User): Promise<string | undefined>
  sealEmail(user: Pick<User, 'id' | 'dek'>, email: string): Promise<string>
  identitiesOf(userId: string): Promise<(typeof walletIdentities.$inferSelect)[]>
  passkeysOf(userId: string, connection?: Connection): Promise<(typeof walletPasskeys.$inferSelect)[]>
}

/** Nobody else changes the wallets, the factors, the sessions or the address of this person before the transaction is over. */
export async function lockUser(userId: string, connection: Connection): Promise<void> {
  const isIt = eq(walletUsers.id, userId)
  await connection.select({ id: walletUsers.id }).from(walletUsers).where(isIt).for('no key update')
}

export const normalEmail = (email: string) => email.normalize('NFKC').toLowerCase()

const place = (column: string, row: string) => ({ table: 'wallet_users', column, row })

export function createUsers(input: {
  db: Db
  clock: Clock
  fields: Fields
  secrets: Secrets
  audit: Audit
}): Users {
  const { db, clock, fields, secrets, audit } = input
  const emailIndex = (email: string) => secrets.mac('email', normalEmail(email)).toString('base64url')

  async function blank(id: string = randomUUID()) {
    const dek = await fields.makeDek(id)
    const createdAt = new Date(clock.now())
    return { id, dek, status: 'active' as const, preferred: {}, exhaustedCodes: 0, createdAt }
  }

  async function insert(connection: Connection, values: typeof walletUsers.$inferInsert, how: string) {
    const [made] = await connection.insert(walletUsers).values(values).onConflictDoNothing().returning()
    if (made)
      await audit.record(
        { actor: made.id, action: 'user.made', object: made.id, detail: { how } },
        connection,
      )
    return made
  }

  const users: Users = {
    emailIndex,

    async byId(id) {
      const [row] = await db.query.select().from(walletUsers).where(eq(walletUsers.id, id))
      return row
    },

    async byEmail(email) {
      const index = emailIndex(email)
      const [row] = await db.query.select().from(walletUsers).where(eq(walletUsers.emailIndex, index))
      return row
    },

    async ofEmail(email) {
      const known = await users.byEmail(email)
      if (known) return known
      const values = await blank()
      const emailSealed = await users.sealEmail(values, email)
      const made = await db.query.transaction(async (transaction) => {
        const index = emailIndex(email)
        const claimed = await users.claim(index, transaction)
        if (claimed === 'held') throw new WalletRefusal('HOLD')
        return claimed === 'free'
          ? insert(transaction, { ...values, emailSealed, emailIndex: index }, 'email')
          : undefined
      })
      const user = made ?? (await users.byEmail(email))
      if (!user) throw new Error('An account was neither found nor made.')
      return user
    },

    async claim(index, connection) {
      await connection.execute(sql`select pg_advisory_xact_lock(hashtextextended(${index}, 5318))`)
      const isOwned = eq(walletUsers.emailIndex, index)
      const [owner] = await connection.select({ id: walletUsers.id }).from(walletUsers).where(isOwned)
      if (owner) return 'taken'
      const isHeld = and(
        eq(walletEmailChanges.oldIndex, index),
        eq(walletEmailChanges.state, 'held'),
        gt(walletEmailChanges.expiresAt, new Date(clock.now())),
      )
      const [held] = await connection
        .select({ id: walletEmailChanges.id })
        .from(walletEmailChanges)
        .where(isHeld)
      return held ? 'held' : 'free'
    },

    async ofIdentity({ provider, subject, userName }) {
      const isThis = and(eq(walletIdentities.provider, provider), eq(walletIdentities.subject, subject))
      const find = async () => {
        const [row] = await db.query
          .select({ user: walletUsers })
          .from(walletIdentities)
          .innerJoin(walletUsers, eq(walletUsers.id, walletIdentities.userId))
          .where(isThis)
        return row?.user
      }
      const known = await find()
      if (known) return known
      const values = await blank()
      const nameSealed = userName
        ? await fields.seal(place('name_sealed', values.id), userName, values)
        : undefined
      const made = await db.query
        .transaction(async (transaction) => {
          const user = await insert(transaction, { ...values, nameSealed: nameSealed ?? null }, provider)
          const row = { provider, subject, userId: values.id, createdAt: new Date(clock.now()) }
          await transaction.insert(walletIdentities).values({ ...row, nameSealed: nameSealed ?? null })
          return user
        })
        // Somebody made it in the same moment: then theirs it is.
        .catch(async (cause: unknown) => {
          if (await find()) return undefined
          throw cause
        })
      const user = made ?? (await find())
      if (!user) throw new Error('An account was neither found nor made.')
      return user
    },

    async make(connection, id) {
      const made = await insert(connection, await blank(id), 'passkey')
      if (!made) throw new Error('An account was not made.')
      return made
    },

    async emailOf(user) {
      if (user.emailSealed === null) return undefined
      return fields.openText(place('email_sealed', user.id), user.emailSealed, user)
    },

    async nameOf(user) {
      if (user.nameSealed === null) return undefined
      return fields.openText(place('name_sealed', user.id), user.nameSealed, user)
    },

    sealEmail: (user, email) => fields.seal(place('email_sealed', user.id), normalEmail(email), user),

    identitiesOf: (userId) =>
      db.query.select().from(walletIdentities).where(eq(walletIdentities.userId, userId)),
    passkeysOf: (userId, connection = db.query) =>
      connection.select().from(walletPasskeys).where(eq(walletPasskeys.userId, userId)),
  }
  return users
}
