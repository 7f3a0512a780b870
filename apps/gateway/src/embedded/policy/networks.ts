/** Networks whose coins are worth nothing: D-30 lets small requests stay in the frame there, whatever they move. */
import { solanaClusters } from '@latchkey/spec/caip'

const testNetworks: ReadonlySet<string> = new Set([
  ...[11155111, 17000, 560048, 84532, 421614, 11155420, 80002, 97, 43113, 10200, 1337, 31337].map(
    (id) => `eip155:${id}`,
  ),
  solanaClusters.devnet,
  solanaClusters.testnet,
  'bip122:000000000933ea01ad0ee984209779ba',
  'bip122:00000008819873e925422c1ff0f99f7c',
])

export const isTestNetwork = (chainId: string): boolean => testNetworks.has(chainId)
