/** Smart sessions (S7-20, S7-21): permissions that a smart account has given to an app for a time. */
import { type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import { endpoints } from '@latchkey/spec/endpoints'
import { minutes } from '@latchkey/spec/limits'
import type { FastifyInstance } from 'fastify'
import { stringToHex } from 'viem'
import { eip155Address } from '../chain/account.js'
import type { Hex } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { type Caller, route } from '../http/route.js'
import { signerKind } from '../names/signatures.js'
import { isSignedAroundNow, revocationText } from '../sessions/revocation.js'
import type { Account, StoredSession } from '../sessions/sessions.js'
import type { Project } from '../store/projects.js'

/** How far the clock of a wallet may be from ours. */
const clockTolerance = minutes(5)
/** Asking a contract about a signature costs more than arithmetic. */
const contractCost = 5

function accountOf(text: string): Account {
  const parts = parseAccountId(text)
  return parts
    ? { address: eip155Address(parts.address), networkId: parts.networkId }
    : { address: eip155Address(text), networkId: undefined }
}

function projectOf({ project }: Caller): Project {
  if (!project) throw refuse('project')
  return project
}

const unix = (date: Date) => Math.floor(date.getTime() / 1000)

export function sessions(app: FastifyInstance): void {
  route(app, endpoints.sessions, async ({ params, caller }, deps) => {
    const own = projectOf(caller)
    const found = await deps.sessions.list(accountOf(params.address))
    return { pcis: await Promise.all(found.map((session) => written(session, own, deps))) }
  })
}

async function written(session: StoredSession, own: Project, { projects }: Deps) {
  const isOwn = session.projectId === own.id
  const project = isOwn ? own : await projects.find(session.projectId)
  return {
    project: { id: session.projectId, name: project?.name ?? session.projectId, url: null, iconUrl: null },
    pci: session.pci,
    expiry: session.expiry,
    createdAt: unix(session.createdAt),
    permissions: session.permissions.map(({ type, data }) => ({ type, data })),
    policies: session.policies.map(({ type, data }) => ({ type, data })),
    // What another app uses its session with is its own business.
    context: isOwn ? (session.context as Hex | null) : null, // hex when it came in
    revokedAt: session.revokedAt === null ? null : unix(session.revokedAt),
  }
}

export function createSession(app: FastifyInstance): void {
  route(app, endpoints.createSession, async ({ params, query, body, caller }, deps) => {
    const project = projectOf(caller)
    const { pci, publicKey } = await deps.sessions.create(accountOf(params.address), project.id, body)
    const written = query.v === '1' ? stringToHex(publicKey) : publicKey
    return { pci, key: { type: 'secp256k1' as const, publicKey: written } }
  })
}

export function activateSession(app: FastifyInstance): void {
  route(app, endpoints.activateSession, async ({ params, body: { pci, ...grant }, caller }, deps) => {
    await deps.sessions.activate(accountOf(params.address), projectOf(caller).id, pci, grant)
    return { success: true as const }
  })
}

export function sessionContext(app: FastifyInstance): void {
  route(app, endpoints.sessionContext, async ({ params, query, caller }, deps) => {
    const session = await deps.sessions.find(accountOf(params.address), projectOf(caller).id, query.pci)
    const context = await deps.sessions.contextOf(session)
    if (context === undefined) throw refuse('permission', 'The session is not active')
    return { context }
  })
}

export function signWithSession(app: FastifyInstance): void {
  route(app, endpoints.signWithSession, async ({ params, body, caller }, deps) => {
    const { pci, userOp } = body
    const account = accountOf(params.address)
    return { signature: await deps.sessions.sign(account, projectOf(caller).id, pci, userOp) }
  })
}

/** Whoever asks, the account itself must have signed: anybody can have a project. */
export function revokeSession(app: FastifyInstance): void {
  route(app, endpoints.revokeSession, async ({ params, body, caller }, deps) => {
    const { pci, signature, timestamp } = body
    projectOf(caller)
    if (timestamp !== undefined && Math.abs(timestamp * 1000 - deps.clock.now()) > clockTolerance)
      throw refuse('timestamp', 'The signed message is too old')
    const account = accountOf(params.address)
    const session = await deps.sessions.find(account, undefined, pci)
    const revocation = { pci, signature, signer: account.address }
    if (timestamp === undefined) {
      if (!(await isSignedAroundNow(revocation, { clock: deps.clock, caller })))
        throw refuse('signature', 'No key of this address has signed this in the last or the next minute')
    } else {
      const networkId = session.networkId ?? account.networkId
      const context = {
        chain: networkId && isServed(deps, networkId) ? deps.chainData.chainOf(networkId) : undefined,
        networkId: networkId ?? 'eip155:0',
        signal: caller.signal,
        onContract: () => caller.charge(contractCost),
      } as const
      const signed = { ...revocation, message: revocationText(pci, timestamp) }
      if ((await signerKind(signed, context)) === undefined)
        throw refuse('signature', 'The account has not signed this')
    }
    await deps.sessions.revoke(session)
    return { success: true as const }
  })
}

function isServed({ rpc }: Deps, networkId: NetworkId): boolean {
  return (rpc.upstreams.get(networkId)?.http.length ?? 0) > 0
}
