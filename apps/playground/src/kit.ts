/** The kit of this page: wallets that announce themselves, extensions and demo wallets alike. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { networks } from './networks.js'

export const kit = createLatchkey({
  networks,
  gatewayUrl: '/gateway',
  adapters: [eip155()],
  metadata: {
    name: 'Latchkey playground',
    description: 'Every view, every state, every option.',
    url: location.origin,
    icons: ['/icon.svg'],
  },
})
