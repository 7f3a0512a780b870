/** The phone: a frame, the state of the relay, and the screen that is due. */
import { useEffect, useState } from 'react'
import { Icon } from './parts/Icon.js'
import { NoticeCard } from './parts/NoticeCard.js'
import { RelayChip, RelayTrouble } from './parts/RelayChip.js'
import { Screen } from './parts/Screen.js'
import { useSelect, useWallet } from './parts/useWallet.js'
import { Accounts } from './screens/Accounts.js'
import { AppDetails } from './screens/AppDetails.js'
import { AskScreen } from './screens/AskScreen.js'
import { Home } from './screens/Home.js'
import { Networks } from './screens/Networks.js'
import { home, type Place } from './screens/place.js'
import { Scan } from './screens/Scan.js'

export function Phone({ start }: { start: Place }) {
  return (
    <main className="page">
      <div className="device">
        <header className="bar">
          <span className="brand">
            <img src="/icon.svg" alt="" width="26" height="26" />
            Test wallet
          </span>
          <RelayChip />
        </header>
        <RelayTrouble />
        <NoticeCard />
        <Current start={start} />
        <p className="label">
          <Icon name="note" size={14} /> For testing only. The keys are published.
        </p>
      </div>
    </main>
  )
}

function Current({ start }: { start: Place }) {
  const phase = useSelect(({ phase }) => phase)
  const asks = useSelect(({ asks }) => asks)
  const wallet = useWallet()
  const [place, setPlace] = useState(start)
  const [ask] = asks
  const goHome = () => setPlace(home)
  const go = (next: Place) => {
    wallet.dismissNotice()
    setPlace(next)
  }
  // What was being done when a question came is over: the person goes on from the first screen.
  useEffect(() => {
    if (ask) setPlace(home)
  }, [ask])
  // In the tab, where it is seen from the page that asks.
  useEffect(() => {
    document.title = asks.length > 0 ? `(${asks.length}) Phone · Latchkey` : 'Phone · Latchkey'
  }, [asks.length])
  if (phase === 'starting') return <Waiting />
  if (phase !== 'ready') return <Stopped phase={phase} />
  if (ask) return <AskScreen key={ask.id} ask={ask} waiting={asks.length} />
  switch (place.name) {
    case 'home':
      return <Home go={go} />
    case 'scan':
      return <Scan onBack={goHome} />
    case 'accounts':
      return <Accounts onBack={goHome} />
    case 'networks':
      return <Networks onBack={goHome} />
    case 'app':
      return <AppDetails topic={place.topic} onBack={goHome} />
  }
}

const Waiting = () => (
  <div className="screen centred" aria-busy="true">
    <span className="spinner large" />
    <p className="quiet">Opening the wallet…</p>
  </div>
)

function Stopped({ phase }: { phase: 'elsewhere' | 'failed' }) {
  const isElsewhere = phase === 'elsewhere'
  return (
    <Screen
      title={isElsewhere ? 'Open in another tab' : 'The wallet did not open'}
      actions={
        <button type="button" className="primary" onClick={() => location.reload()}>
          {isElsewhere ? 'Use it here' : 'Try again'}
        </button>
      }
    >
      <p className="lead">
        {isElsewhere
          ? 'The wallet answers in one tab at a time, and another one has it now.'
          : 'The browser did not let this page keep its sessions. Private windows sometimes forbid it.'}
      </p>
    </Screen>
  )
}
