/** How often what protects an account may change: each change is told by mail, and nobody is to drown in those. */
import { hours } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import type { Connection } from '../audit.js'
import { WalletRefusal } from '../http/refusal.js'
import type { Limits } from '../limits.js'

/**
 * In the transaction of the change, after it was admitted: who may not change anything uses nothing up. What takes
 * something away is not counted, since nobody is to be kept from that.
 */
export async function countChange(
  limits: Limits,
  userId: string,
  kind: 'pin' | 'passkey' | 'recovery',
  transaction: Connection,
): Promise<void> {
  const rule = { key: `changes|${kind}|${userId}`, limit: walletLimits.changesPerHour, window: hours(1) }
  const wait = await limits.take([rule], transaction)
  if (wait > 0) throw new WalletRefusal('RATE', { retryAfter: wait })
}
