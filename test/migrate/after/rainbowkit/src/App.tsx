/** The pages of the gallery, by the hash of the address. */
import { useSyncExternalStore } from 'react'
import { Home } from './Home.js'
import { Settings } from './Settings.js'
import { WalletButton } from './WalletButton.js'

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function App() {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return (
    <>
      <header>
        <a href="#home">Home</a> <a href="#settings">Settings</a> <WalletButton />
      </header>
      {hash === '#settings' ? <Settings /> : <Home />}
    </>
  )
}
