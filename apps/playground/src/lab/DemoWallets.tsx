/** The demo wallets of the page, and every way to make one misbehave. */
import type { LabWallet } from 'latchkey/testing'
import { useState } from 'react'
import { atOnce, type Misbehaviour, nextTime } from './misbehaviours.js'
import { WalletPrompts } from './WalletPrompts.js'

export function DemoWallets({ wallets }: { readonly wallets: readonly LabWallet[] }) {
  const [chosen, setChosen] = useState(0)
  const [said, setSaid] = useState('')
  const wallet = wallets[chosen]
  const tell = (misbehaviour: Misbehaviour, when: string) => {
    if (!wallet) return
    misbehaviour.run(wallet)
    setSaid(`${wallet.info.name}, ${when}: ${misbehaviour.name.toLowerCase()}`)
  }
  const buttons = (list: readonly Misbehaviour[], when: string) =>
    list.map((misbehaviour) => (
      <button
        key={misbehaviour.name}
        type="button"
        title={misbehaviour.note}
        disabled={!wallet}
        onClick={() => tell(misbehaviour, when)}
      >
        {misbehaviour.name}
      </button>
    ))
  return (
    <section className="panel" aria-labelledby="demo">
      <h2 id="demo">Demo wallets</h2>
      <p className="note">
        No extension needed. These wallets live in this page, announce themselves as an extension does, and
        sign with well-known test keys of the local chain. Choose one, tell it how to behave, then use it.
      </p>
      <fieldset className="choices">
        <legend>Wallet</legend>
        {wallets.map(({ info }, index) => (
          <label key={info.rdns}>
            <input
              type="radio"
              name="demo-wallet"
              checked={index === chosen}
              onChange={() => setChosen(index)}
            />
            {info.name}
          </label>
        ))}
      </fieldset>
      <div className="behaviours">
        <fieldset>
          <legend>With its next question</legend>
          {buttons(nextTime, 'next question')}
        </fieldset>
        <fieldset>
          <legend>At once</legend>
          {buttons(atOnce, 'at once')}
        </fieldset>
      </div>
      <p role="status" className="said">
        {wallets.length === 0 ? 'Unpacking…' : said}
      </p>
      <WalletPrompts wallets={wallets} />
    </section>
  )
}
