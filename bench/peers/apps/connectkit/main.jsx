/** ConnectKit as its quick start has it. It does not accept React 19. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { arbitrum, mainnet } from 'wagmi/chains'

const config = createConfig(
  getDefaultConfig({
    appName: 'Compared',
    walletConnectProjectId: '0123456789abcdef0123456789abcdef',
    chains: [mainnet, arbitrum],
    transports: { [mainnet.id]: http(), [arbitrum.id]: http() },
  }),
)

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <ConnectKitProvider>
        <ConnectKitButton />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
