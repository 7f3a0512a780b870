/** Well-known networks of this kind. Their ids are the first digits of their genesis hashes (CAIP-13). */
import type { Network } from '@latchkey/spec/entities'

interface Known {
  readonly reference: string
  readonly name: string
  readonly node: string
  readonly explorer: string
}

const network = (
  { reference, name, node, explorer }: Known,
  symbol: string,
  decimals: number,
  testnet = false,
): Network => ({
  id: reference,
  chainNamespace: 'polkadot',
  caipNetworkId: `polkadot:${reference}`,
  name,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: { default: { http: [`https://${node}`] } },
  blockExplorers: { default: { name: 'Subscan', url: `https://${explorer}.subscan.io` } },
  testnet,
})

/** Polkadot's relay chain. */
export const polkadotRelay: Network = /* @__PURE__ */ network(
  {
    reference: '91b171bb158e2d3848fa23a9f1c25182',
    name: 'Polkadot',
    node: 'rpc.polkadot.io',
    explorer: 'polkadot',
  },
  'DOT',
  10,
)

/** Where the balances of most people are. */
export const polkadotAssetHub: Network = /* @__PURE__ */ network(
  {
    reference: '68d56f15f85d3136970ec16946040bc1',
    name: 'Polkadot Asset Hub',
    node: 'polkadot-asset-hub-rpc.polkadot.io',
    explorer: 'assethub-polkadot',
  },
  'DOT',
  10,
)

/** Kusama's relay chain. */
export const kusama: Network = /* @__PURE__ */ network(
  {
    reference: 'b0a8d493285c2df73290dfb7e61f870f',
    name: 'Kusama',
    node: 'kusama-rpc.polkadot.io',
    explorer: 'kusama',
  },
  'KSM',
  12,
)

/** Where the balances of most people on Kusama are. */
export const kusamaAssetHub: Network = /* @__PURE__ */ network(
  {
    reference: '48239ef607d7928874027a43a6768920',
    name: 'Kusama Asset Hub',
    node: 'kusama-asset-hub-rpc.polkadot.io',
    explorer: 'assethub-kusama',
  },
  'KSM',
  12,
)

/** The test network of Polkadot. */
export const paseo: Network = /* @__PURE__ */ network(
  {
    reference: '77afd6190f1554ad45fd0d31aee62aac',
    name: 'Paseo',
    node: 'paseo-rpc.n.dwellir.com',
    explorer: 'paseo',
  },
  'PAS',
  10,
  true,
)
