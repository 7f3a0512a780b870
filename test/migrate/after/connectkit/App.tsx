/** What the club shows of the wallet. */
import { useModal, LatchkeyButton } from 'latchkey/react'
import { useConnection, useSignMessage } from 'wagmi'

export function App() {
  const { address, chain } = useConnection()
  const modal = useModal()
  const open = modal.isOpen
  const setOpen = (isOpen: boolean) => (isOpen ? modal.open() : modal.close())
  const { mutate: signMessage, data } = useSignMessage()
  return (
    <main>
      <LatchkeyButton label="Log in" />
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" disabled={open} onClick={() => setOpen(true)}>
        Open by hook
      </button>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
    </main>
  )
}
