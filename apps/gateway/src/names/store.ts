/** Names in the database. Whoever comes first has a name; the rules of that are held by keys, not by hope. */
import { createHash } from 'node:crypto'
import type { NameRecord } from '@latchkey/spec/endpoints'
import { asc, count, eq, inArray, lt, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { nameAddresses, names, usedMessages } from '../store/schema.js'
import { anyEvmCoin, etherCoin } from './coinTypes.js'
import type { Mark } from './messages.js'

export interface StoredName {
  readonly name: string
  /** Who may change it, in lower case. */
  readonly owner: Hex
  /** The network on which a contract owns it. */
  readonly ownerCoinType: number
  readonly isContract: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly registeredAt: Date
  readonly updatedAt: Date
  readonly addresses: ReadonlyMap<number, { readonly address: Hex; readonly createdAt: Date }>
}

export interface Registration {
  readonly name: string
  readonly likeness: string
  readonly owner: Hex
  readonly coinType: number
  readonly isContract: boolean
  readonly attributes: Readonly<Record<string, string>>
  readonly coinTypes: readonly number[]
}

export interface NameStore {
  find(name: string): Promise<StoredName | undefined>
  /** The names that an address owns, the oldest first. */
  ofOwner(owner: Hex): Promise<StoredName[]>
  /** Which of these likenesses are taken. */
  taken(likenesses: readonly string[]): Promise<ReadonlySet<string>>
  register(registration: Registration, mark: Mark, most: number): Promise<void>
  setAttributes(name: string, attributes: Readonly<Record<string, string>>, mark: Mark): Promise<void>
  setAddress(name: string, coinType: number, address: Hex, mark: Mark): Promise<void>
  /** Forgets messages that are too old to be believed anyway. */
  prune(): Promise<void>
}

/** Names of one owner that are listed at once; the operator's limit may be lowered after they were given away. */
const mostListed = 100

type Transaction = Parameters<Parameters<Db['query']['transaction']>[0]>[0]

export function createNameStore({ db, clock }: { db: Db; clock: Clock }): NameStore {
  async function read(rows: (typeof names.$inferSelect)[]): Promise<StoredName[]> {
    if (rows.length === 0) return []
    const all = await db.query
      .select()
      .from(nameAddresses)
      .where(
        inArray(
          nameAddresses.name,
          rows.map(({ name }) => name),
        ),
      )
    return rows.map(({ owner, likeness: _, ...row }) => {
      const own = all.filter(({ name }) => name === row.name)
      // The columns hold addresses in lower case, as the migration demands.
      const entry = ({ coinType, address, createdAt }: (typeof own)[number]) =>
        [coinType, { address: address as Hex, createdAt }] as const
      return { ...row, owner: owner as Hex, addresses: new Map(own.map(entry)) }
    })
  }

  /** One message is used once, by whoever is first. */
  async function burn(transaction: Transaction, { text, until }: Mark): Promise<void> {
    const digest = createHash('sha256').update(text).digest('base64url')
    const used = await transaction
      .insert(usedMessages)
      .values({ digest, keptUntil: new Date(until) })
      .onConflictDoNothing()
      .returning({ digest: usedMessages.digest })
    if (used.length === 0) throw refuse('nonce', 'This message was used already')
  }

  const touch = (transaction: Transaction, name: string, more: Partial<typeof names.$inferInsert> = {}) =>
    transaction
      .update(names)
      .set({ ...more, updatedAt: new Date(clock.now()) })
      .where(eq(names.name, name))

  return {
    async find(name) {
      const [found] = await read(await db.query.select().from(names).where(eq(names.name, name)))
      return found
    },

    async ofOwner(owner) {
      const rows = await db.query
        .select()
        .from(names)
        .where(eq(names.owner, owner))
        .orderBy(asc(names.registeredAt), asc(names.name))
        .limit(mostListed)
      return read(rows)
    },

    async taken(likenesses) {
      const rows = await db.query
        .select({ likeness: names.likeness })
        .from(names)
        .where(inArray(names.likeness, [...likenesses]))
      return new Set(rows.map(({ likeness }) => likeness))
    },

    async register({ name, likeness, owner, coinType, isContract, attributes, coinTypes }, mark, most) {
      const now = new Date(clock.now())
      await db.query.transaction(async (transaction) => {
        // One registration of an owner at a time, or two of them could both be the last that is allowed.
        await transaction.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`name owner ${owner}`}, 0))`,
        )
        await burn(transaction, mark)
        const [held] = await transaction.select({ n: count() }).from(names).where(eq(names.owner, owner))
        if ((held?.n ?? 0) >= most) throw refuse('name', `An address has at most ${most} names`)
        const row = { name, likeness, owner, ownerCoinType: coinType, isContract, attributes }
        const made = await transaction
          .insert(names)
          .values({ ...row, registeredAt: now, updatedAt: now })
          // Whichever key it meets: the name itself, or one that looks like it.
          .onConflictDoNothing()
          .returning({ name: names.name })
        if (made.length === 0) throw refuse('name', 'Name is already registered')
        await transaction
          .insert(nameAddresses)
          .values(coinTypes.map((coin) => ({ name, coinType: coin, address: owner, createdAt: now })))
      })
    },

    async setAttributes(name, attributes, mark) {
      await db.query.transaction(async (transaction) => {
        await burn(transaction, mark)
        await touch(transaction, name, { attributes })
      })
    },

    async setAddress(name, coinType, address, mark) {
      await db.query.transaction(async (transaction) => {
        await burn(transaction, mark)
        await touch(transaction, name)
        const record = { address, createdAt: new Date(clock.now()) }
        await transaction
          .insert(nameAddresses)
          .values({ name, coinType, ...record })
          .onConflictDoUpdate({ target: [nameAddresses.name, nameAddresses.coinType], set: record })
      })
    },

    async prune() {
      await db.query.delete(usedMessages).where(lt(usedMessages.keptUntil, new Date(clock.now())))
    },
  }
}

/** With the record for any network (ENSIP-19): a key has its address on every eip155 network, a contract has not. */
export function forAnyNetwork(stored: StoredName): StoredName {
  const everywhere = stored.addresses.get(etherCoin)
  if (!everywhere || stored.isContract || stored.addresses.has(anyEvmCoin)) return stored
  return { ...stored, addresses: new Map([...stored.addresses, [anyEvmCoin, everywhere]]) }
}

/** As the contract writes it: addresses with their checksum, by coin type. */
export function toRecord({ name, attributes, registeredAt, updatedAt, addresses }: StoredName): NameRecord {
  return {
    name,
    registered_at: registeredAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    attributes: { ...attributes },
    addresses: Object.fromEntries(
      [...addresses]
        .sort(([a], [b]) => a - b)
        .map(([coinType, { address, createdAt }]) => [
          coinType,
          { address: getAddress(address), created_at: createdAt.toISOString() },
        ]),
    ),
  }
}
