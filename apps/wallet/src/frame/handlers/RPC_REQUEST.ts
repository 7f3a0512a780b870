/** One request of the page: read from the network, answered by the wallet, approved by the person, or refused (S6). */
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { permissionOf } from '@latchkey/spec/permissions'
import { namespaceOf, toNetwork } from '../network.js'
import { answerSafe } from '../rpc/answerSafe.js'
import { approve } from '../rpc/approve.js'
import { prepareFor } from '../rpc/methods/index.js'
import type { FrameHandler } from './index.js'

export const RPC_REQUEST: FrameHandler<'RPC_REQUEST'> = async (request, context) => {
  const { method, params = [] } = request
  const network = request.chainId === undefined ? context.network : toNetwork(request.chainId)
  const namespace = namespaceOf(network)
  const permission = permissionOf(method)
  const isElsewhere = request.chainNamespace !== undefined && request.chainNamespace !== namespace
  if (permission === undefined || isElsewhere) throw new LatchkeyError('rpc.not-allowed', { method })
  if (permission === 'safe') return answerSafe(context, { network, method, params })
  const prepare = prepareFor(method, namespace)
  if (!prepare) throw new LatchkeyError('rpc.action-not-allowed')
  const open = context.requests.open()
  try {
    const prepared = await prepare(context, { network, method, params })
    return await approve(context, prepared, open)
  } finally {
    open.end()
  }
}
