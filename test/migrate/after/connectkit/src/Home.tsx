/** The first page: who is there, and a signature. */
import { useModal, useSignIn } from 'latchkey/react'
import { useSignMessage, useConnection } from 'wagmi'

export function Home() {
  const { address, chain } = useConnection()
  const modal = useModal()
  const open = modal.isOpen
  const setOpen = (isOpen: boolean) => (isOpen ? modal.open() : modal.close())
  const { mutate: signMessage, data, isPending } = useSignMessage()
  const { isSignedIn, session, signOut } = useSignIn()
  return (
    <main>
      <output>{address ?? 'none'}</output>
      <p data-testid="network">{chain?.name}</p>
      <p data-testid="session">{isSignedIn ? session?.data.accountAddress : 'none'}</p>
      <p data-testid="signature">{data}</p>
      <button type="button" disabled={open} onClick={() => setOpen(true)}>
        Open by hook
      </button>
      <button type="button" disabled={isPending} onClick={() => signMessage({ message: 'Hello' })}>
        Sign
      </button>
      {isSignedIn && (
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      )}
    </main>
  )
}
