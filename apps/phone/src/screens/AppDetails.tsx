/** One connected app: what it sees, how long, and the way out. */
import { AccountText } from '../parts/AccountLine.js'
import { AppFace } from '../parts/AppFace.js'
import { Facts } from '../parts/Facts.js'
import { Screen } from '../parts/Screen.js'
import { useSelect, useWallet } from '../parts/useWallet.js'
import { networkOf } from '../wallet/networks.js'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

export function AppDetails({ topic, onBack }: { topic: string; onBack: () => void }) {
  const wallet = useWallet()
  const apps = useSelect(({ apps }) => apps)
  const found = apps.find((app) => app.topic === topic)
  if (!found)
    return (
      <Screen title="Connected app" onBack={onBack}>
        <p className="lead">This app is not connected any more.</p>
      </Screen>
    )
  const { app, accounts, networks, others, networkId, expiresAt } = found
  const all = [...networks, ...others.flatMap((part) => part.networks)]
  return (
    <Screen
      title="Connected app"
      onBack={onBack}
      actions={
        <>
          <button type="button" className="secondary" onClick={() => void wallet.extend(found)}>
            Keep for a week
          </button>
          <button
            type="button"
            className="secondary bad"
            onClick={() => {
              void wallet.disconnect(found)
              onBack()
            }}
          >
            Disconnect
          </button>
        </>
      }
    >
      <AppFace app={app} />
      <Facts
        facts={[
          ['Sees', accounts.map((address) => <AccountText key={address} address={address} />)],
          ['Is on', networkOf(networks, networkId)?.name ?? all.find(({ id }) => id === networkId)?.name],
          ['Networks', all.map(({ name }) => name).join(', ')],
          ['Until', day.format(expiresAt)],
        ]}
      />
    </Screen>
  )
}
