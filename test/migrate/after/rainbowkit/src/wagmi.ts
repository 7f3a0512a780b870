/** The chains of the gallery. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { wagmi } from 'latchkey/eip155/wagmi'
import { createConfig } from 'wagmi'
import { http } from 'viem'
import { base, mainnet, optimism, polygon } from 'wagmi/chains'
import { siweConfig } from './session.js'

export const config = createConfig({
  chains: [mainnet, optimism, base, polygon],
  transports: {
    [mainnet.id]: http(),
    [optimism.id]: http(),
    [base.id]: http(),
    // Ours is faster than the public one.
    [polygon.id]: http('https://polygon.gallery.example'),
  },
  ssr: false,
})

export const kit = createLatchkey({
  metadata: { name: 'Gallery', description: '', url: globalThis.location?.origin ?? '', icons: [] },
  networks: [mainnet, optimism, base, polygon],
  adapters: [eip155({ wagmi: wagmi(config) })],
  siweConfig,
  themeMode: 'dark',
  themeVariables: { '--latchkey-accent': '#b4246c', '--latchkey-radius': '4px' },
})
