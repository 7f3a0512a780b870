/** The chain as wallets and viem expect a node: errors are said in the words and codes that they match. */
import type { Respond } from '../jsonRpc.js'
import type { Chain, ChainError } from './chain.js'

/** The same answers, with errors as geth says them. */
export function likeANode(respond: Respond): Respond {
  return async (request) => {
    const outcome = await respond(request)
    return 'error' in outcome ? { error: sayLikeANode(outcome.error) } : outcome
  }
}

/** EDR words its errors for Hardhat; clients match the words and codes of geth. */
function sayLikeANode(error: ChainError): ChainError {
  const revert = revertData(error.data)
  if (revert !== undefined)
    return {
      code: 3,
      message: error.message.replace(/^VM Exception while processing transaction: /, 'execution reverted: '),
      data: revert,
    }
  if (error.message.includes("doesn't have enough funds"))
    return { code: -32000, message: `insufficient funds for gas * price + value: ${error.message}` }
  return error
}

function revertData(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('reason' in data) || !('data' in data)) return undefined
  return data.reason && typeof data.data === 'string' ? data.data : undefined
}

/** A one-line `request` on the chain for our own code: the result, or a thrown error with the node's words. */
export function requester(chain: Chain) {
  return async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const outcome = await chain.handle(method, params)
    if (!('error' in outcome)) return outcome.result
    const { message, data } = sayLikeANode(outcome.error)
    throw new Error(`${method}: ${message}${typeof data === 'string' ? ` (${data})` : ''}`)
  }
}
export type Request = ReturnType<typeof requester>
