/** A page with a kit that knows no other way than the relay; the test drives it through `window`. */
import { eip155 } from '@latchkey/adapters/eip155'
import { createLatchkey, type Kit } from '@latchkey/core'
import { mainnet, optimism } from 'viem/chains'

declare global {
  interface Window {
    kit: Kit
  }
}

window.kit = createLatchkey({
  networks: [mainnet, optimism],
  adapters: [eip155({ target: new EventTarget() })],
  relayUrl: new URLSearchParams(location.search).get('relay') ?? '',
  logLevel: 'silent',
})
