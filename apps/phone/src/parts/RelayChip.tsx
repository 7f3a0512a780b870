/** How the relay is doing, with a way to try again where that helps. */
import type { RelayState } from '../relay/watchRelay.js'
import { useSelect, useWallet } from './useWallet.js'

const words: Readonly<Record<RelayState['status'], string>> = {
  resting: 'Relay ready',
  connecting: 'Connecting…',
  connected: 'Connected',
  lost: 'Relay not reached',
  offline: 'No network',
  refused: 'Relay refuses',
}

const reasons: Partial<Readonly<Record<RelayState['status'], string>>> = {
  lost: 'The relay does not answer. It is tried again every few seconds; nothing is lost meanwhile.',
  offline: 'This device has no network. It goes on by itself when the network is back.',
}

export function RelayChip() {
  const { status } = useSelect(({ relay }) => relay)
  return (
    <span className="chip" data-status={status} data-testid="relay">
      {words[status]}
    </span>
  )
}

export function RelayTrouble() {
  const relay = useSelect(({ relay }) => relay)
  const wallet = useWallet()
  const reason = relay.status === 'refused' ? `The relay says: ${relay.reason}.` : reasons[relay.status]
  return (
    <div role="alert">
      {reason && (
        <div className="trouble">
          <span>{reason}</span>
          {relay.status !== 'offline' && (
            <button type="button" className="small-button" onClick={() => void wallet.retryRelay()}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  )
}
