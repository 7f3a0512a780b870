/** Why a call to a network has no result. Their texts may be shown: addresses of upstreams are taken out before. */
import type { NetworkId } from '@latchkey/spec/caip'
import { errorText } from '@latchkey/spec/errors'

/** The node answered, and said no: a revert, a nonce that is too low, parameters that it cannot read. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  /** Parsed; the data of a revert is hex. */
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data: string | undefined }) {
    super(message)
    this.code = code
    this.data = data === undefined ? undefined : JSON.parse(data)
  }
}

/** No upstream is configured for the network. */
export class NetworkNotServed extends Error {
  override readonly name = 'NetworkNotServed'
  constructor(readonly networkId: NetworkId) {
    super(errorText('network.not-supported'))
  }
}

/** There are upstreams, and none of them answered in time. */
export class NetworkUnavailable extends Error {
  override readonly name = 'NetworkUnavailable'
  constructor(readonly networkId: NetworkId) {
    super(`No upstream of ${networkId} answers`)
  }
}

/** An answer is larger than what its caller can still take, though an upstream may send as much. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}
