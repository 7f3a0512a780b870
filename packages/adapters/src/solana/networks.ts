/** Solana's networks, named as everybody names them; `solana` itself is the adapter. */
import { type NetworkId, solanaClusters } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
const referenceOf = (id: NetworkId) => id.slice('solana:'.length)

/** The public nodes refuse pages that ask much; a gateway, or a node of one's own, does not. */
const network = (cluster: keyof typeof solanaClusters, name: string, node: string): Network => ({
  id: referenceOf(solanaClusters[cluster]),
  chainNamespace: 'solana',
  caipNetworkId: solanaClusters[cluster],
  name,
  nativeCurrency,
  rpcUrls: { default: { http: [`https://${node}`] } },
  testnet: cluster !== 'mainnet',
})

/** Solana's main network. */
export const solanaMainnet: Network = /* @__PURE__ */ (() => ({
  ...network('mainnet', 'Solana', 'api.mainnet-beta.solana.com'),
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } },
}))()
/** Solana's network for development. */
export const solanaDevnet: Network = /* @__PURE__ */ network(
  'devnet',
  'Solana Devnet',
  'api.devnet.solana.com',
)
/** Solana's network for tests of its nodes. */
export const solanaTestnet: Network = /* @__PURE__ */ network(
  'testnet',
  'Solana Testnet',
  'api.testnet.solana.com',
)

/** A chain of one's own. `genesisHash` is what its node calls itself, in base58; its first 32 letters are the id. */
export const solanaLocalnet = (url: string, genesisHash: string): Network => {
  const reference = genesisHash.slice(0, 32)
  return {
    id: reference,
    chainNamespace: 'solana',
    caipNetworkId: `solana:${reference}`,
    name: 'Solana Localnet',
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}
