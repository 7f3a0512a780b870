/** Latchkey for the wallets that people have already, of four namespaces. */
import { createLatchkey } from 'latchkey'
import { bip122, bitcoin } from 'latchkey/bip122'
import { eip155 } from 'latchkey/eip155'
import { polkadot, polkadotRelay } from 'latchkey/polkadot'
import { LatchkeyButton, LatchkeyProvider } from 'latchkey/react'
import { solana, solanaMainnet } from 'latchkey/solana'
import { createRoot } from 'react-dom/client'
import { arbitrum, mainnet } from 'viem/chains'

const kit = createLatchkey({
  networks: [mainnet, arbitrum, solanaMainnet, bitcoin, polkadotRelay],
  adapters: [eip155(), solana(), bip122(), polkadot()],
})

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider kit={kit}>
    <LatchkeyButton />
  </LatchkeyProvider>,
)
