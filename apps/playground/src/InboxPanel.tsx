/** How to get a wallet by email or by an account that one has, without leaving this machine. */

export function InboxPanel({ inbox }: { inbox: string }) {
  return (
    <section className="panel" aria-labelledby="inbox">
      <h2 id="inbox">Try it without a wallet</h2>
      <p className="note">
        A wallet of your own in a minute, by email, by one of the sign-in services, or with a passkey. Mails
        of this local world go nowhere: they land in an inbox page. The same page plays the services.
      </p>
      <ol className="how">
        <li>
          <a href={inbox} target="_blank" rel="noreferrer">
            Open the inbox
          </a>{' '}
          beside this page.
        </li>
        <li>Press Connect wallet here, and type any address: ada@example.org will do.</li>
        <li>
          Open the mail, follow its link, and type the two digits that this page shows. The page gives you a
          code: type it here.
        </li>
      </ol>
      <p className="note">
        Then ask the wallet to sign, below. The first time it lets you choose how you confirm: a passkey of
        this device, or a PIN. Accounts at the services are made up, too: choose one when its page asks.
      </p>
    </section>
  )
}
