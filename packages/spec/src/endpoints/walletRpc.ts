/** JSON-RPC that the gateway answers itself: user operations, wallet calls and wallet assets. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  displayNumber,
  eip155Address,
  eip155NetworkId,
  hex,
  hexQuantity,
  imageUrl,
  listOf,
  recordOf,
  text,
  uuid,
} from './fields.js'
import { rpcRequest, rpcResponse } from './rpc.js'
import { userOperation } from './sessions.js'

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

/** Calls of one bundle; the gateway signs no session with more. */
const mostCalls = 64

const call = v.object({
  to: eip155Address,
  value: v.optional(hexQuantity),
  data: v.optional(hex()),
})

/**
 * Parameters of `wallet_prepareCalls`, the first of the list. With a session (`permissions.context`, its pci) the app's
 * key signs what comes back, and the gateway adds its half; without one the owner of the account signs.
 */
export const prepareCallsParams = v.object({
  from: eip155Address,
  chainId: hexQuantity,
  calls: listOf(call, mostCalls, 1),
  capabilities: v.optional(
    v.object({
      permissions: v.optional(v.object({ context: uuid })),
      /** ERC-7677. The paymaster is the gateway's own; an address of another is not called. */
      paymasterService: v.optional(v.object({ optional: v.optional(v.boolean(), false) })),
    }),
    {},
  ),
})
export type PrepareCallsParams = v.InferOutput<typeof prepareCallsParams>

const preparedCalls = v.object({
  type: v.literal('user-operation-v07'),
  data: userOperation,
  chainId: hexQuantity,
})

/** Result of `wallet_prepareCalls`: a list of one. */
export const prepareCallsResult = v.strictTuple([
  v.strictObject({
    preparedCalls: v.strictObject(preparedCalls.entries),
    /** What has to be signed. */
    signatureRequest: v.strictObject({ hash: hex(32) }),
    /** Of the session; empty where the owner signs. */
    context: v.union([uuid, v.literal('')]),
  }),
])

/** Parameters of `wallet_sendPreparedCalls`, the first of the list. */
export const sendPreparedCallsParams = v.object({
  preparedCalls,
  signature: hex(bounds.signatureBytes),
  context: v.optional(v.union([uuid, v.literal('')]), ''),
})
export type SendPreparedCallsParams = v.InferOutput<typeof sendPreparedCallsParams>

/** Result of `wallet_sendPreparedCalls`: a list with the id of the bundle. */
export const sendPreparedCallsResult = v.strictTuple([hex(64)])

/** Result of `wallet_getCallsStatus` (ERC-5792): 100 waits, 200 is done, 400 was never done, 500 reverted. */
export const getCallsStatusResult = v.strictObject({
  version: v.literal('2.0.0'),
  id: text(bounds.text),
  chainId: hexQuantity,
  status: v.picklist([100, 200, 400, 500]),
  atomic: v.literal(true),
  receipts: v.optional(
    v.array(
      v.strictObject({
        logs: v.array(v.strictObject({ address: eip155Address, data: hex(), topics: v.array(hex(32)) })),
        status: v.picklist(['0x0', '0x1']),
        blockHash: hex(32),
        blockNumber: hexQuantity,
        gasUsed: hexQuantity,
        transactionHash: hex(32),
      }),
    ),
  ),
})
export type GetCallsStatusResult = v.InferOutput<typeof getCallsStatusResult>

/** Parameters of `wallet_getCallsStatus`: the id of the bundle. */
export const getCallsStatusParams = v.strictTuple([text(bounds.text)])
