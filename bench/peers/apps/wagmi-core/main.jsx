/** The baseline: a connection by @wagmi/core and viem, with one plain button and no modal. */
import { connect, createConfig, http, injected, reconnect } from '@wagmi/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { arbitrum, mainnet } from 'viem/chains'

const config = createConfig({
  chains: [mainnet, arbitrum],
  connectors: [injected()],
  transports: { [mainnet.id]: http(), [arbitrum.id]: http() },
})
reconnect(config)

function App() {
  const [shown, setShown] = useState('')
  const press = () =>
    connect(config, { connector: config.connectors[0] }).then(
      ({ accounts }) => setShown(accounts[0]),
      (error) => setShown(error.name),
    )
  return (
    <button id="connect" type="button" onClick={press}>
      Connect wallet {shown}
    </button>
  )
}

createRoot(document.getElementById('root')).render(<App />)
