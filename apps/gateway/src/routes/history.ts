/** What an account did (S7-04). */

import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { eip155Address, eip155Networks, isSolana, solanaNetworks } from '../chain/account.js'
import { refuse } from '../http/refusal.js'
import { route } from '../http/route.js'

export function history(app: FastifyInstance): void {
  route(app, endpoints.history, ({ params, query, caller }, { chainData, rpc, onramp }) => {
    if (query.onramp) {
      const { account: address } = params
      const { onramp: id, chainId: networkId, currency, cursor } = query
      const provider = onramp.providers.find((one) => one.id === id)
      if (!provider) throw refuse('provider', `Nothing is bought with ${id} here`)
      const { id: projectId = '' } = caller.project ?? {}
      return onramp.purchases.page({ projectId, provider, address, networkId, currency, cursor })
    }
    const options = { signal: caller.signal, charge: caller.charge }
    if (isSolana(params.account)) {
      const networkIds = solanaNetworks(rpc.upstreams, query.chainId)
      const question = { address: params.account, networkIds, cursor: query.cursor }
      return chainData.solanaHistory.page(question, options)
    }
    const address = eip155Address(params.account)
    const networkIds = eip155Networks(rpc.upstreams, query.chainId)
    const question = { address, networkIds, cursor: query.cursor }
    return chainData.indexer.history.page(question, options)
  })
}
