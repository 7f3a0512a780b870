/** Asks a network to run code that is never deployed, as the verifier of signatures needs it for contracts. */
import { CallReverted, type RunCode } from '@latchkey/verify'
import { RpcError } from '../rpc/errors.js'
import type { Chain } from './chain.js'
import { bytes } from './shapes.js'

export interface RunCodeInput {
  readonly signal: AbortSignal
  /** Called before the network is asked, which costs more than arithmetic. */
  readonly onContract: () => Promise<void>
}

export function createRunCode(chain: Chain, { signal, onContract }: RunCodeInput): RunCode {
  return async (data) => {
    await onContract()
    try {
      return await chain.read(bytes, 'eth_call', [{ data }, 'latest'], { signal })
    } catch (cause) {
      throw cause instanceof RpcError && isRevert(cause) ? new CallReverted() : cause
    }
  }
}

/** The code of EIP-1474 that nodes agree upon; some only say it in words. */
function isRevert({ code, message, data }: RpcError): boolean {
  return code === 3 || typeof data === 'string' || /revert|invalid opcode|out of gas/i.test(message)
}
