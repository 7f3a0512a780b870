/** What a wallet's page may ask of a network: the safe list of S6-02, what smart accounts need, and the same for other namespaces. */
import { bundlerMethods } from '@latchkey/spec/endpoints'
import { permissionOf } from '@latchkey/spec/permissions'
import { methodOf } from '../../rpc/methods.js'

/** Who answers a method. */
export type Answerer = 'node' | 'bundler' | 'gateway'

const ofBundler: ReadonlySet<string> = new Set(bundlerMethods)
/** Answered from what the gateway knows of all networks. */
const ofGateway: ReadonlySet<string> = new Set(['wallet_getAssets', 'wallet_getCallsStatus'])

/** Reads of one account, and what is needed to send; nothing that walks through blocks or programs. */
const solana: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTransaction',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
])

/** Undefined where nobody may ask it here. */
export function answererOf(namespace: string, method: string): Answerer | undefined {
  const isOfNode = methodOf(namespace, method) !== undefined
  if (namespace === 'solana') return isOfNode && solana.has(method) ? 'node' : undefined
  if (namespace !== 'eip155') return undefined
  if (permissionOf(method) === 'safe') {
    if (ofGateway.has(method)) return 'gateway'
    return isOfNode ? 'node' : undefined
  }
  // An operation that arrives here is signed already, like a raw transaction.
  return ofBundler.has(method) ? 'bundler' : undefined
}
