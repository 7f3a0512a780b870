/** A page with no kit of its own: journeys make and destroy kits through `window.rig`. */
import { createLatchkey, defineAdapter } from 'latchkey'

const local = {
  id: 31337,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['/rpc'] } },
} as const

/** A namespace in which no wallet is installed. */
const noWallets = defineAdapter({
  namespace: 'eip155',
  start: () => ({ connectors: () => [], subscribe: () => () => {}, stop: () => {} }),
})

const rig = {
  create: (id: string) => createLatchkey({ id, networks: [local], adapters: [noWallets] }),
}

declare global {
  interface Window {
    rig: typeof rig
  }
}

window.rig = rig
