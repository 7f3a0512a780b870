/** The wallet is on a network that the page does not use: move it, or leave (S2-10). */
import type { NetworkId } from '@latchkey/spec/caip'
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import partStyles from '../parts/parts.sheet.css'
import { selectNetworks } from '../select.js'
import { DisconnectButton } from './DisconnectButton.js'
import { NetworkRow } from './NetworkRow.js'
import { useNetworksText } from './networksCopy.js'
import { useReason } from './reason.js'
import styles from './views.sheet.css'

type Choice = { readonly networkId: NetworkId; readonly error?: string }

/** Asks in the list itself: from here there is no way back to go. */
export function View() {
  const kit = useKitContext()
  const t = useNetworksText()
  const reason = useReason()
  const networks = useSelect(selectNetworks)
  const namespace = useSelect((state) => state.activeNamespace)
  const [choice, setChoice] = useState<Choice>()

  const choose = async (networkId: NetworkId) => {
    if (choice && choice.error === undefined) return
    setChoice({ networkId })
    try {
      // When the wallet arrives, the kit closes this view by itself.
      await kit.switchNetwork({ networkId })
    } catch (cause) {
      kit.log.info('The network was not switched', cause)
      setChoice({ networkId, error: wordOf(cause) })
    }
  }
  const wordOf = (cause: unknown) => {
    if (isUserRejection(cause)) return t('networks.declined')
    if (isLatchkeyError(cause, 'network.not-supported')) return t('networks.not-known')
    return reason(cause) ?? t('switch.failed')
  }
  const hintOf = (networkId: NetworkId) =>
    choice?.networkId === networkId ? (choice.error ?? t('networks.waiting')) : undefined

  return (
    <div className={styles.view}>
      <p className={styles.lead}>{t('networks.unsupported')}</p>
      <ul className={styles.list} aria-label={t('networks.list')}>
        {networks
          .filter(({ chainNamespace }) => chainNamespace === namespace)
          .map((network) => (
            <li key={network.caipNetworkId}>
              <NetworkRow
                network={network}
                isCurrent={false}
                hint={hintOf(network.caipNetworkId)}
                isBusy={choice?.networkId === network.caipNetworkId && choice.error === undefined}
                onPress={() => void choose(network.caipNetworkId)}
              />
            </li>
          ))}
      </ul>
      <p role="status" className={partStyles.hiddenText}>
        {choice && hintOf(choice.networkId)}
      </p>
      <DisconnectButton />
    </div>
  )
}
