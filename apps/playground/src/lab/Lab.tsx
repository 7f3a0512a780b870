/** Loads the demo wallets after the page is there: their keys bring a signing library with them. */
import { useEffect, useState } from 'react'
import { DemoWallets } from './DemoWallets.js'
import type { PageWallet } from './pageWallet.js'
import { Requests } from './Requests.js'

export function Lab() {
  const [wallets, setWallets] = useState<readonly PageWallet[]>([])
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isGone = false
    import('./demoWallets.js')
      .then(({ installDemoWallets }) => installDemoWallets())
      .then(
        (installed) => {
          if (!isGone) setWallets(installed)
        },
        (cause: unknown) => setError(cause instanceof Error ? cause.message : String(cause)),
      )
    return () => {
      isGone = true
    }
  }, [])
  return (
    <>
      <DemoWallets wallets={wallets} />
      {error && (
        <p className="panel" role="alert">
          The demo wallets could not be loaded: {error}
        </p>
      )}
      <Requests />
    </>
  )
}
