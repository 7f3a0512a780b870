/** Checks of section 5 whose errors only code that is loaded on demand tells: apart, so that the others stay light. */
import { LatchkeyError } from './laterErrors.js'
import { limits } from './limits.js'
import { timeLeft } from './timeLeft.js'

/** S5-02, S4-12: undefined when a new code may be asked for, else the error with the seconds left. */
export function checkEmailCooldown(
  lastAttempt: number | undefined,
  now: number,
): LatchkeyError<'email.cooldown'> | undefined {
  const left = timeLeft(lastAttempt, limits.emailCodeCooldown, now)
  return left === 0 ? undefined : new LatchkeyError('email.cooldown', { n: Math.ceil(left / 1000) })
}

/** S5-17 */
export function checkHistoryRequest(accountAddress: string | undefined): LatchkeyError | undefined {
  return accountAddress ? undefined : new LatchkeyError('history.no-address')
}
