/** The chains of the club. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { wagmi } from 'latchkey/eip155/wagmi'
import { createConfig, http } from 'wagmi'
import { base, mainnet, optimism } from 'wagmi/chains'
import { siweConfig } from './siwe.js'

export const config = createConfig(
  {
    chains: [mainnet, optimism, base],
    transports: {
      [mainnet.id]: http(),
      [optimism.id]: http(),
      [base.id]: http('https://base.club.example'),
    },
  },
)

export const kit = createLatchkey({
  metadata: { name: 'Club', description: 'For members', url: 'https://club.example', icons: [] },
  networks: [mainnet, optimism, base],
  adapters: [eip155({ wagmi: wagmi(config) })],
  siweConfig,
  themeMode: 'light',
  themeVariables: { '--latchkey-accent': '#b4246c', '--latchkey-radius': '8px' },
})
