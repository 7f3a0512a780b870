/** A provider, the button element, and a hook. */
import { LatchkeyProvider, useAccount } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.js'

function App() {
  const { address } = useAccount()
  return (
    <main>
      <h1>Latchkey in React</h1>
      <latchkey-button />
      <p>
        Account: <output>{address ?? 'none'}</output>
      </p>
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
