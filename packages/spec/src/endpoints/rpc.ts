/** Chain access: which networks the gateway serves, and JSON-RPC to them. */
import * as v from 'valibot'
import { minutes } from '../limits.js'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import { boundedArray, boundedRecord, listOf, networkId, text } from './fields.js'

/**
 * A request id. Text is kept; a number beyond 2^53 has already lost digits when `JSON.parse` returns, so a server
 * that answers must copy the id's own characters from the request text: `idTokens` in `relay.ts` finds them.
 */
const rpcId = v.union([v.pipe(v.string(), v.maxLength(bounds.rpcId)), v.number(), v.null()])

export const rpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(rpcId),
  method: text(bounds.rpcMethod),
  params: v.optional(v.union([boundedArray, boundedRecord])),
})
export type RpcRequest = v.InferOutput<typeof rpcRequest>

export const rpcResult = v.strictObject({ jsonrpc: v.literal('2.0'), id: rpcId, result: v.unknown() })

export const rpcError = v.strictObject({
  jsonrpc: v.literal('2.0'),
  id: rpcId,
  error: v.strictObject({
    code: v.pipe(v.number(), v.integer()),
    message: v.string(),
    data: v.optional(v.unknown()),
  }),
})

export const rpcResponse = v.union([rpcResult, rpcError])
export type RpcResponse = v.InferOutput<typeof rpcResponse>

/** Nodes add fields of their own, and some leave `jsonrpc` out. */
const acceptedRpcResponse = v.looseObject({
  id: v.optional(rpcId),
  result: v.optional(v.unknown()),
  error: v.optional(
    v.looseObject({ code: v.number(), message: v.optional(v.string(), ''), data: v.optional(v.unknown()) }),
  ),
})

/** The widget offers balances, activity, swaps and names only on networks listed under `http`. */
export const supportedChains = defineEndpoint({
  rule: 'S7-02',
  method: 'GET',
  path: '/v1/supported-chains',
  query: plainQuery,
  response: v.strictObject({ http: v.array(networkId), ws: v.array(networkId) }),
  accepts: v.looseObject({ http: v.array(v.string()), ws: v.optional(v.array(v.string()), []) }),
  errors: [],
  // Short, so that a change of the configured upstreams shows soon.
  cache: { maxAge: minutes(5) },
})

/** JSON-RPC to one network: one request or a batch. A refused method is a JSON-RPC error -32601 inside a 200. */
export const chainRpc = defineEndpoint({
  rule: 'S7-31',
  method: 'POST',
  path: '/v1',
  aliases: ['/v1/'],
  query: query({
    chainId: networkId,
    providerId: v.optional(text(bounds.identifier)),
    sessionId: v.optional(text(bounds.identifier)),
    source: v.optional(text(bounds.identifier)),
  }),
  body: v.union([rpcRequest, listOf(rpcRequest, bounds.rpcBatch, 1)]),
  response: v.union([rpcResponse, v.pipe(v.array(rpcResponse), v.maxLength(bounds.rpcBatch))]),
  accepts: v.union([acceptedRpcResponse, v.array(acceptedRpcResponse)]),
  errors: ['chain', 'upgrade', 'chainUnavailable'],
})
