/** What an app may do without asking, in a few lines of a list: what, where, until when, and whether it is stopped. */
import type { ListedPermission } from '../request/facts.js'
import { permissionLines } from '../request/listPermissions.js'
import { networkOf } from '../request/networks.js'
import { untilText } from '../request/readCall.js'

export function permissionHint(permission: ListedPermission): string {
  const { chainId, expiry, isRevoked } = permission
  const until = untilText(BigInt(expiry))
  // Operations that were signed for before are good there until then.
  if (isRevoked)
    return `Stopped: nothing more is signed for it. ${networkOf(chainId).name} forgets it at ${until} at the latest`
  return `${permissionLines(permission).join(' ')} On ${networkOf(chainId).name}, until ${until}`
}

/** What the button does, and what it leaves to the app: closing a session costs a fee, and is asked for as any request. */
export const stopHint =
  'Stop works at once: your wallet signs nothing more for the app. What it signed before can still arrive until the end. To close it on the network too, for a network fee, open that app, and press Revoke under Account details, Permissions.'
