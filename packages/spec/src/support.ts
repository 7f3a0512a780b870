/** What is offered where: networks, namespaces, account types (S4-08, S9-14, D-17, D-33). */
import type { Namespace, NetworkId } from './caip.js'
import type { AccountType } from './options.js'

/** D-17: networks where swaps are offered even before the gateway was asked. */
export const swapNetworkIds = [
  'eip155:1',
  'eip155:10',
  'eip155:56',
  'eip155:100',
  'eip155:137',
  'eip155:250',
  'eip155:324',
  'eip155:8217',
  'eip155:8453',
  'eip155:42161',
  'eip155:43114',
  'eip155:1313161554',
] as const satisfies readonly NetworkId[]

/** D-17: the list, and whatever the gateway says it can quote. */
export function offersSwap(networkId: NetworkId, quotable: readonly NetworkId[] = []): boolean {
  return swapNetworkIds.some((known) => known === networkId) || quotable.includes(networkId)
}

/** S9-14 */
export const namespaceSupport = {
  names: ['eip155'],
  balances: ['eip155', 'solana'],
  send: ['eip155', 'solana'],
  activity: ['eip155'],
} as const satisfies Record<string, readonly Namespace[]>

/** S9-14 */
export function isSupportedOn(feature: keyof typeof namespaceSupport, namespace: Namespace): boolean {
  return namespaceSupport[feature].some((known) => known === namespace)
}

/** Where the gateway reads a history from the chain itself; the widget shows it there too, beyond S9-14. */
const readHistories: readonly Namespace[] = ['solana']

/** S9-14, and where a gateway can tell an account's history without an index of its own. */
export function offersActivity(namespace: Namespace): boolean {
  return isSupportedOn('activity', namespace) || readHistories.includes(namespace)
}

/** S4-08 */
export const defaultAccountTypes = {
  eip155: 'smartAccount',
  solana: 'eoa',
  polkadot: 'eoa',
  bip122: 'payment',
} as const satisfies Record<Namespace, AccountType>

/** D-33: accounts the embedded wallet can hold. polkadot is absent: it is not embedded. */
export const embeddedAccountTypes = {
  eip155: ['eoa', 'smartAccount'],
  solana: ['eoa'],
  bip122: ['payment'],
} as const satisfies Partial<Record<Namespace, readonly AccountType[]>>
