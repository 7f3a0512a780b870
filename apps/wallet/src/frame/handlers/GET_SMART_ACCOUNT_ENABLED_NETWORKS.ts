/** Networks on which the gateway carries operations of smart accounts (S3-04). */
import type { FrameHandler } from './index.js'

export const GET_SMART_ACCOUNT_ENABLED_NETWORKS: FrameHandler<'GET_SMART_ACCOUNT_ENABLED_NETWORKS'> = async (
  _request,
  { api },
) => {
  const { networks } = await api.call('accountNetworks', {})
  return { smartAccountEnabledNetworks: networks.map(({ chainId }) => chainId) }
}
