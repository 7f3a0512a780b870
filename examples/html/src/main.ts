/** One call makes the kit, one listener keeps the page up to date; the button in the page finds the kit by itself. */
import { createLatchkey, selectAccount } from 'latchkey'
import { createFakeAdapter, createFakeWallet } from 'latchkey/testing'

const kit = createLatchkey({
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

const account = document.querySelector('#account')
kit.subscribe((state) => {
  if (account) account.textContent = selectAccount(state)?.address ?? 'none'
})
