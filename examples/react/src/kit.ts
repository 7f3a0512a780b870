/** The kit is made once, outside of the components. */
import { createLatchkey } from 'latchkey'
import { createFakeAdapter, createFakeWallet } from 'latchkey/testing'

export const kit = createLatchkey({
  networks: [
    {
      id: 1,
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://your-node.example'] } },
    },
  ],
  // The adapter for the wallets of the browser is not built yet; a scripted wallet stands in for them.
  adapters: [createFakeAdapter({ wallets: [createFakeWallet({ name: 'Demo wallet' })] })],
})
