/** The first page: who is there, and a signature. */
import { useAppKit, useAppKitAccount, useAppKitNetwork, useAppKitState, useWalletInfo } from 'latchkey/compat/appkit'
import { useSignMessage } from 'wagmi'
import { useSession } from './siwe.js'

export function Home() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  const { open: isModalOpen } = useAppKitState()
  const { walletInfo } = useWalletInfo()
  const { mutate: signMessage, data } = useSignMessage()
  const session = useSession()
  return (
    <main>
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{caipNetwork?.name}</p>
      <p data-testid="wallet">{walletInfo?.name ?? 'none'}</p>
      <p data-testid="session">{session ?? 'none'}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" disabled={isModalOpen} onClick={() => open({ view: 'Connect' })}>
        Open by hook
      </button>
      {isConnected && (
        <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
          Sign
        </button>
      )}
    </main>
  )
}
