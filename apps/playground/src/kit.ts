/** The kit of this page. */
import { createLatchkey } from 'latchkey'
import { demoAdapter } from './demoAdapter.js'
import { networks } from './networks.js'
import { demoAddress, demoWallets } from './wallets.js'

export const kit = createLatchkey({
  networks,
  gatewayUrl: '/gateway',
  adapters: [demoAdapter({ wallets: demoWallets, address: demoAddress })],
  metadata: {
    name: 'Latchkey playground',
    description: 'Every view, every state, every option.',
    url: location.origin,
    icons: ['/icon.svg'],
  },
})
