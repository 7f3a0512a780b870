/** Every HTTP call of the product. Import one endpoint by name in a client; the whole table is for servers and tests. */
import type { AnswerOf, Endpoint, InputOf, OutputOf, RequestOf } from './endpoints/endpoint.js'
import { healthz, metrics, readyz } from './endpoints/health.js'
import { chainRpc, supportedChains } from './endpoints/rpc.js'

export * from './endpoints/bounds.js'
export * from './endpoints/endpoint.js'
export * from './endpoints/endpointUrl.js'
export * from './endpoints/failures.js'
export * from './endpoints/health.js'
export * from './endpoints/rpc.js'

export const endpoints = {
  healthz,
  readyz,
  metrics,
  supportedChains,
  chainRpc,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
/** What a caller hands in: `{ params, query, headers, body }`, as far as the endpoint has them. */
export type EndpointInput<name extends EndpointName> = InputOf<(typeof endpoints)[name]>
/** What a handler is given after parsing. */
export type EndpointRequest<name extends EndpointName> = RequestOf<(typeof endpoints)[name]>
/** What a handler returns. */
export type EndpointOutput<name extends EndpointName> = OutputOf<(typeof endpoints)[name]>
/** What a caller gets back. */
export type EndpointAnswer<name extends EndpointName> = AnswerOf<(typeof endpoints)[name]>
