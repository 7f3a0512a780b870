/** Which account is in use. Connected apps follow. */
import type { Address } from 'viem'
import { addresses } from '../keys/accounts.js'
import { AccountText } from '../parts/AccountLine.js'
import { AccountAvatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import { Screen } from '../parts/Screen.js'
import { useSelect, useWallet } from '../parts/useWallet.js'

export function Accounts({ onBack }: { onBack: () => void }) {
  const wallet = useWallet()
  const current = useSelect(({ account }) => account)
  const count = useSelect(({ apps }) => apps.length)
  const choose = (address: Address) => {
    void wallet.chooseAccount(address)
    onBack()
  }
  return (
    <Screen title="Accounts" onBack={onBack}>
      <p className="lead">
        {count > 0
          ? 'Connected apps move to the account that you choose.'
          : 'New connections start with the account that you choose.'}
      </p>
      <ul className="rows" aria-label="Accounts">
        {addresses.map((address) => (
          <li key={address}>
            <button
              type="button"
              className="row"
              aria-pressed={address === current}
              onClick={() => choose(address)}
            >
              <AccountAvatar address={address} size={40} />
              <AccountText address={address} />
              {address === current && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
      <p className="fine">
        The keys of these accounts are published for testing. They are funded on the local chain and worth
        nothing anywhere; never send anything of value to them.
      </p>
    </Screen>
  )
}
