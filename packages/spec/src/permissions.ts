/** RPC methods the embedded wallet accepts: a list of what is allowed, anything else is refused (S6, S7-35). */

export type Permission = 'safe' | 'approval'

export const permissions = {
  // S6-02: reads
  eth_accounts: 'safe',
  eth_blockNumber: 'safe',
  eth_call: 'safe',
  eth_chainId: 'safe',
  eth_estimateGas: 'safe',
  eth_feeHistory: 'safe',
  eth_gasPrice: 'safe',
  eth_getAccount: 'safe',
  eth_getBalance: 'safe',
  eth_getBlockByHash: 'safe',
  eth_getBlockByNumber: 'safe',
  eth_getBlockReceipts: 'safe',
  eth_getBlockTransactionCountByHash: 'safe',
  eth_getBlockTransactionCountByNumber: 'safe',
  eth_getCode: 'safe',
  eth_getFilterChanges: 'safe',
  eth_getFilterLogs: 'safe',
  eth_getLogs: 'safe',
  eth_getProof: 'safe',
  eth_getStorageAt: 'safe',
  eth_getTransactionByBlockHashAndIndex: 'safe',
  eth_getTransactionByBlockNumberAndIndex: 'safe',
  eth_getTransactionByHash: 'safe',
  eth_getTransactionCount: 'safe',
  eth_getTransactionReceipt: 'safe',
  eth_getUncleCountByBlockHash: 'safe',
  eth_getUncleCountByBlockNumber: 'safe',
  eth_maxPriorityFeePerGas: 'safe',
  eth_newBlockFilter: 'safe',
  eth_newFilter: 'safe',
  eth_newPendingTransactionFilter: 'safe',
  eth_syncing: 'safe',
  eth_uninstallFilter: 'safe',
  // S6-02: sending what was signed already, and asking what the wallet can do
  eth_sendRawTransaction: 'safe',
  wallet_getAssets: 'safe',
  wallet_getCallsStatus: 'safe',
  wallet_getCapabilities: 'safe',
  // S6-03
  personal_sign: 'approval',
  eth_signTypedData_v4: 'approval',
  eth_sendTransaction: 'approval',
  eth_sendUserOperation: 'approval',
  solana_signMessage: 'approval',
  solana_signTransaction: 'approval',
  solana_signAllTransactions: 'approval',
  solana_signAndSendTransaction: 'approval',
  wallet_sendCalls: 'approval',
  wallet_grantPermissions: 'approval',
  wallet_revokePermissions: 'approval',
  // The newer name of `wallet_grantPermissions` (ERC-7715).
  wallet_requestExecutionPermissions: 'approval',
  // D-33: bip122, whose methods have no prefix.
  signMessage: 'approval',
} as const satisfies Record<string, Permission>

export type AllowedMethod = keyof typeof permissions

/** The gate. Own keys only: a method named `constructor` must not pass because every object has one. */
export function permissionOf(method: string): Permission | undefined {
  return isAllowedMethod(method) ? permissions[method] : undefined
}

export function isAllowedMethod(method: string): method is AllowedMethod {
  return Object.hasOwn(permissions, method)
}

/** D-30: where an approval is taken. `frame-click` < `frame-focused` < `window`. */
export type ApprovalPlace = 'frame-click' | 'frame-focused' | 'window'

/** Every fact is asked for: leaving one out must not make a request look harmless. */
export type ApprovalRequest =
  | {
      readonly kind: 'sign-in' /** Its domain is the embedding origin. */
      readonly isForEmbeddingOrigin: boolean
    }
  | { readonly kind: 'message' | 'typed-data' }
  | {
      readonly kind: 'transfer' | 'call'
      readonly isTokenApproval: boolean
      readonly isPermit: boolean
      readonly isUnknownContract: boolean
      /** With what was approved in the frame today, it stays within the wallet's daily cap. */
      readonly isUnderDailyCap: boolean
      readonly isTestNetwork: boolean
    }

/** D-30: the lowest rung that the request may be approved on. */
export function approvalPlace(request: ApprovalRequest): ApprovalPlace {
  switch (request.kind) {
    case 'sign-in':
      return request.isForEmbeddingOrigin ? 'frame-click' : 'window'
    case 'transfer':
    case 'call':
      if (request.isTokenApproval || request.isPermit || request.isUnknownContract) return 'window'
      return request.isUnderDailyCap || request.isTestNetwork ? 'frame-focused' : 'window'
    default:
      return 'window'
  }
}

/** D-31: never in the frame, which a page can cover or imitate. */
export const windowOnlyActions = [
  'pin',
  'recovery-code',
  'export',
  'device-approval',
  'passkey-creation',
] as const
export type WindowOnlyAction = (typeof windowOnlyActions)[number]
