/** Which account of a namespace is shown first; remembered with the person, on every device (S3-01). */
import { namespaceOf, toNetwork } from '../network.js'
import { userOf } from '../userOf.js'
import type { FrameHandler } from './index.js'

export const SET_PREFERRED_ACCOUNT: FrameHandler<'SET_PREFERRED_ACCOUNT'> = async (request, context) => {
  const { type, chainId } = request
  const network = chainId === undefined ? context.network : toNetwork(chainId)
  await context.account.prefer(namespaceOf(network), type)
  const { address, preferredAccountType } = await userOf(context, { network, type })
  return { type: preferredAccountType, address }
}
