/** A call to a network, through the wallet's own server: never to an address that a page names. */
import type { FrameContext } from '../context.js'
import { RpcFailure } from './rpcFailure.js'

export async function callNode(
  { api }: Pick<FrameContext, 'api'>,
  network: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const told = await api.call('walletRpcCall', {
    params: { chainId: network },
    body: { method, params: [...params] },
  })
  if ('error' in told) throw new RpcFailure(told.error.code, told.error.message)
  return told.result
}
