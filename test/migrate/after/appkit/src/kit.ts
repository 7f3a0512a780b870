/** The wallet connection of the shop. */
import { type AppKitNetwork, createAppKit } from 'latchkey/compat/appkit'
import { base, mainnet, optimism } from 'viem/chains'
import { WagmiAdapter } from 'latchkey/compat/appkit/wagmi'
import { siweConfig } from './siwe.js'

const projectId = 'shop'

export const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet, optimism, base]

export const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: false })

createAppKit({
  adapters: [wagmiAdapter],
  networks,
  projectId,
  metadata: { name: 'Shop', description: 'Things', url: 'https://shop.example', icons: [] },
  features: { analytics: false, email: false, socials: [] },
  themeMode: 'light',
  themeVariables: { '--w3m-accent': '#b4246c', '--w3m-border-radius-master': '2px' },
  siweConfig,
})
