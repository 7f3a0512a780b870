/**
 * What may be asked of a network, by namespace: a list of what is allowed (S7-35), with what the gateway has to know of each
 * method in order to keep, share, hedge and judge its answers. There is no wallet behind a gateway that could approve
 * anything, so only reads and transactions that are signed already pass.
 */

/** Where the answer's place in the chain is found. */
type Place =
  /** About the newest block. */
  | 'head'
  /** The parameter at that index names a block. */
  | { readonly block: number }
  /** The filter's range. */
  | 'logs'
  /** The answer says in which block it lies, if in any. */
  | 'found'
  /** Nothing in the chain changes it. */
  | 'constant'

/** What a result must look like; an upstream that answers otherwise is broken or lies. */
type Shape = 'quantity' | 'data' | 'hash' | 'object' | 'list' | 'any'

export interface Method {
  readonly place: Place
  readonly shape: Shape
  /** What it costs a caller, in calls; 1 when absent. Heavy ones also travel alone, so that nobody waits for them. */
  readonly cost?: number
  /** Changes the chain: never kept, never shared. */
  readonly isSend?: true
}

const at = (block: number) => ({ block })

const eip155 = {
  eth_accounts: { place: 'constant', shape: 'list' },
  eth_blockNumber: { place: 'head', shape: 'quantity' },
  eth_call: { place: at(1), shape: 'data' },
  eth_chainId: { place: 'constant', shape: 'quantity' },
  eth_estimateGas: { place: at(1), shape: 'quantity' },
  eth_feeHistory: { place: at(1), shape: 'object' },
  eth_gasPrice: { place: 'head', shape: 'quantity' },
  eth_getAccount: { place: at(1), shape: 'object' },
  eth_getBalance: { place: at(1), shape: 'quantity' },
  eth_getBlockByHash: { place: 'found', shape: 'object' },
  eth_getBlockByNumber: { place: at(0), shape: 'object' },
  eth_getBlockReceipts: { place: at(0), shape: 'list', cost: 5 },
  eth_getBlockTransactionCountByHash: { place: 'head', shape: 'quantity' },
  eth_getBlockTransactionCountByNumber: { place: at(0), shape: 'quantity' },
  eth_getCode: { place: at(1), shape: 'data' },
  eth_getLogs: { place: 'logs', shape: 'list', cost: 10 },
  eth_getProof: { place: at(2), shape: 'object', cost: 5 },
  eth_getStorageAt: { place: at(2), shape: 'data' },
  eth_getTransactionByBlockHashAndIndex: { place: 'found', shape: 'object' },
  eth_getTransactionByBlockNumberAndIndex: { place: at(0), shape: 'object' },
  eth_getTransactionByHash: { place: 'found', shape: 'object' },
  eth_getTransactionCount: { place: at(1), shape: 'quantity' },
  eth_getTransactionReceipt: { place: 'found', shape: 'object' },
  eth_getUncleCountByBlockHash: { place: 'head', shape: 'quantity' },
  eth_getUncleCountByBlockNumber: { place: at(0), shape: 'quantity' },
  eth_maxPriorityFeePerGas: { place: 'head', shape: 'quantity' },
  eth_sendRawTransaction: { place: 'head', shape: 'hash', isSend: true },
  eth_simulateV1: { place: at(1), shape: 'list', cost: 10 },
  eth_syncing: { place: 'head', shape: 'any' },
  net_version: { place: 'constant', shape: 'any' },
} as const satisfies Record<string, Method>

const read = { place: 'head', shape: 'any' } as const
const heavy = { place: 'head', shape: 'any', cost: 10 } as const

const solana = {
  getAccountInfo: read,
  getBalance: read,
  getBlock: heavy,
  getBlockCommitment: read,
  getBlockHeight: read,
  getBlockTime: read,
  getBlocks: heavy,
  getBlocksWithLimit: heavy,
  getEpochInfo: read,
  getEpochSchedule: read,
  getFeeForMessage: read,
  getFirstAvailableBlock: read,
  getGenesisHash: { place: 'constant', shape: 'any' },
  getHealth: read,
  getHighestSnapshotSlot: read,
  getIdentity: read,
  getInflationReward: read,
  getLatestBlockhash: read,
  getMinimumBalanceForRentExemption: read,
  getMultipleAccounts: { ...read, cost: 2 },
  getProgramAccounts: heavy,
  getRecentPrioritizationFees: read,
  getSignatureStatuses: read,
  getSignaturesForAddress: { ...read, cost: 2 },
  getSlot: read,
  getSupply: heavy,
  getTokenAccountBalance: read,
  getTokenAccountsByDelegate: { ...read, cost: 5 },
  getTokenAccountsByOwner: { ...read, cost: 5 },
  getTokenLargestAccounts: { ...read, cost: 5 },
  getTokenSupply: read,
  getTransaction: read,
  getTransactionCount: read,
  getVersion: read,
  isBlockhashValid: read,
  minimumLedgerSlot: read,
  sendTransaction: { place: 'head', shape: 'any', isSend: true },
  simulateTransaction: { ...read, cost: 2 },
} as const satisfies Record<string, Method>

/** Bitcoin Core's names, as far as they read the chain. */
const bip122 = {
  estimatesmartfee: read,
  getbestblockhash: read,
  getblock: { ...read, cost: 5 },
  getblockchaininfo: read,
  getblockcount: read,
  getblockhash: read,
  getblockheader: read,
  getrawtransaction: read,
  gettxout: read,
  scantxoutset: heavy,
  sendrawtransaction: { place: 'head', shape: 'any', isSend: true },
} as const satisfies Record<string, Method>

/** What nodes of the polkadot family answer about blocks, entries of the state, and themselves. */
const polkadot = {
  author_submitExtrinsic: { place: 'head', shape: 'any', isSend: true },
  chain_getBlock: { ...read, cost: 5 },
  chain_getBlockHash: read,
  chain_getFinalizedHead: read,
  chain_getHeader: read,
  payment_queryInfo: { ...read, cost: 2 },
  state_call: { ...read, cost: 2 },
  state_getMetadata: heavy,
  state_getRuntimeVersion: read,
  state_getStorage: read,
  system_accountNextIndex: read,
  system_chain: read,
  system_properties: read,
} as const satisfies Record<string, Method>

const tables: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  eip155,
  solana,
  bip122,
  polkadot,
}

/** Undefined for a method that is not passed on. Own keys only: every object has a `constructor`. */
export function methodOf(namespace: string, method: string): Method | undefined {
  const table = Object.hasOwn(tables, namespace) ? tables[namespace] : undefined
  return table && Object.hasOwn(table, method) ? table[method] : undefined
}
