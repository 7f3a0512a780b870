/** What the embedded wallet answered instead of a result. */

export class FrameError extends Error {
  override readonly name = 'FrameError'
  /** A number of JSON-RPC or EIP-1193, which libraries look for; or a word of the wallet's server. */
  readonly code: number | string | undefined
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined
  constructor(
    told: {
      readonly message: string
      readonly code: number | string | undefined
      readonly retryAfter?: number | undefined
    },
    options?: ErrorOptions,
  ) {
    super(told.message, options)
    this.code = told.code
    this.retryAfter = told.retryAfter
  }
}
