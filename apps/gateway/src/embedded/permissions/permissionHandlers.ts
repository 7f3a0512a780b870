/** Permissions over HTTP: a session is made before it is asked for, counts when the chain has it, is listed, and is taken back. */
import { type Hex, sessionContext } from '@latchkey/accounts'
import type { NetworkId } from '@latchkey/spec/caip'
import { minutes, seconds } from '@latchkey/spec/limits'
import { permissionLimits, sessionPermission, type WalletAnswerOf } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { ChainData } from '../../chain/openChainData.js'
import { Refusal } from '../../http/refusal.js'
import { NetworkNotServed, NetworkUnavailable } from '../../rpc/errors.js'
import { keysOf } from '../../sessions/appHalf.js'
import { createIsOpened, gatewayOf } from '../../sessions/onChain.js'
import type { StoredSession } from '../../sessions/sessions.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import type { WalletStore } from '../keys/walletStore.js'
import type { EmbeddedParts } from '../parts.js'
import type { ChainFacts } from '../policy/chainFacts.js'
import { tokensOfGrant } from '../policy/grantWords.js'
import { requirePermitted } from '../policy/readGrant.js'
import { signedInOf } from '../session/sessionHandlers.js'
import type { LiveSession } from '../session/sessions.js'
import type { GrantParts } from './requireGrant.js'

export interface PermissionParts extends GrantParts {
  readonly parts: EmbeddedParts
  readonly wallets: WalletStore
  readonly chainData: ChainData
  readonly chainFacts: Pick<ChainFacts, 'permitted'>
}

type Listed = WalletAnswerOf<'permissionList'>['permissions'][number]

/** As many as a frame may be told. */
const mostListed = 100
/** With networks, for a list. */
const patience = seconds(3)

export function createPermissionHandlers({
  parts: { clock, audit, limits },
  wallets,
  sessions,
  projects,
  chainData,
  chainFacts,
  rulesOf,
}: PermissionParts) {
  const isOpened = createIsOpened(chainData)

  /** In small letters, as sessions are kept. */
  async function smartAccountsOf(caller: WalletCaller): Promise<Hex[]> {
    const [wallet] = await wallets.ofUser(signedInOf(caller).user.id)
    if (wallet?.state !== 'active') return []
    const accounts = await wallets.accountsOf(wallet.id)
    return accounts
      .filter(({ type, namespace }) => type === 'smartAccount' && namespace === 'eip155')
      .map(({ address }) => address.toLowerCase() as Hex) // an Ethereum address
  }

  /** The caller's own; anybody else's is not there. */
  async function own(id: string, caller: WalletCaller): Promise<StoredSession> {
    for (const address of await smartAccountsOf(caller)) {
      const account = { address, networkId: undefined }
      const found = await sessions.find(account, undefined, id).catch((cause: unknown) => {
        if (cause instanceof Refusal) return undefined
        throw cause
      })
      if (found) return found
    }
    throw new WalletRefusal('NOT_FOUND')
  }

  /** From when its account has opened it on the chain; NOT_APPROVED before, RPC where the network does not say. */
  async function activate(kept: StoredSession, caller: WalletCaller): Promise<Hex> {
    const { pci } = kept
    if (kept.networkId === null || kept.revokedAt !== null) throw new WalletRefusal('NOT_APPROVED')
    const context = sessionContext(pci)
    // The answer was lost, and the frame asks again.
    if (kept.grantedAt !== null) return context
    if (!(await isOpened(kept, caller.signal).catch(asAway))) throw new WalletRefusal('NOT_APPROVED')
    await sessions.grant(kept, context).catch(asRefusal)
    const { session } = signedInOf(caller)
    await audit.record({ actor: session.id, action: 'permission.granted', object: pci })
    return context
  }

  /**
   * What permits something, or still could: also what was opened while the frame was gone, and what is revoked here but
   * not closed on the chain, where operations that were signed for before are good until then.
   */
  async function listedOf(address: Hex, caller: WalletCaller): Promise<StoredSession[]> {
    // A network that takes its time keeps nobody from the list.
    const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(patience)])
    const waiting = await sessions.waiting(address)
    // What nobody has opened, or where nobody can tell, waits on.
    await Promise.all(waiting.map((each) => activate(each, { ...caller, signal }).catch(() => {})))
    const kept = await sessions.granted(address)
    const isListed = await Promise.all(
      // A network that does not say so has not closed it.
      kept.map(async (each) => each.revokedAt === null || (await isOpened(each, signal).catch(() => true))),
    )
    return kept.filter((_, at) => isListed[at])
  }

  /** A page is told of its own project only: what a person gave to others is nobody else's business. */
  async function toldTo({ kind, projectId }: LiveSession): Promise<(kept: StoredSession) => boolean> {
    if (kind === 'window') return () => true
    const project = await projects.find(projectId ?? undefined)
    return (kept) => kept.projectId === project?.id
  }

  return {
    async permissionCreate({ body }, caller) {
      const { user, session } = signedInOf(caller)
      const { chainId, address, app, expiry, permissions } = body
      if (!(await smartAccountsOf(caller)).some((each) => each === address))
        throw new WalletRefusal('WALLET_STATE')
      requirePermitted({ expiry, permissions }, { account: address, now: clock.now() })
      const [project, rules] = await Promise.all([
        projects.find(session.projectId ?? undefined),
        rulesOf(session.projectId),
      ])
      if (!project || !rules.isGranting || !chainId.startsWith('eip155:')) throw new WalletRefusal('POLICY')
      const rule = { key: `permissions|${user.id}`, limit: permissionLimits.perMinute, window: minutes(1) }
      const wait = await limits.take([rule])
      if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
      // Just seen to be both.
      const account = { address: address as Hex, networkId: chainId as NetworkId }
      const signer = { type: 'key', data: { type: 'secp256k1', publicKey: app } }
      const made = await sessions.create(account, project.id, { expiry, signer, permissions, policies: [] })
      return { id: made.pci, gateway: gatewayOf(made) }
    },

    async permissionActivate({ params }, caller) {
      return { context: await activate(await own(params.id, caller), caller) }
    },

    async permissionList(_, caller) {
      const accounts = await smartAccountsOf(caller)
      const kept = await Promise.all(accounts.map((address) => listedOf(address, caller)))
      const isTold = await toldTo(signedInOf(caller).session)
      const told = kept.flat().filter(isTold).slice(0, mostListed)
      return { permissions: await Promise.all(told.map((each) => written(each, caller.signal))) }
    },

    async permissionRevoke({ params }, caller) {
      const kept = await own(params.id, caller)
      if (kept.revokedAt !== null) return {}
      await sessions.revoke(kept)
      const { session } = signedInOf(caller)
      await audit.record({ actor: session.id, action: 'permission.revoked', object: kept.pci })
      return {}
    },
  } satisfies WalletHandlers

  async function written(session: StoredSession, signal: AbortSignal): Promise<Listed> {
    const { pci, networkId, address, signer, projectId, expiry, revokedAt } = session
    const [app = ''] = keysOf(signer)
    const permissions = v.parse(v.array(sessionPermission), session.permissions)
    const [project, words] = await Promise.all([
      projects.find(projectId),
      networkId === null ? undefined : chainFacts.permitted(networkId, permissions, signal),
    ])
    const tokens = words ? tokensOfGrant({ permissions }, words) : []
    return {
      id: pci,
      // What the wallet granted was named with its network, by an address, and in the wallet's own words.
      chainId: networkId ?? '',
      address,
      app,
      projectName: project?.name ?? projectId,
      expiry,
      permissions,
      ...(tokens.length > 0 ? { tokens } : {}),
      isRevoked: revokedAt !== null,
    }
  }
}

function asAway(cause: unknown): never {
  const isAway = cause instanceof NetworkNotServed || cause instanceof NetworkUnavailable
  throw isAway ? new WalletRefusal('RPC') : cause
}

/** Revoked or over meanwhile. */
function asRefusal(cause: unknown): never {
  throw cause instanceof Refusal ? new WalletRefusal('NOT_APPROVED') : cause
}
