/** Holds a request to permit something against the session that it names: what is shown is what the gateway will sign for. */
import { isDeepStrictEqual } from 'node:util'
import type { NetworkId } from '@latchkey/spec/caip'
import type { ApprovalPayload, SessionGrant } from '@latchkey/spec/walletApi'
import type { Hex } from '../../chain/shapes.js'
import { Refusal } from '../../http/refusal.js'
import { keysOf } from '../../sessions/appHalf.js'
import { gatewayOf } from '../../sessions/onChain.js'
import type { Sessions, StoredSession } from '../../sessions/sessions.js'
import type { Projects } from '../../store/projects.js'
import { WalletRefusal } from '../http/refusal.js'
import type { EmbeddedParts } from '../parts.js'
import type { ProjectRules } from '../policy/projectRules.js'
import { requirePermitted } from '../policy/readGrant.js'
import type { LiveSession } from '../session/sessions.js'

export type RequireGrant = (
  payload: ApprovalPayload,
  grant: SessionGrant,
  session: Pick<LiveSession, 'projectId'>,
) => Promise<void>

export interface GrantParts {
  readonly parts: Pick<EmbeddedParts, 'clock'>
  readonly sessions: Sessions
  readonly projects: Pick<Projects, 'find'>
  readonly rulesOf: (projectId: string | null) => Promise<ProjectRules>
}

export function createRequireGrant({
  parts: { clock },
  sessions,
  projects,
  rulesOf,
}: GrantParts): RequireGrant {
  return async (payload, grant, { projectId }) => {
    requirePermitted(grant, { account: grant.from, now: clock.now() })
    const [project, rules] = await Promise.all([projects.find(projectId ?? undefined), rulesOf(projectId)])
    if (!project || !rules.isGranting) throw new WalletRefusal('POLICY')
    // Both were parsed with the request.
    const account = { address: grant.from as Hex, networkId: payload.chainId as NetworkId }
    const kept = await sessions.find(account, project.id, grant.id).catch((cause: unknown) => {
      throw cause instanceof Refusal ? new WalletRefusal('POLICY') : cause
    })
    if (!isWaiting(kept, payload.chainId) || !isSame(kept, grant)) throw new WalletRefusal('POLICY')
  }
}

function isWaiting({ context, revokedAt, networkId }: StoredSession, chainId: string): boolean {
  return context === null && revokedAt === null && networkId === chainId
}

/** The gateway's key above all: with another one nobody would hold the app to anything. */
function isSame(kept: StoredSession, { app, gateway, expiry, permissions }: SessionGrant): boolean {
  return (
    gatewayOf(kept) === gateway &&
    isDeepStrictEqual(keysOf(kept.signer), [app]) &&
    kept.expiry === expiry &&
    isDeepStrictEqual(kept.permissions, permissions)
  )
}
