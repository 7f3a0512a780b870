/** Saying no on the wallet origin: a code of the contract, with its status and its text. */
import { type WalletErrorBody, type WalletErrorCode, walletErrors } from '@latchkey/spec/walletApi'

export interface RefusalFacts {
  /** Milliseconds after which the same request can succeed. */
  readonly retryAfter?: number
  /** Tries left. */
  readonly left?: number
}

export class WalletRefusal extends Error {
  override readonly name = 'WalletRefusal'
  readonly status: number
  readonly body: WalletErrorBody
  constructor(
    readonly code: WalletErrorCode,
    { retryAfter, left }: RefusalFacts = {},
  ) {
    const seconds = retryAfter === undefined ? undefined : Math.max(1, Math.ceil(retryAfter / 1000))
    const { text, status } = walletErrors[code]
    const message = text.replace('{n}', String(seconds ?? 1)).replace('{left}', String(left ?? 0))
    super(message)
    this.status = status
    this.body = {
      error: {
        code,
        message,
        ...(seconds === undefined ? {} : { retryAfter: seconds }),
        ...(left === undefined ? {} : { left }),
      },
    }
  }
}
