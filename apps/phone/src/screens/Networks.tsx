/** Which network is in use. Connected apps follow. */
import { Icon } from '../parts/Icon.js'
import { Screen } from '../parts/Screen.js'
import { useSelect, useWallet } from '../parts/useWallet.js'
import type { WalletNetwork } from '../wallet/networks.js'

export function Networks({ onBack }: { onBack: () => void }) {
  const wallet = useWallet()
  const current = useSelect(({ networkId }) => networkId)
  const networks = useSelect(({ networks }) => networks)
  const nodes = useSelect(({ nodes }) => nodes)
  const choose = (network: WalletNetwork) => {
    void wallet.chooseNetwork(network)
    onBack()
  }
  return (
    <Screen title="Networks" onBack={onBack}>
      <p className="lead">Connected apps move to the network that you choose.</p>
      <ul className="rows" aria-label="Networks">
        {networks.map((network) => (
          <li key={network.id}>
            <button
              type="button"
              className="row"
              aria-pressed={network.id === current}
              onClick={() => choose(network)}
            >
              <span className="two">
                <strong>{network.name}</strong>
                <small>
                  {nodes === undefined || nodes.includes(network.id)
                    ? `Network ${network.chainId}`
                    : 'Signing only: no node here'}
                </small>
              </span>
              {network.id === current && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
      <p className="fine">
        Apps can ask to add others. This wallet reaches nodes through its own gateway only.
      </p>
    </Screen>
  )
}
