/** The second page: the network, and the way out. */
import { optimism } from 'viem/chains'
import { useAppKitAccount, useAppKitNetwork, useAppKitTheme, useDisconnect } from 'latchkey/compat/appkit'
import { useState } from 'react'
import { useConnection, useConnectionEffect } from 'wagmi'

export function Settings() {
  const [left, setLeft] = useState(0)
  const { address, embeddedWalletInfo } = useAppKitAccount()
  const { chain } = useConnection()
  const { switchNetwork } = useAppKitNetwork()
  const { disconnect } = useDisconnect()
  const { themeMode, setThemeMode } = useAppKitTheme()
  useConnectionEffect({ onDisconnect: () => setLeft((count) => count + 1) })
  return (
    <main>
      <appkit-network-button />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="left">{left}</p>
      <p data-testid="email">{embeddedWalletInfo?.user?.email ?? 'none'}</p>
      <button type="button" onClick={() => setThemeMode(themeMode === 'dark' ? 'light' : 'dark')}>
        Other theme
      </button>
      <button type="button" onClick={() => switchNetwork(optimism)}>
        Go to Optimism
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Leave
      </button>
    </main>
  )
}
