/** The permission that a request takes back, for the screen: what is frozen has its number, and the server knows the rest. */
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { revokeParams } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { WalletApi } from '../api/walletApi.js'
import type { ListedPermission } from './facts.js'

/** Undefined for every other request, and where nobody can say: rights can be taken back all the same. */
export async function permissionIn(
  api: Pick<WalletApi, 'call'>,
  payload: ApprovalPayload,
): Promise<ListedPermission | undefined> {
  if (payload.method !== 'wallet_revokePermissions') return undefined
  const named = v.safeParse(revokeParams, payload.params)
  if (!named.success) return undefined
  const [{ id }] = named.output
  const { permissions } = await api.call('permissionList', {}).catch(() => ({ permissions: [] }))
  return permissions.find((each) => each.id === id)
}
