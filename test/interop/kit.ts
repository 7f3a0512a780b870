/** A kit of ours in this process, with the relay as its only way to a wallet. */

import { eip155 } from '@latchkey/adapters/eip155'
import {
  type CreateLatchkeyOptions,
  createLatchkey,
  createMemoryStorage,
  type Kit,
  type Network,
} from '@latchkey/core'
import { until } from '../harness/until.js'

/** Nobody listens there, so a test that reaches it without meaning to fails at once. */
const nowhere = 'http://127.0.0.1:9'

export const network = (id: number, rpcUrl = nowhere): Network => ({
  id,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}`,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})

export const openKit = (options: Partial<CreateLatchkeyOptions> & { readonly relayUrl: string }): Kit =>
  createLatchkey({
    networks: [network(1), network(10)],
    adapters: [eip155({ target: new EventTarget() })],
    storage: createMemoryStorage(),
    metadata: { name: 'Kit', description: '', url: 'https://kit.test', icons: [] },
    logLevel: 'silent',
    isMobile: false,
    ...options,
  })

export const connectorId = 'walletConnect'

/** The code on the screen. */
export const shownUri = (kit: Kit, not?: string): Promise<string> =>
  until(
    () => {
      const uri = kit.store.get().connections.eip155?.attempt?.uri
      return uri !== not && uri
    },
    { what: 'a code is shown' },
  )
