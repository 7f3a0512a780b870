/** One JSON-RPC call as the gateway handles it: what was asked, and the two texts that are passed on untouched. */
import type { RpcRequest } from '@latchkey/spec/endpoints'
import { rpcCodes } from '@latchkey/spec/errors'
import { errorText } from '@latchkey/spec/laterErrors'
import { methodOf } from './methods.js'
import { itemTexts, memberTexts } from './slices.js'

export interface RpcCall {
  readonly method: string
  /** The id's own characters; undefined for a notification, which gets no answer. */
  readonly id: string | undefined
  /** The parameters' own characters. */
  readonly params: string
}

/** Pairs the parsed requests with the texts they were parsed from. */
export function readCalls(body: RpcRequest | readonly RpcRequest[], text: string): RpcCall[] {
  const requests = Array.isArray(body) ? (body as readonly RpcRequest[]) : [body as RpcRequest] // isArray does not narrow readonly lists
  const texts = Array.isArray(body) ? itemTexts(text) : [text]
  return requests.map(({ method }, index) => {
    const members = memberTexts(texts[index] ?? '{}')
    return { method, id: members.get('id'), params: members.get('params') ?? '[]' }
  })
}

export interface RpcRefusal {
  readonly code: number
  readonly message: string
}

/** S6-04 */
export const notAllowed: RpcRefusal = { code: rpcCodes.methodNotFound, message: errorText('rpc.not-allowed') }

/** A node numbers its filters one after the other, for all who reach it through this gateway: one caller could read and remove another's. */
const filterMethods: ReadonlySet<string> = new Set([
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])

const noFilters: RpcRefusal = {
  code: rpcCodes.methodNotFound,
  message: 'Filters are not kept here; ask with eth_getLogs or eth_blockNumber instead',
}

/** Why a call is not passed on to networks of that namespace; undefined when it is. */
export function refusalOf({ method }: RpcCall, namespace: string): RpcRefusal | undefined {
  if (methodOf(namespace, method)) return undefined
  return namespace === 'eip155' && filterMethods.has(method) ? noFilters : notAllowed
}

/** What calls take of a caller's limits, together. */
export function costOf(calls: readonly RpcCall[], namespace: string): number {
  return calls.reduce((sum, { method }) => sum + (methodOf(namespace, method)?.cost ?? 1), 0)
}

/** What an upstream is sent. Its id is ours, so that the caller's ids may be equal or strange. */
export function requestText({ method, params }: Pick<RpcCall, 'method' | 'params'>, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`
}

export function resultText(id: string, result: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
}

export function errorAnswer(id: string, error: RpcRefusal, data?: string): string {
  const rest = data === undefined ? '' : `,"data":${data}`
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":${error.code},"message":${JSON.stringify(error.message)}${rest}}}`
}
