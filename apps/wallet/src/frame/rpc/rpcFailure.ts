/** A request that ended otherwise than with a result, with the number that apps expect (S8-32). */
import { rpcCodes, rpcErrors } from '@latchkey/spec/errors'

export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** I13: only where nothing was broadcast, and nothing will be. */
export const rejected = (): RpcFailure =>
  new RpcFailure(rpcCodes.userRejected, rpcErrors[rpcCodes.userRejected].text)

export const invalidParams = (reason: string): RpcFailure => new RpcFailure(rpcCodes.invalidParams, reason)
