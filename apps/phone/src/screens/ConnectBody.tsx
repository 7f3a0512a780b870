/** What an app would see and might ask for after a yes, and what of it the person gives. */
import { useState } from 'react'
import type { Address } from 'viem'
import type { Ask, ConnectAsk, SignInAsk } from '../asks/ask.js'
import { addresses } from '../keys/accounts.js'
import { AccountText } from '../parts/AccountLine.js'
import { AccountAvatar } from '../parts/Avatar.js'
import { Facts } from '../parts/Facts.js'
import { useSelect } from '../parts/useWallet.js'
import type { WalletNetwork } from '../wallet/networks.js'

interface ConnectChoice {
  /** The one in use first. */
  readonly accounts: readonly Address[]
  readonly networks: readonly WalletNetwork[]
  toggleAccount(address: Address): void
  toggleNetwork(id: string): void
}

/** Starts with the account in use and every network; the network in use comes first. */
export function useConnectChoice(ask: Ask): ConnectChoice {
  const current = useSelect(({ account }) => account)
  const networkId = useSelect(({ networkId }) => networkId)
  const [chosen, setChosen] = useState<readonly Address[]>([current])
  const [without, setWithout] = useState<readonly string[]>([])
  const asked = ask.kind === 'request' ? [] : ask.networks
  const toggled = <Item,>(list: readonly Item[], item: Item) =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
  return {
    accounts: [...addresses]
      .filter((address) => chosen.includes(address))
      .sort((one, other) => Number(other === current) - Number(one === current)),
    networks: asked
      .filter(({ id }) => !without.includes(id))
      .toSorted((one, other) => Number(other.id === networkId) - Number(one.id === networkId)),
    toggleAccount: (address) =>
      // A sign-in speaks for one account.
      setChosen(ask.kind === 'sign-in' ? [address] : toggled(chosen, address)),
    toggleNetwork: (id) => setWithout(toggled(without, id)),
  }
}

export function ConnectBody({ ask, choice }: { ask: ConnectAsk | SignInAsk; choice: ConnectChoice }) {
  const isSignIn = ask.kind === 'sign-in'
  const required = ask.kind === 'connect' ? ask.required : []
  return (
    <>
      {isSignIn && (
        <div className="card quote">
          <p>
            You sign in to <strong>{ask.domain}</strong>.
          </p>
          {ask.statement && <blockquote dir="auto">{ask.statement}</blockquote>}
          {ask.cautions.map((caution) => (
            <p key={caution} className="caution">
              {caution}
            </p>
          ))}
          <Facts facts={ask.facts} />
        </div>
      )}
      <fieldset className="card">
        <legend>{isSignIn ? 'Sign in with' : 'Show these accounts'}</legend>
        {addresses.map((address) => (
          <label key={address} className="option">
            <input
              type={isSignIn ? 'radio' : 'checkbox'}
              name="accounts"
              checked={choice.accounts.includes(address)}
              onChange={() => choice.toggleAccount(address)}
            />
            <AccountAvatar address={address} size={32} />
            <AccountText address={address} />
          </label>
        ))}
      </fieldset>
      {ask.networks.length > 0 && (
        <details className="card">
          <summary>
            {choice.networks.length === 1 ? choice.networks[0]?.name : `${choice.networks.length} networks`}
          </summary>
          <fieldset>
            <legend className="unseen">Networks</legend>
            {ask.networks.map(({ id, name, isUnknown }) => (
              <label key={id} className="option">
                <input
                  type="checkbox"
                  checked={choice.networks.some((network) => network.id === id)}
                  disabled={required.includes(id)}
                  onChange={() => choice.toggleNetwork(id)}
                />
                <span className="two">
                  <strong>{name}</strong>
                  {required.includes(id) && <small>The app insists on it</small>}
                  {isUnknown && <small>Not known to this wallet</small>}
                </span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
      <ul className="promises">
        <li>It sees the addresses that you choose, and their balances.</li>
        <li>It can ask for signatures and transactions. Each one needs your yes.</li>
        {ask.kind === 'connect' && ask.leftOut.length > 0 && (
          <li>It also asked for {ask.leftOut.join(', ')}; this wallet has Ethereum accounts only.</li>
        )}
      </ul>
    </>
  )
}
