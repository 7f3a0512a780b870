/** The room of approvals: its rules, its ledger, its routes, and what it forgets. */
import type { ChainData } from '../../chain/openChainData.js'
import type { Rpc } from '../../rpc/rpc.js'
import type { Sessions as SmartSessions } from '../../sessions/sessions.js'
import type { Projects } from '../../store/projects.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { WalletStore } from '../keys/walletStore.js'
import type { EmbeddedParts } from '../parts.js'
import { createPermissionHandlers } from '../permissions/permissionHandlers.js'
import { createRequireGrant } from '../permissions/requireGrant.js'
import { createChainFacts } from '../policy/chainFacts.js'
import { createPolicy } from '../policy/policy.js'
import { createRulesOf } from '../policy/projectRules.js'
import { createReleaseHandlers } from '../release/releaseHandlers.js'
import { createSimulate } from '../simulate/simulate.js'
import { createSimulateHandlers } from '../simulate/simulateHandlers.js'
import { createSpending } from '../spend/spending.js'
import { createApprovalHandlers } from './approvalHandlers.js'
import { createApprovals } from './approvals.js'

export interface OpenApprovalsInput {
  readonly parts: EmbeddedParts
  readonly wallets: WalletStore
  readonly projects: Pick<Projects, 'find'>
  readonly chainData: ChainData
  readonly rpc: Rpc
  readonly sessions: SmartSessions
}

export interface OpenApprovals {
  readonly handlers: WalletHandlers
  prune(): Promise<void>
}

export function openApprovals(input: OpenApprovalsInput): OpenApprovals {
  const { parts, wallets, projects, chainData, rpc, sessions } = input
  const { db, clock, fields, wakers, log } = parts
  const rulesOf = createRulesOf(projects)
  const approvals = createApprovals({ db, clock, fields, wakers })
  const capOf = async (projectId: string | null) => (await rulesOf(projectId)).capCents
  const spending = createSpending({ db, clock, capOf })
  const chainFacts = createChainFacts({ chainData, log })
  const simulate = createSimulate({ rpc, chainData, log })
  const permitting = { parts, wallets, sessions, projects, chainData, chainFacts, rulesOf }
  const requireGrant = createRequireGrant(permitting)
  const policy = createPolicy({ wallets, approvals, spending, chainFacts, simulate, rulesOf, requireGrant })
  return {
    handlers: {
      ...createApprovalHandlers({ parts, wallets, approvals, policy, spending }),
      ...createReleaseHandlers({ parts, wallets, approvals, spending }),
      ...createSimulateHandlers({ parts, wallets, simulate }),
      ...createPermissionHandlers(permitting),
    },
    prune: () => approvals.prune(),
  }
}
