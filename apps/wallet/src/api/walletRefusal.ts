/** What the wallet's server refused, with the code that a caller can act on. */
import { type WalletErrorBody, type WalletErrorCode, walletErrors } from '@latchkey/spec/walletApi'

export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
  readonly code: WalletErrorCode
  /** Seconds after which the same request can succeed. */
  readonly retryAfter: number | undefined
  /** Tries left, where tries are counted. */
  readonly left: number | undefined

  constructor({ code, message, retryAfter, left }: WalletErrorBody['error']) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
    this.left = left
  }
}

/** Nobody answered, or not in the form that was agreed: as if the server were away. */
export const unavailable = (): WalletRefusal =>
  new WalletRefusal({ code: 'UNAVAILABLE', message: walletErrors.UNAVAILABLE.text })

/** Nobody is signed in. */
export const signedOut = (): WalletRefusal =>
  new WalletRefusal({ code: 'SESSION_EXPIRED', message: walletErrors.SESSION_EXPIRED.text })

/** An attempt that somebody said no to. */
export const refusedByPerson = (): WalletRefusal =>
  new WalletRefusal({ code: 'ATTEMPT_REFUSED', message: walletErrors.ATTEMPT_REFUSED.text })

/** An attempt that is not under way here, or no more. */
export const attemptOver = (): WalletRefusal =>
  new WalletRefusal({ code: 'ATTEMPT_EXPIRED', message: walletErrors.ATTEMPT_EXPIRED.text })

export function isRefusal(error: unknown, code?: WalletErrorCode): error is WalletRefusal {
  return error instanceof WalletRefusal && (code === undefined || error.code === code)
}
