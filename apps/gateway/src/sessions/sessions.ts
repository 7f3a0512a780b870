/** Smart sessions: made, activated, listed, signed for and revoked. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { size } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { storableRecord } from '../store/storable.js'
import { keysOf, requireAppHalf } from './appHalf.js'
import { cosign, feeOf, hashOf, type UserOp, validatorsOf } from './cosign.js'
import { executionsOf } from './executions.js'
import { judge, type Spend } from './permissions.js'
import type { Sealer } from './sealedKey.js'
import { smartSessionOperations, smartSessionSpends, smartSessions, type Typed } from './tables.js'

export type StoredSession = typeof smartSessions.$inferSelect

/** Whose sessions: an address in lower case, on one network where it is named. */
export interface Account {
  readonly address: Hex
  readonly networkId: NetworkId | undefined
}

export interface Grant {
  /** Unix seconds. */
  readonly expiry: number
  readonly signer: Typed
  readonly permissions: readonly Typed[]
  readonly policies: readonly Typed[]
}

export interface Sessions {
  create(
    account: Account,
    projectId: string,
    grant: Grant,
  ): Promise<{ readonly pci: string; readonly publicKey: Hex }>
  /** The active ones, newest first, at most as many as the contract allows. */
  list(account: Account): Promise<readonly StoredSession[]>
  /** Once, and for what it was made for: what is permitted cannot be widened, nor its end be put off. */
  activate(
    account: Account,
    projectId: string,
    pci: string,
    grant: Grant & { readonly context: Hex },
  ): Promise<void>
  /** The session, if it is this account's and this project's; refuses otherwise. */
  find(account: Account, projectId: string | undefined, pci: string): Promise<StoredSession>
  sign(account: Account, projectId: string, pci: string, userOp: UserOp): Promise<Hex>
  revoke(session: StoredSession): Promise<void>
  prune(): Promise<void>
}

/** A session that is granted for longer is nobody's intention. */
const longest = days(366)
/** How long sessions are shown after their end, and how long one waits to be activated. */
const kept = days(30)
const wait = days(1)
/** Operations that one session signs; each is kept, so that it counts once. */
const mostOperations = 10_000

export function createSessions({ db, clock, sealer }: { db: Db; clock: Clock; sealer: Sealer }): Sessions {
  const seconds = () => Math.floor(clock.now() / 1000)

  function isOf({ address, networkId }: Account) {
    const isHere = networkId && or(eq(smartSessions.networkId, networkId), isNull(smartSessions.networkId))
    return and(eq(smartSessions.address, address), isHere)
  }

  const find: Sessions['find'] = async (account, projectId, pci) => {
    const isIts = projectId === undefined ? undefined : eq(smartSessions.projectId, projectId)
    const [session] = await db.query
      .select()
      .from(smartSessions)
      .where(and(eq(smartSessions.pci, pci), isOf(account), isIts))
    if (!session) throw refuse('permission', 'There is no such session')
    return session
  }

  function requireLive({ revokedAt, expiry }: StoredSession): void {
    if (revokedAt !== null) throw refuse('permission', 'The session is revoked')
    if (expiry <= seconds()) throw refuse('permission', 'The session has expired')
  }

  function requireExpiry(expiry: number): void {
    const left = expiry * 1000 - clock.now()
    if (left <= 0 || left > longest) throw refuse('permission', 'The session must end within a year from now')
  }

  /** Counts the operation and what it spends; the same operation again counts for nothing. */
  async function count(pci: string, hash: Hex, spend: Spend | undefined): Promise<void> {
    await db.query.transaction(async (tx) => {
      const noted = await tx
        .insert(smartSessionOperations)
        .values({ pci, hash })
        .onConflictDoNothing()
        .returning()
      if (noted.length === 0) return
      const operations = await tx.$count(smartSessionOperations, eq(smartSessionOperations.pci, pci))
      if (operations > mostOperations)
        throw refuse('cosigner', 'The operation is not permitted: the session has signed too many')
      if (!spend) return
      const { permission, period, amount, allowance } = spend
      const row = { pci, permission, period, spent: '0' }
      await tx.insert(smartSessionSpends).values(row).onConflictDoNothing()
      const isRow = and(
        eq(smartSessionSpends.pci, pci),
        eq(smartSessionSpends.permission, permission),
        eq(smartSessionSpends.period, period),
      )
      const [found] = await tx.select().from(smartSessionSpends).where(isRow).for('update')
      const spent = BigInt(found?.spent ?? '0') + amount
      if (spent > allowance)
        throw refuse('cosigner', 'The operation is not permitted: the allowance is used up')
      await tx.update(smartSessionSpends).set({ spent: spent.toString() }).where(isRow)
    })
  }

  return {
    find,
    async create({ address, networkId }, projectId, grant) {
      requireExpiry(grant.expiry)
      requireNoPolicies(grant)
      keysOf(grant.signer)
      const granted = storable(grant)
      const pci = randomUUID()
      const privateKey = generatePrivateKey()
      const { publicKey } = privateKeyToAccount(privateKey)
      await db.query.insert(smartSessions).values({
        ...granted,
        expiry: grant.expiry,
        pci,
        projectId,
        networkId: networkId ?? null,
        address,
        publicKey,
        sealedKey: sealer.seal(privateKey, pci),
        createdAt: new Date(clock.now()),
      })
      return { pci, publicKey }
    },
    async list(account) {
      // Until it is active, only who made it knows its id: that is what it is activated with.
      return db.query
        .select()
        .from(smartSessions)
        .where(and(isOf(account), isNotNull(smartSessions.context)))
        .orderBy(desc(smartSessions.createdAt))
        .limit(bounds.sessions)
    },
    async activate(account, projectId, pci, { context, expiry, ...grant }) {
      const session = await find(account, projectId, pci)
      requireLive(session)
      requireExpiry(expiry)
      requireNoPolicies(grant)
      if (session.context === context) return
      if (session.context !== null) throw refuse('permission', 'The session is active already')
      const { permissions, policies } = storable(grant)
      // Wallets add keys to the signer; those of the app are the ones that it was made with.
      const isSame =
        isDeepStrictEqual(permissions, session.permissions) && isDeepStrictEqual(policies, session.policies)
      if (!isSame || expiry > session.expiry)
        throw refuse('permission', 'The session was made with other permissions, or to end earlier')
      const changed = await db.query
        .update(smartSessions)
        .set({ context, expiry })
        .where(and(eq(smartSessions.pci, pci), isNull(smartSessions.context)))
        .returning()
      if (changed.length === 0) throw refuse('permission', 'The session is active already')
    },
    async sign(account, projectId, pci, userOp) {
      const session = await find(account, projectId, pci)
      requireLive(session)
      requireNoPolicies(session)
      const { context, permissions, address } = session
      const networkId = session.networkId ?? account.networkId
      if (networkId === undefined) throw refuse('address', 'The account must be named with its network')
      if (userOp.sender.toLowerCase() !== address) throw refuse('address', 'The sender is another account')
      if (context === null || size(context as Hex) < 20)
        throw refuse('permission', 'The session is not active')
      const privateKey = sealer.open(session.sealedKey, pci)
      if (!privateKey) throw refuse('permission', 'The key of the session cannot be opened any more')
      const hash = hashOf(userOp, Number(networkId.split(':')[1]))
      await requireAppHalf(session.signer, hash, userOp.signature)
      const executions = executionsOf(userOp.callData)
      const fee = feeOf(userOp)
      const validators = validatorsOf(userOp, context as Hex) // hex when it came in
      const spend = judge({
        executions,
        permissions,
        account: session.address as Hex,
        validators,
        fee,
        now: seconds(),
      })
      await count(pci, hash, spend)
      return cosign({ hash, privateKey, context: context as Hex, signature: userOp.signature }) // both were hex when they came in
    },
    async revoke({ pci }) {
      await db.query
        .update(smartSessions)
        .set({ revokedAt: sql`coalesce(revoked_at, ${new Date(clock.now()).toISOString()}::timestamptz)` })
        .where(eq(smartSessions.pci, pci))
    },
    async prune() {
      const over = Math.floor((clock.now() - kept) / 1000)
      const idle = new Date(clock.now() - wait)
      await db.query
        .delete(smartSessions)
        .where(
          or(
            lt(smartSessions.expiry, over),
            and(isNull(smartSessions.context), lt(smartSessions.createdAt, idle)),
          ),
        )
    },
  }
}

/** A limit that nobody holds anybody to would be believed. */
function requireNoPolicies({ policies }: Pick<Grant, 'policies'>): void {
  if (policies.length > 0)
    throw refuse('permission', 'Policies are not enforced here: a session may have permissions only')
}

/** Characters of what is permitted; whoever needs more permits too much. */
const longestGrant = 64 * 1024

function storable({ signer, permissions, policies }: Omit<Grant, 'expiry'>): Omit<Grant, 'expiry'> {
  const grant = { signer, permissions, policies }
  if (JSON.stringify(grant).length > longestGrant) throw refuse('permission', 'The permissions are too long')
  return storableRecord(grant, longestGrant) as unknown as typeof grant // the same with other texts
}
