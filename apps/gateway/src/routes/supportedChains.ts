/** Which networks this gateway serves: those that it has upstreams for (S7-02). */
import { endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.js'
import { supportedNetworks } from '../rpc/upstreams.js'

export function supportedChains(app: FastifyInstance): void {
  route(app, endpoints.supportedChains, (_, { rpc, chainData }) => {
    const { http, ws } = supportedNetworks(rpc.upstreams)
    return { http: [...new Set([...http, ...chainData.esplora.networks])], ws }
  })
}
