/** The second page: the network, and the way out. */
import { useModal, LatchkeyButton } from 'latchkey/react'
import { useState } from 'react'
import { useDisconnect, useSwitchChain, useConnection, useConnectionEffect } from 'wagmi'
import { optimism } from 'wagmi/chains'

export function Settings() {
  const [left, setLeft] = useState(0)
  const { address, chain } = useConnection()
  const { mutateAsync: disconnectAsync } = useDisconnect()
  const { mutate: switchChain } = useSwitchChain()
  const chainModal = useModal()
  const chooseChain = () => chainModal.open({ view: 'Networks' })
  useConnectionEffect({ onDisconnect: () => setLeft((count) => count + 1) })
  return (
    <main>
      <LatchkeyButton label="Log in here" balance="hide" />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="left">{left}</p>
      <button type="button" onClick={chooseChain}>
        Networks
      </button>
      <button type="button" onClick={() => switchChain({ chainId: optimism.id })}>
        Go to Optimism
      </button>
      <button type="button" onClick={() => void disconnectAsync()}>
        Leave
      </button>
    </main>
  )
}
