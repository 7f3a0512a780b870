/** Waits until what was permitted is open on the network. It is paid for by then, so that only a reverted one is lost. */
import type { FrameContext } from '../context.js'
import type { Hex } from './parseParams.js'
import { RpcFailure } from './rpcFailure.js'
import { waitForOperation } from './waitForOperation.js'

export async function waitForGrant(
  context: FrameContext,
  network: string,
  { id, operation }: { readonly id: string; readonly operation: Hex },
): Promise<void> {
  const receipt = await waitForOperation(context, network, operation)
  if (receipt?.isSuccess === false) throw new RpcFailure(-32_000, 'The network has reverted it')
  // Too early, or not heard: the gateway asks the network itself when the app first acts, and when permissions are listed.
  await context.api.call('permissionActivate', { params: { id }, body: {} }).catch(() => {})
}
