/** Smart sessions: made, activated, listed, signed for and revoked. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sessionContext } from '@latchkey/accounts'
import type { NetworkId } from '@latchkey/spec/caip'
import { bounds } from '@latchkey/spec/endpoints'
import { days } from '@latchkey/spec/limits'
import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { size } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import { NetworkNotServed, NetworkUnavailable } from '../rpc/errors.js'
import { storableRecord } from '../store/storable.js'
import { keysOf, requireAppHalf } from './appHalf.js'
import { cosign, feeOf, hashOf, type UserOp, validatorsOf } from './cosign.js'
import { countOperation } from './countOperation.js'
import { executionsOf } from './executions.js'
import type { IsOpened } from './onChain.js'
import { judge } from './permissions.js'
import type { Sealer } from './sealedKey.js'
import { smartSessions, type Typed } from './tables.js'

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
  /** Makes a session active that its account approved and the chain has. */
  grant(session: StoredSession, context: Hex): Promise<void>
  /** Its context. One that nobody activated counts as soon as its account has opened it on the chain; undefined before. */
  contextOf(session: StoredSession): Promise<Hex | undefined>
  /** Those of an account that were granted and are not over: those that permit something, newest first, before the revoked. */
  granted(address: Hex): Promise<readonly StoredSession[]>
  /** The newest of an account that nobody has activated: it may have opened them on the chain. */
  waiting(address: Hex): Promise<readonly StoredSession[]>
  prune(): Promise<void>
}

/** A session that is granted for longer is nobody's intention. */
const longest = days(366)
/** How long sessions are shown after their end, and how long one waits to be activated. */
const kept = days(30)
const wait = days(1)
/** Of those that wait: as many as the chain is asked about at once. */
const mostWaiting = 8

export function createSessions(input: {
  readonly db: Db
  readonly clock: Clock
  readonly sealer: Sealer
  readonly isOpened: IsOpened
  /** The operator's own paymaster of a network, in lower case. */
  readonly sponsorOf: (networkId: NetworkId) => Hex | undefined
}): Sessions {
  const { db, clock, sealer, isOpened, sponsorOf } = input
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

  const grant: Sessions['grant'] = async (session, context) => {
    requireLive(session)
    await db.query
      .update(smartSessions)
      .set({ context, grantedAt: new Date(clock.now()) })
      .where(eq(smartSessions.pci, session.pci))
  }

  const contextOf: Sessions['contextOf'] = async (session) => {
    const { pci, context, revokedAt, expiry } = session
    if (context !== null) return context as Hex // hex when it came in
    const isLive = revokedAt === null && expiry > seconds()
    // A network that does not answer has opened nothing that anybody could use.
    if (!isLive || !(await isOpened(session).catch(ifAway))) return undefined
    const opened = sessionContext(pci)
    await grant(session, opened)
    return opened
  }

  return {
    find,
    grant,
    contextOf,
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
      const { permissions, address } = session
      const networkId = session.networkId ?? account.networkId
      if (networkId === undefined) throw refuse('address', 'The account must be named with its network')
      if (userOp.sender.toLowerCase() !== address) throw refuse('address', 'The sender is another account')
      const privateKey = sealer.open(session.sealedKey, pci)
      if (!privateKey) throw refuse('permission', 'The key of the session cannot be opened any more')
      const hash = hashOf(userOp, Number(networkId.split(':')[1]))
      await requireAppHalf(session.signer, hash, userOp.signature)
      const context = await contextOf(session)
      if (context === undefined || size(context) < 20) throw refuse('permission', 'The session is not active')
      const executions = executionsOf(userOp.callData)
      const fee = feeOf(userOp, sponsorOf(networkId))
      const validators = validatorsOf(userOp, context)
      const spends = judge({
        executions,
        permissions,
        account: session.address as Hex,
        validators,
        fee,
        time: { now: seconds(), madeAt: Math.floor(session.createdAt.getTime() / 1000) },
      })
      await countOperation(db, { pci, hash, spends })
      return cosign({ hash, privateKey, context, signature: userOp.signature })
    },
    async revoke({ pci }) {
      await db.query
        .update(smartSessions)
        .set({ revokedAt: sql`coalesce(revoked_at, ${new Date(clock.now()).toISOString()}::timestamptz)` })
        .where(eq(smartSessions.pci, pci))
    },
    async granted(address) {
      const isGranted = and(isNotNull(smartSessions.grantedAt), gt(smartSessions.expiry, seconds()))
      return db.query
        .select()
        .from(smartSessions)
        .where(and(eq(smartSessions.address, address), isGranted))
        .orderBy(isNotNull(smartSessions.revokedAt), desc(smartSessions.grantedAt))
        .limit(bounds.sessions)
    },
    async waiting(address) {
      const isWaiting = and(
        isNull(smartSessions.context),
        isNull(smartSessions.revokedAt),
        isNotNull(smartSessions.networkId),
        gt(smartSessions.expiry, seconds()),
      )
      return db.query
        .select()
        .from(smartSessions)
        .where(and(eq(smartSessions.address, address), isWaiting))
        .orderBy(desc(smartSessions.createdAt))
        .limit(mostWaiting)
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

function ifAway(cause: unknown): false {
  if (cause instanceof NetworkNotServed || cause instanceof NetworkUnavailable) return false
  throw cause
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
