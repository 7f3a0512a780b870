/** Latchkey for Ethereum, as its quick start has it: two networks, one button. */
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { LatchkeyButton, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { arbitrum, mainnet } from 'viem/chains'

const kit = createLatchkey({ networks: [mainnet, arbitrum], adapters: [eip155()] })

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider kit={kit}>
    <LatchkeyButton />
  </LatchkeyProvider>,
)
