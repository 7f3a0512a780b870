/** Signing in with the wallet: off until asked for, since it changes what connecting means. */
import { useKit, useSignIn } from 'latchkey/react'
import { signInSwitch } from './kit.js'

export function SignInPanel() {
  const isOn = new URLSearchParams(location.search).has(signInSwitch)
  return (
    <section className="panel" aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in with the wallet</h2>
      <p className="note">
        The wallet signs a message with a nonce of the gateway, which verifies it and opens a session: for
        keys, and for contracts before and after they are deployed.
      </p>
      {isOn ? <Session /> : <a href={`?${signInSwitch}#sign-in`}>Ask people to sign in on this page</a>}
    </section>
  )
}

function Session() {
  const kit = useKit()
  const { session, isSignedIn, signOut } = useSignIn()
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Signed in</dt>
          <dd data-testid="session">{session?.data.accountAddress ?? 'nobody'}</dd>
        </div>
      </dl>
      {isSignedIn ? (
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      ) : (
        <button type="button" onClick={() => kit.open({ view: 'SIWXSignMessage' })}>
          Sign in
        </button>
      )}{' '}
      <a href="/#sign-in">Without signing in</a>
    </>
  )
}
