/** What keeps the secret of a wallet where it is for a while: an address that can still be changed back, a device that is new. */
import { WalletRefusal } from '../http/refusal.js'
import type { Recoveries } from './recoveries.js'

/** While the change of an address can be undone. */
export function refuseHeld(holdUntil: Date | null, now: number): void {
  const wait = holdUntil ? holdUntil.getTime() - now : 0
  if (wait > 0) throw new WalletRefusal('HOLD', { retryAfter: wait })
}

/** For a day after a device got its shares by recovery. */
export async function refuseNew(
  recoveries: Pick<Recoveries, 'newUntil'>,
  deviceId: string,
  now: number,
): Promise<void> {
  const newUntil = await recoveries.newUntil(deviceId)
  if (newUntil) throw new WalletRefusal('DEVICE_HOLD', { retryAfter: newUntil.getTime() - now })
}
