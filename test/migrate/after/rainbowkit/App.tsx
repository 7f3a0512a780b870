/** What the gallery shows of the wallet. */
import { useModal, LatchkeyButton } from 'latchkey/react'
import { useConnection, useSignMessage } from 'wagmi'

export function App() {
  const { address, chain, isConnected } = useConnection()
  const connectModal = useModal()
  const openConnectModal = () => connectModal.open({ view: 'Connect' })
  const accountModal = useModal()
  const openAccountModal = () => accountModal.open({ view: 'Account' })
  const chainModal = useModal()
  const chooseChain = () => chainModal.open({ view: 'Networks' })
  const { mutate: signMessage, data } = useSignMessage()
  return (
    <main>
      <LatchkeyButton label="Log in" balance="hide" />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" onClick={isConnected ? openAccountModal : openConnectModal}>
        Open by hook
      </button>
      <button type="button" onClick={chooseChain}>
        Networks
      </button>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
    </main>
  )
}
