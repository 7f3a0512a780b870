/** Reads a request to permit an app something for a time, and refuses what nobody may permit (2.13 of the design). */
import { closeSessionCall, deployment, type Hex, openSessionCall } from '@latchkey/accounts'
import {
  type ApprovalPayload,
  grantParams,
  permissionLimits,
  revokeParams,
  type SessionGrant,
  type SessionPermission,
  type WalletAccount,
} from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { WalletRefusal } from '../http/refusal.js'
import { isMisnamed } from './givingFunctions.js'
import type { AskedFor } from './readRequest.js'

/** What is permitted, before a session has keys. */
export type Permitted = Pick<SessionGrant, 'expiry' | 'permissions'>

/** POLICY for a target that would undo every limit, a function under a false name, a period that is none or never begins, and an end that nobody will live to see. */
export function requirePermitted(
  { expiry, permissions }: Permitted,
  { account, now }: { readonly account: string; readonly now: number },
): void {
  const left = expiry * 1000 - now
  if (left <= 0 || left > permissionLimits.longest) refuse()
  if (permissions.some(({ data }) => 'start' in data && data.start >= expiry)) refuse()
  if (permissions.some((permission) => !isHarmless(permission, account.toLowerCase()))) refuse()
}

/** Itself could change the owner, the module could open other sessions, the EntryPoint holds coins of it. */
function isHarmless(permission: SessionPermission, account: string): boolean {
  const { data } = permission
  if ('period' in data && data.period * 1000 < permissionLimits.shortestPeriod) return false
  if (!('address' in data)) return true
  const guarded = [account, deployment.sessionValidator, deployment.entryPoint].map((each) => BigInt(each))
  if ([0n, ...guarded].includes(BigInt(data.address))) return false
  return !('functions' in data && data.functions?.some(({ functionName }) => isMisnamed(functionName)))
}

export function readGrant(payload: ApprovalPayload, account: WalletAccount): AskedFor {
  const [grant] = v.parse(grantParams, payload.params)
  requireOwn(grant.from, account)
  const { id, isInstalled, gas, maxFeePerGas } = grant
  // As the schema has them.
  const [app, gateway, from] = [grant.app as Hex, grant.gateway as Hex, grant.from as Hex]
  const call = openSessionCall(from, { id, app, gateway, validUntil: grant.expiry }, { isInstalled })
  return { kind: 'grant', grant, ...costing(call, { gas, maxFeePerGas }) }
}

export function readRevocation(payload: ApprovalPayload, account: WalletAccount): AskedFor {
  const [{ from, id, gas, maxFeePerGas }] = v.parse(revokeParams, payload.params)
  requireOwn(from, account)
  return { kind: 'revocation', id, ...costing(closeSessionCall(id), { gas, maxFeePerGas }) }
}

function costing(
  { to, data = '0x' }: ReturnType<typeof closeSessionCall>,
  { gas, maxFeePerGas }: { readonly gas: string; readonly maxFeePerGas: string },
) {
  return {
    calls: [{ to, value: 0n, data }],
    most: { gas: BigInt(gas), maxFeePerGas: BigInt(maxFeePerGas) },
  }
}

function requireOwn(from: string, { address, type }: WalletAccount): void {
  if (type !== 'smartAccount' || from.toLowerCase() !== address.toLowerCase()) refuse()
}

function refuse(): never {
  throw new WalletRefusal('POLICY')
}
