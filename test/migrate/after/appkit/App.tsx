/** What the shop shows of the wallet. */
import { optimism } from 'viem/chains'
import { useAppKit, useAppKitAccount, useAppKitNetwork, useAppKitState, useDisconnect, useWalletInfo } from 'latchkey/compat/appkit'
import { useSignMessage } from 'wagmi'

export function App() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork, switchNetwork } = useAppKitNetwork()
  const { open: isModalOpen } = useAppKitState()
  const { walletInfo } = useWalletInfo()
  const { disconnect } = useDisconnect()
  const { mutate: signMessage, data } = useSignMessage()
  return (
    <main>
      <appkit-button label="Log in" />
      <appkit-network-button />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{caipNetwork?.name}</p>
      <p data-testid="wallet">{walletInfo?.name ?? 'none'}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" disabled={isModalOpen} onClick={() => open()}>
        Open by hook
      </button>
      {isConnected && (
        <>
          <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
            Sign
          </button>
          <button type="button" onClick={() => switchNetwork(optimism)}>
            Go to Optimism
          </button>
          <button type="button" onClick={() => disconnect()}>
            Leave
          </button>
        </>
      )}
    </main>
  )
}
