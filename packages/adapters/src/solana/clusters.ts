/** Networks of Solana in the words of the Wallet Standard, which knows four of them by name. */
import { type NetworkId, solanaClusters } from '@latchkey/spec/caip'

/** What any other network is to a wallet: one of the developer's own. */
export const localnet = 'solana:localnet'

/** `solana:mainnet` for the network with that genesis; a network that nobody else knows is local. */
export function clusterOf(networkId: NetworkId): string {
  const found = Object.entries(solanaClusters).find(([, id]) => id === networkId)
  return found ? `solana:${found[0]}` : localnet
}
