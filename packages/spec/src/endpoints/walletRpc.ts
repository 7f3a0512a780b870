/** JSON-RPC that the gateway answers itself: user operations, wallet calls and wallet assets. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  displayNumber,
  eip155Address,
  eip155NetworkId,
  hexQuantity,
  imageUrl,
  listOf,
  recordOf,
  text,
} from './fields.js'
import { rpcRequest, rpcResponse } from './rpc.js'

/** What may be forwarded to a bundler; anything else is answered with -32601. */
export const bundlerMethods = [
  'eth_sendUserOperation',
  'eth_getUserOperationReceipt',
  'eth_getUserOperationByHash',
  'eth_estimateUserOperationGas',
  'eth_supportedEntryPoints',
  'eth_chainId',
  'pm_sponsorUserOperation',
  'pm_getPaymasterData',
  'pm_getPaymasterStubData',
  'pimlico_getUserOperationGasPrice',
] as const

/** What `/v1/wallet` and `/v1/json-rpc` answer; anything else is answered with -32601. */
export const walletMethods = [
  'wallet_prepareCalls',
  'wallet_sendPreparedCalls',
  'wallet_getCallsStatus',
  'wallet_getAssets',
  'reown_getExchanges',
  'reown_getExchangePayUrl',
  'reown_getExchangeBuyStatus',
] as const

/** `bundler` is the name of a configured one, never an address: forwarding to a given host would reach any host. */
export const bundler = defineEndpoint({
  rule: 'S7-31',
  method: 'POST',
  path: '/v1/bundler',
  query: query({
    chainId: eip155NetworkId,
    bundler: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/, 'Expected the name of a bundler'))),
  }),
  body: rpcRequest,
  response: rpcResponse,
  errors: ['chain', 'bundler', 'chainUnavailable'],
})

export const walletRpc = defineEndpoint({
  rule: 'S7-31',
  method: 'POST',
  path: '/v1/wallet',
  query: plainQuery,
  body: rpcRequest,
  response: rpcResponse,
  errors: ['unavailable'],
})

export const jsonRpc = defineEndpoint({
  rule: 'S7-31',
  method: 'POST',
  path: '/v1/json-rpc',
  query: plainQuery,
  body: rpcRequest,
  response: rpcResponse,
  errors: ['unavailable'],
})

const assetKind = v.picklist(['ERC20', 'NATIVE'])
const tokenOrNative = v.union([v.literal('native'), eip155Address])

/** Parameters of `wallet_getAssets` (ERC-7811), the first of the list. */
export const getAssetsParams = v.object({
  account: eip155Address,
  assetFilter: v.optional(recordOf(hexQuantity, listOf(tokenOrNative, bounds.filterItems), 64)),
  assetTypeFilter: v.optional(listOf(assetKind, 2)),
  chainFilter: v.optional(listOf(hexQuantity, 64)),
})

/** Result of `wallet_getAssets` (S3-06): one wrong field makes a client of this wire drop the whole answer. */
export const getAssetsResult = v.record(
  hexQuantity,
  v.array(
    v.strictObject({
      address: tokenOrNative,
      balance: hexQuantity,
      type: assetKind,
      metadata: v.strictObject({
        name: v.string(),
        symbol: v.string(),
        decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
        /** JSON numbers on this wire. */
        price: displayNumber,
        value: v.optional(displayNumber),
        iconUrl: imageUrl,
      }),
    }),
  ),
)

/** Parameters of `wallet_getCallsStatus`: the id of the bundle. */
export const getCallsStatusParams = v.strictTuple([text(bounds.text)])
