/** Everything about the account that signs, in full. */
import { selectAccount, selectConnector, selectNetwork } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Row } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworkChoice, selectNetworks } from '../select.js'
import { DisconnectButton } from './DisconnectButton.js'
import { ExplorerRow } from './ExplorerRow.js'
import { useCopyAddress } from './useCopyAddress.js'
import styles from './views.sheet.css'

export function View() {
  const t = useText()
  const account = useSelect(selectAccount)
  const connector = useSelect(selectConnector)
  const networkId = useSelect(selectNetworkChoice)?.networkId
  const copy = useCopyAddress()
  if (!account) return null
  const facts = [
    [t('settings.wallet'), connector?.name],
    [t('settings.type'), account.type === 'smartAccount' ? t('settings.smart') : t('settings.plain')],
    [t('settings.network-id'), networkId],
  ] as const
  return (
    <div className={styles.view}>
      <div className={styles.card}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('settings.address')}</dt>
            <dd className={styles.wholeAddress}>{account.address}</dd>
          </div>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <ActionButton icon="copy" onPress={() => copy(account.address)}>
          {t('account.copy')}
        </ActionButton>
      </div>
      <div className={styles.list}>
        <NetworkSetting />
        <ExplorerRow />
      </div>
      <DisconnectButton />
    </div>
  )
}

function NetworkSetting() {
  const kit = useKitContext()
  const t = useText()
  const network = useSelect(selectNetwork)
  const hasChoice = useSelect(selectNetworks).length > 1 && kit.options.enableNetworkSwitch
  const name = network?.name ?? t('account.network-unknown')
  return (
    <Row
      picture={<WalletImage name={name} icon={network?.assets?.imageUrl} isRound />}
      name={name}
      hint={t('account.network')}
      isDisabled={!hasChoice}
      {...(!hasChoice && { end: null })}
      onPress={() => push(kit, { view: 'Networks' })}
    />
  )
}
