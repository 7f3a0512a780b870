/** JSON-RPC and wallet error codes by name, and which failures are worth another try (S8-32, S8-33). */

export const rpcErrors = {
  [-32700]: { name: 'parseError', text: 'The request is not valid JSON' },
  [-32600]: { name: 'invalidRequest', text: 'The request is not a valid JSON-RPC request' },
  [-32601]: { name: 'methodNotFound', text: 'The method does not exist' },
  [-32602]: { name: 'invalidParams', text: 'The parameters are invalid' },
  [-32603]: { name: 'internal', text: 'The node met an internal error' },
  [-32000]: { name: 'invalidInput', text: 'The input is missing or invalid' },
  [-32001]: { name: 'resourceNotFound', text: 'The requested resource was not found' },
  [-32002]: { name: 'resourceUnavailable', text: 'The requested resource is not available' },
  [-32003]: { name: 'transactionRejected', text: 'The node rejected the transaction' },
  [-32004]: { name: 'methodNotSupported', text: 'The method is not supported' },
  [-32005]: { name: 'limitExceeded', text: 'The request exceeds a limit' },
  [-32006]: { name: 'versionNotSupported', text: 'The JSON-RPC version is not supported' },
  4001: { name: 'userRejected', text: 'The user rejected the request' },
  4100: { name: 'unauthorized', text: 'The user has not authorised this method or account' },
  4200: { name: 'unsupportedMethod', text: 'The wallet does not support this method' },
  4900: { name: 'disconnected', text: 'The wallet is disconnected from every network' },
  4901: { name: 'networkDisconnected', text: 'The wallet is disconnected from this network' },
  4902: { name: 'unrecognizedChain', text: 'The wallet does not know this network' },
  5000: { name: 'unknown', text: 'The wallet gave no known reason' },
  5700: { name: 'unsupportedCapability', text: 'The wallet lacks a capability that is not optional' },
  5710: { name: 'unsupportedChainId', text: 'The wallet does not support calls on this network' },
  5720: { name: 'duplicateBundleId', text: 'A bundle with this id exists already' },
  5730: { name: 'unknownBundleId', text: 'No bundle has this id' },
  5740: { name: 'bundleTooLarge', text: 'The bundle is too large for the wallet' },
  5750: { name: 'upgradeRejected', text: 'The user rejected the account upgrade that the bundle needs' },
  5760: { name: 'atomicityNotSupported', text: 'The wallet cannot execute the calls atomically' },
  32603: { name: 'invalidChain', text: 'The network is invalid' },
} as const satisfies Record<number, { name: string; text: string }>

export type RpcErrorCode = keyof typeof rpcErrors
export type RpcErrorName = (typeof rpcErrors)[RpcErrorCode]['name']

/** The same table the other way round, for code that throws or compares: `rpcCodes.userRejected` is 4001. */
// The mapped type states what fromEntries cannot: one key per name, its value the code of that name.
export const rpcCodes = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(rpcErrors).map(([code, { name }]) => [name, Number(code)]),
) as { readonly [Code in RpcErrorCode as (typeof rpcErrors)[Code]['name']]: Code }

/** S8-32: an unknown code is the default one. */
export function rpcErrorName(code: number): RpcErrorName {
  // Object.hasOwn does not narrow a number to the keys it checked.
  return Object.hasOwn(rpcErrors, code) ? rpcErrors[code as RpcErrorCode].name : 'unknown'
}

/** S8-32: user rejection is 4001. Looks through `cause`, because libraries wrap the wallet's answer. */
export function isUserRejection(error: unknown): boolean {
  return hasCode(error, 4001, 8)
}

function hasCode(error: unknown, code: number, depth: number): boolean {
  if (depth === 0 || !(error instanceof Object)) return false
  if ('code' in error && error.code === code) return true
  return 'cause' in error && hasCode(error.cause, code, depth - 1)
}

/** S8-33 */
export const retryStatuses = [403, 408, 413, 429, 500, 502, 503, 504] as const
/** S8-33: limit exceeded and internal error. */
export const retryRpcCodes = [-32005, -32603] as const

export function isRetryableStatus(status: number): boolean {
  return retryStatuses.some((known) => known === status)
}

export function isRetryableRpcCode(code: number): boolean {
  return retryRpcCodes.some((known) => known === code)
}
