/** Which kinds of account a person can choose between, where they are. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { AccountType } from '@latchkey/spec/options'

/** None where there is nothing to choose: only Ethereum has two, and a smart account only where the wallet can make one. */
export function accountTypeChoices(
  namespace: Namespace,
  networkId: NetworkId | undefined,
  smartAccountNetworks: readonly NetworkId[],
): readonly AccountType[] {
  if (namespace !== 'eip155' || networkId === undefined) return []
  return smartAccountNetworks.includes(networkId) ? ['smartAccount', 'eoa'] : []
}
