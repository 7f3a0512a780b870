/** How long the code of a pairing can be used (S4-09). */
import { modalLimits } from './modalLimits.js'
import { relayLimits } from './relayLimits.js'

/** S4-09: when a pairing set at this time expires. */
export function pairingExpiry(setAt: number): number {
  return setAt + relayLimits.pairingLifetime
}

/** S4-09: expired from the moment that 10 seconds or less remain. */
export function isPairingExpired(expiry: number, now: number): boolean {
  return expiry - now <= modalLimits.pairingMargin
}
