/** The second page: the network, and the way out. */
import { useModal, LatchkeyButton } from 'latchkey/react'
import { useState } from 'react'
import { useDisconnect, useSwitchChain, useConnection, useConnectionEffect } from 'wagmi'
import { optimism } from 'wagmi/chains'

export function Settings() {
  const [left, setLeft] = useState(0)
  const { address, chain } = useConnection()
  const { mutate: disconnect } = useDisconnect()
  const { mutateAsync: switchChainAsync } = useSwitchChain()
  const modal = useModal()
  const openSwitchNetworks = () => modal.open({ view: 'Networks' })
  const openProfile = () => modal.open({ view: 'Account' })
  useConnectionEffect({ onDisconnect: () => setLeft((count) => count + 1) })
  return (
    <main>
      <LatchkeyButton label="Log in here" />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="left">{left}</p>
      <button type="button" onClick={openSwitchNetworks}>
        Networks
      </button>
      <button type="button" onClick={openProfile}>
        Profile
      </button>
      <button type="button" onClick={() => void switchChainAsync({ chainId: optimism.id })}>
        Go to Optimism
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </main>
  )
}
