/** The kit is made once, outside of the components. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'viem/chains'

export const kit = createLatchkey({ networks: [mainnet, base], adapters: [eip155()], themeMode: 'auto' })
