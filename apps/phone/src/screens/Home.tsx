/** The first screen: the account in use, the way to a new connection, and the apps that are connected. */
import { useMemo } from 'react'

import { useName } from '../parts/AccountLine.js'
import { AccountAvatar, AppAvatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import { Screen } from '../parts/Screen.js'
import { useBalance } from '../parts/useBalance.js'
import { useSelect } from '../parts/useWallet.js'
import { localNetwork, networkOf } from '../wallet/networks.js'
import { shortAddress, shortAmount } from '../words/amount.js'
import type { Place } from './place.js'

export function Home({ go }: { go: (place: Place) => void }) {
  const apps = useSelect(({ apps }) => apps)
  return (
    <Screen
      title="Wallet"
      isTitleHidden
      actions={
        <button type="button" className="primary" onClick={() => go({ name: 'scan' })}>
          <Icon name="scan" /> Scan a code
        </button>
      }
    >
      <AccountCard go={go} />
      <h2>Connected apps</h2>
      {apps.length === 0 ? (
        <Empty />
      ) : (
        <ul className="rows" aria-label="Connected apps">
          {apps.map(({ topic, app, networkId, networks }) => (
            <li key={topic}>
              <button type="button" className="row" onClick={() => go({ name: 'app', topic })}>
                <AppAvatar name={app.name} host={app.host} size={40} />
                <span className="two">
                  <strong>{app.name}</strong>
                  <small>{networkOf(networks, networkId)?.name ?? app.host}</small>
                </span>
                <Icon name="next" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  )
}

function AccountCard({ go }: { go: (place: Place) => void }) {
  const account = useSelect(({ account }) => account)
  const networkId = useSelect(({ networkId }) => networkId)
  const networks = useSelect(({ networks }) => networks)
  const network = useMemo(() => networkOf(networks, networkId) ?? localNetwork, [networks, networkId])
  const balance = useBalance(account, network)
  const name = useName(account)
  return (
    <section className="card account" aria-label="Account">
      <div className="account-head">
        <AccountAvatar address={account} />
        <span className="two">
          <strong data-testid="account-name">{name ?? shortAddress(account)}</strong>
          <small title={account} data-testid="account" data-address={account}>
            {shortAddress(account)}
          </small>
        </span>
        <button type="button" className="small-button" onClick={() => go({ name: 'accounts' })}>
          Change account
        </button>
      </div>
      <p className="balance" data-testid="balance">
        {balance.status === 'known' && shortAmount(balance.value, network.decimals, network.symbol)}
        {balance.status === 'loading' && <span className="quiet">…</span>}
        {balance.status === 'unknown' && (
          <span className="quiet small-text">This network has no node here</span>
        )}
      </p>
      <button type="button" className="pill" onClick={() => go({ name: 'networks' })}>
        <Icon name="globe" size={16} />
        <span className="unseen">Change network, now </span>
        <span data-testid="network">{network.name}</span>
      </button>
    </section>
  )
}

function Empty() {
  const playground = useSelect(({ facts }) => facts.playground)
  return (
    <div className="empty">
      <p>No app is connected yet.</p>
      <ol className="steps">
        <li>
          Open{' '}
          {playground ? (
            <a href={playground} target="_blank" rel="noreferrer">
              the playground
            </a>
          ) : (
            'an app'
          )}{' '}
          beside this page and press Connect wallet.
        </li>
        <li>Choose WalletConnect and copy the link below the code.</li>
        <li>Press Scan a code here and paste it.</li>
      </ol>
    </div>
  )
}
