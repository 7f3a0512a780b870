/** Every endpoint that the gateway serves, by its name in the contract. */
import { type EndpointName, endpoints } from '@latchkey/spec/endpoints'
import type { FastifyInstance } from 'fastify'
import { refuseOtherMethods } from '../http/route.js'
import { chainRpc } from './chainRpc.js'
import { healthz, metrics, readyz } from './health.js'
import { supportedChains } from './supportedChains.js'

export const served = { healthz, readyz, metrics, supportedChains, chainRpc } satisfies Partial<
  Record<EndpointName, (app: FastifyInstance) => void>
>

export type ServedName = keyof typeof served

export function serveAll(app: FastifyInstance): void {
  for (const register of Object.values(served)) register(app)
  refuseOtherMethods(
    app,
    (Object.keys(served) as ServedName[]).map((name) => endpoints[name]),
  ) // the keys of a literal table
}
