/** The node of a network: always through the gateway of this page's own origin, never an address that an app gave. */
import { type Chain, type Client, createClient, http, type Transport } from 'viem'
import type { WalletNetwork } from '../wallet/networks.js'

/** In milliseconds: one question, with one more try. */
const patience = 10_000

export type Node = Client<Transport, Chain>

/** `gateway` is an absolute address without a slash at its end. */
export function openNode(gateway: string, network: WalletNetwork): Node {
  const url = `${gateway}/v1?chainId=${network.id}`
  return createClient({
    chain: {
      id: network.chainId,
      name: network.name,
      nativeCurrency: { name: network.symbol, symbol: network.symbol, decimals: network.decimals },
      rpcUrls: { default: { http: [url] } },
    },
    transport: http(url, { timeout: patience, retryCount: 1 }),
    pollingInterval: 1_000,
  })
}
