/** Who may add a factor to an account. */
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import { signedInOf } from '../session/sessionHandlers.js'

/**
 * A factor is one for all that the account has. Who adds one has shown a factor that is there; without any, the
 * sign-in will do while there is no wallet, and a device that holds a share of it after that. A mailbox alone does not.
 */
export async function admitFactor(
  parts: Pick<EmbeddedParts, 'wallets' | 'users'>,
  caller: WalletCaller,
  /** Of the transaction that adds it, under the lock of the account: two first ones at once are a first and a second. */
  connection?: Connection,
): Promise<void> {
  const { user, session, level } = signedInOf(caller)
  if (level >= 2) return
  const device = session.openedBy ?? session.deviceId
  const { state, hasShare, hasPin } = await parts.wallets.factsOf(user.id, device, connection)
  const passkeys = await parts.users.passkeysOf(user.id, connection)
  const isGuarded = state === 'active' && !hasShare
  if (passkeys.length > 0 || hasPin || isGuarded) throw new WalletRefusal('AAL')
}
