/** A provider, the button, and two hooks. */
import { LatchkeyButton, LatchkeyProvider, useAccount, useSignMessage } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.js'

function App() {
  const { address, isConnected } = useAccount()
  const { signMessage, isPending, data, error } = useSignMessage()
  return (
    <main>
      <h1>Latchkey in React</h1>
      <LatchkeyButton />
      <p>
        Account: <output>{address ?? 'none'}</output>
      </p>
      <button
        type="button"
        disabled={!isConnected || isPending}
        onClick={() => signMessage({ message: 'Hello' })}
      >
        Sign a message
      </button>
      <p>{data ?? error?.message}</p>
    </main>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <LatchkeyProvider kit={kit}>
    <App />
  </LatchkeyProvider>,
)
