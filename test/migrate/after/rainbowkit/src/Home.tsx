/** The first page: who is there, and a signature. */
import { useModal } from 'latchkey/react'
import { useSignMessage, useConnection } from 'wagmi'
import { useSession } from './session.js'

export function Home() {
  const { address, chain, isConnected } = useConnection()
  const connectModal = useModal()
  const openConnectModal = () => connectModal.open({ view: 'Connect' })
  const accountModal = useModal()
  const openAccountModal = () => accountModal.open({ view: 'Account' })
  const { mutate: signMessage, data, isPending } = useSignMessage()
  const session = useSession()
  return (
    <main>
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="session">{session.address ?? 'none'}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" onClick={isConnected ? openAccountModal : openConnectModal}>
        Open by hook
      </button>
      <button type="button" disabled={isPending} onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
    </main>
  )
}
