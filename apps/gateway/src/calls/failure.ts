/** Why a wallet method has no result: an answer of JSON-RPC with a code that wallets share. */
import type { Hex } from '../chain/shapes.js'

export class CallsFailure extends Error {
  override readonly name = 'CallsFailure'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Hex,
  ) {
    super(message)
  }
}
