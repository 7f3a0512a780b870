/** Latchkey with everything: four namespaces, and a wallet by email, by social login or by passkey. */
import { createLatchkey } from 'latchkey'
import { bip122, bitcoin } from 'latchkey/bip122'
import { eip155 } from 'latchkey/eip155'
import { polkadot } from 'latchkey/polkadot'
import { LatchkeyButton, LatchkeyProvider } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { createRoot } from 'react-dom/client'
import { arbitrum, mainnet } from 'viem/chains'

const solanaMainnet = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: ['https://solana.invalid'],
}
const polkadotRelay = {
  id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
  rpcUrls: ['https://polkadot.invalid'],
}

const kit = createLatchkey({
  networks: [mainnet, arbitrum, solanaMainnet, bitcoin, polkadotRelay],
  adapters: [eip155(), solana(), bip122(), polkadot()],
  projectId: 'compared',
  gatewayUrl: 'https://gateway.invalid',
  walletUrl: 'https://wallet.invalid',
  features: { email: true, socials: ['google', 'github', 'apple'] },
})

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider kit={kit}>
    <LatchkeyButton />
  </LatchkeyProvider>,
)
