/** The local chain as viem describes chains: what a client needs to batch calls and resolve names on it. */
import { type Chain, defineChain } from 'viem'
import { addresses, canonical } from './addresses.js'
import { chainId } from './chainId.js'

export function localChain(rpcUrl: string): Chain {
  return defineChain({
    id: chainId,
    name: 'Latchkey Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl], webSocket: [rpcUrl.replace(/^http/, 'ws')] } },
    contracts: {
      multicall3: { address: canonical.multicall3 },
      ensRegistry: { address: addresses.nameRegistry },
      ensUniversalResolver: { address: addresses.universalResolver },
    },
    testnet: true,
  })
}
