/** The demo wallets of the page, and every way to make one misbehave. */
import { useState } from 'react'
import { type Misbehaviour, nextTime } from './misbehaviours.js'
import type { PageWallet } from './pageWallet.js'
import { WalletPrompts } from './WalletPrompts.js'

export function DemoWallets({ wallets }: { readonly wallets: readonly PageWallet[] }) {
  const [chosen, setChosen] = useState(0)
  const [said, setSaid] = useState('')
  const wallet = wallets[chosen]
  const tell = (misbehaviour: Misbehaviour, when: string) => {
    misbehaviour.run()
    setSaid(`${wallet?.name}, ${when}: ${misbehaviour.name.toLowerCase()}`)
  }
  const buttons = (list: readonly Misbehaviour[], when: string) =>
    list.map((misbehaviour) => (
      <button
        key={misbehaviour.name}
        type="button"
        title={misbehaviour.note}
        onClick={() => tell(misbehaviour, when)}
      >
        {misbehaviour.name}
      </button>
    ))
  return (
    <section className="panel" aria-labelledby="demo">
      <h2 id="demo">Demo wallets</h2>
      <p className="note">
        No extension needed. These wallets live in this page, show themselves as extensions of their namespace
        do, and sign with well-known test keys. Choose one, tell it how to behave, then use it.
      </p>
      <fieldset className="choices">
        <legend>Wallet</legend>
        {wallets.map(({ id, name, namespace }, index) => (
          <label key={id}>
            <input
              type="radio"
              name="demo-wallet"
              checked={index === chosen}
              onChange={() => setChosen(index)}
            />
            {name}
            {namespace !== 'eip155' && <span className="kind"> {kinds[namespace]}</span>}
          </label>
        ))}
      </fieldset>
      <div className="behaviours">
        <fieldset>
          <legend>With its next question</legend>
          {wallet && buttons(nextTime(wallet), 'next question')}
        </fieldset>
        <fieldset>
          <legend>At once</legend>
          {wallet && buttons(wallet.atOnce, 'at once')}
        </fieldset>
      </div>
      <p role="status" className="said">
        {wallets.length === 0 ? 'Unpacking…' : said}
      </p>
      <WalletPrompts wallets={wallets} />
    </section>
  )
}

const kinds: Readonly<Record<PageWallet['namespace'], string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}
