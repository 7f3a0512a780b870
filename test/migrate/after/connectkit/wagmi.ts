/** The chains of the club. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { wagmi } from 'latchkey/eip155/wagmi'
import { createConfig, http } from 'wagmi'
import { mainnet, optimism } from 'wagmi/chains'

export const config = createConfig(
  {
    chains: [mainnet, optimism],
    transports: { [mainnet.id]: http(), [optimism.id]: http() },
  },
)

export const kit = createLatchkey({
  metadata: { name: 'Club', description: '', url: globalThis.location?.origin ?? '', icons: [] },
  networks: [mainnet, optimism],
  adapters: [eip155({ wagmi: wagmi(config) })],
})
