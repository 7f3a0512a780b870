/** The chains of the gallery. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { wagmi } from 'latchkey/eip155/wagmi'
import { http, createConfig } from 'wagmi'
import { mainnet, optimism } from 'wagmi/chains'

export const config = createConfig({
  transports: { [mainnet.id]: http(), [optimism.id]: http() },
  chains: [mainnet, optimism],
  ssr: false,
})

export const kit = createLatchkey({
  metadata: { name: 'Gallery', description: '', url: globalThis.location?.origin ?? '', icons: [] },
  networks: [mainnet, optimism],
  adapters: [eip155({ wagmi: wagmi(config) })],
})
