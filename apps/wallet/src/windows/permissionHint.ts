/** What an app may do without asking, in a few lines of a list: what, where, until when, and whether it is stopped. */
import type { ListedPermission } from '../request/facts.js'
import { permissionLines } from '../request/listPermissions.js'
import { networkOf } from '../request/networks.js'
import { untilText } from '../request/readCall.js'
import { copy } from '../words/en/settings.js'
import { wordsOf } from '../words/words.js'

const t = wordsOf(copy)

export function permissionHint(permission: ListedPermission): string {
  const { chainId, expiry, isRevoked } = permission
  const network = networkOf(chainId).name
  const until = untilText(BigInt(expiry))
  // Operations that were signed for before are good there until then.
  if (isRevoked) return t('settings.permission-stopped', { network, until })
  return t('settings.permission', { lines: permissionLines(permission).join(' '), network, until })
}
