/** A server component; the button is one of ours, the account a component of the app. */
import { LatchkeyButton } from 'latchkey/react'
import { Account } from './Account'

export default function Page() {
  return (
    <main>
      <h1>Latchkey in Next.js</h1>
      <LatchkeyButton />
      <p>
        Account: <Account />
      </p>
    </main>
  )
}
