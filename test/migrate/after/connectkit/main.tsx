/** The page of the club. */
import { LatchkeyProvider } from 'latchkey/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './App.js'
import { config, kit } from './wagmi.js'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <LatchkeyProvider kit={kit}>
        <App />
      </LatchkeyProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
