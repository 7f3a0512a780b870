/** The demo dApp: a page that uses Latchkey as any app would, and shows what it sees. */

import { InboxPanel } from './InboxPanel.js'
import { LiveState } from './LiveState.js'
import { LocalWorld } from './LocalWorld.js'
import { Lab } from './lab/Lab.js'
import { isPage, type LocalWorldFacts } from './localWorld.js'
import { PhonePanel } from './PhonePanel.js'
import { Scenes } from './Scenes.js'
import { SignInPanel } from './SignInPanel.js'
import { Shop } from './shop/Shop.js'
import { ThemeSwitch } from './ThemeSwitch.js'

export function App({ world }: { world: LocalWorldFacts | undefined }) {
  const { phone, inbox, wallet } = world?.urls ?? {}
  return (
    <>
      <header className="bar">
        <a className="brand" href="/">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Latchkey
        </a>
        <div className="tools">
          <ThemeSwitch />
          <latchkey-network-button size="sm" />
          <latchkey-button size="sm" balance="hide" />
        </div>
      </header>
      <main>
        <section className="hero">
          <p className="eyebrow">Playground</p>
          <h1>Your users’ wallets, on your own ground.</h1>
          <p className="lead">
            Connect any wallet, sign and send with one small kit. Open from end to end, self-hosted, no vendor
            account.
          </p>
          <div className="actions">
            <latchkey-connect-button size="lg" />
            <latchkey-account-button size="lg" />
            <a className="plain" href="#screens">
              See every screen
            </a>
            <a className="plain" href="/theme.html">
              Theme editor
            </a>
          </div>
        </section>
        <LiveState />
        {isPage(inbox) && isPage(wallet) && <InboxPanel inbox={inbox} />}
        {isPage(phone) && <PhonePanel phone={phone} />}
        <Lab />
        {world && <Shop world={world} />}
        {world && <SignInPanel />}
        <Scenes />
        {world && <LocalWorld world={world} />}
      </main>
    </>
  )
}
