/** The account of one network, and whether a smart account is on that network yet (S3-18). Asking moves nothing. */
import { toNetwork } from '../network.js'
import { isDeployed } from '../rpc/isDeployed.js'
import { userOf } from '../userOf.js'
import type { FrameHandler } from './index.js'

export const GET_USER: FrameHandler<'GET_USER'> = async (request, context) => {
  const network = request?.chainId === undefined ? context.network : toNetwork(request.chainId)
  const [told, { hasRecovery }] = await Promise.all([
    userOf(context, { network, type: request?.preferredAccountType }),
    context.account.me(),
  ])
  const user = { ...told, hasRecovery }
  if (user.preferredAccountType !== 'smartAccount') return user
  const smartAccountDeployed = await isDeployed(context, user.address, network)
  return smartAccountDeployed === undefined ? user : { ...user, smartAccountDeployed }
}
