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
  /** Ids of networks that are not shown. */
  readonly without: readonly string[]
  /** Whether any network is left. */
  readonly isAnywhere: boolean
  toggleAccount(address: Address): void
  toggleNetwork(id: string): void
}

/** Starts with the account in use and every network; the network in use comes first. */
export function useConnectChoice(ask: Ask): ConnectChoice {
  const current = useSelect(({ account }) => account)
  const networkId = useSelect(({ networkId }) => networkId)
  const [chosen, setChosen] = useState<readonly Address[]>([current])
  const [without, setWithout] = useState<readonly string[]>([])
  const asked = 'networks' in ask ? ask.networks : []
  const others = ask.kind === 'connect' ? ask.others.flatMap(({ networks }) => networks) : []
  const toggled = <Item,>(list: readonly Item[], item: Item) =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
  return {
    accounts: [...addresses]
      .filter((address) => chosen.includes(address))
      .sort((one, other) => Number(other === current) - Number(one === current)),
    networks: asked
      .filter(({ id }) => !without.includes(id))
      .toSorted((one, other) => Number(other.id === networkId) - Number(one.id === networkId)),
    without,
    isAnywhere: [...asked, ...others].some(({ id }) => !without.includes(id)),
    toggleAccount: (address) =>
      // A sign-in speaks for one account.
      setChosen(ask.kind === 'sign-in' ? [address] : toggled(chosen, address)),
    toggleNetwork: (id) => setWithout(toggled(without, id)),
  }
}

export function ConnectBody({ ask, choice }: { ask: ConnectAsk | SignInAsk; choice: ConnectChoice }) {
  const isSignIn = ask.kind === 'sign-in'
  const required = ask.kind === 'connect' ? ask.required : []
  const others = ask.kind === 'connect' ? ask.others.flatMap(({ networks }) => networks) : []
  const all = [...ask.networks, ...others]
  const left = all.filter(({ id }) => !choice.without.includes(id))
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
      {all.length > 0 && (
        <details className="card">
          <summary>{left.length === 1 ? left[0]?.name : `${left.length} networks`}</summary>
          <fieldset>
            <legend className="unseen">Networks</legend>
            {all.map((network) => (
              <NetworkOption
                key={network.id}
                network={network}
                isRequired={required.includes(network.id)}
                choice={choice}
              />
            ))}
          </fieldset>
        </details>
      )}
      <ul className="promises">
        <li>It sees the addresses that you choose, and their balances.</li>
        {others.length > 0 && <li>It also sees the same people’s accounts on {familiesOf(ask)}.</li>}
        <li>It can ask for signatures and transactions. Each one needs your yes.</li>
        {ask.kind === 'connect' && ask.leftOut.length > 0 && (
          <li>It also asked for {ask.leftOut.join(', ')}; this wallet has no accounts of it.</li>
        )}
      </ul>
    </>
  )
}

function NetworkOption({
  network: { id, name, ...network },
  isRequired,
  choice,
}: {
  network: { readonly id: string; readonly name: string; readonly isUnknown?: boolean }
  isRequired: boolean
  choice: ConnectChoice
}) {
  return (
    <label className="option">
      <input
        type="checkbox"
        checked={!choice.without.includes(id)}
        disabled={isRequired}
        onChange={() => choice.toggleNetwork(id)}
      />
      <span className="two">
        <strong>{name}</strong>
        {isRequired && <small>The app insists on it</small>}
        {network.isUnknown && <small>Not known to this wallet</small>}
      </span>
    </label>
  )
}

const families = { solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' } as const
const list = new Intl.ListFormat('en')

const familiesOf = (ask: ConnectAsk | SignInAsk) =>
  list.format(ask.kind === 'connect' ? ask.others.map(({ namespace }) => families[namespace]) : [])
