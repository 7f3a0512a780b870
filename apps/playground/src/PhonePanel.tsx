/** How to try a wallet on a phone without a phone. */

export function PhonePanel({ phone }: { phone: string }) {
  return (
    <section className="panel" aria-labelledby="phone">
      <h2 id="phone">Try it with a phone</h2>
      <p className="note">
        A wallet in a page of its own plays the phone. It talks to this page over the relay, as any wallet app
        does, and signs with test keys of the local chain.
      </p>
      <ol className="how">
        <li>
          <a href={phone} target="_blank" rel="noreferrer">
            Open the phone
          </a>{' '}
          beside this page.
        </li>
        <li>Press Connect wallet here, choose WalletConnect, and copy the link below the code.</li>
        <li>On the phone, press Scan a code, paste the link, and approve.</li>
      </ol>
      <p className="note">
        Or let it open by itself: choose Latchkey phone among the wallets. Then ask it to sign or to send,
        below; change its account or network on the phone and watch this page follow.
      </p>
    </section>
  )
}
