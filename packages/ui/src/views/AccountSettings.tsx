/** Everything about the account that signs, in full. */
import { selectAccount, selectConnector } from '@latchkey/core'
import { names, push } from '@latchkey/core/screen'
import type { Address } from '@latchkey/spec/caip'
import { isSupportedOn } from '@latchkey/spec/options'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Row, RowIcon, RowSkeleton } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworkChoice } from '../select.js'
import { LoadFailed } from '../shell/placeholders.js'
import { wear } from '../theme/wear.js'
import { useAccountText } from './accountCopy.js'
import styles, { css } from './accounts.sheet.css'
import { DisconnectButton } from './DisconnectButton.js'
import { ExplorerRow } from './ExplorerRow.js'
import { useAccountName } from './useAccountName.js'
import { useChunk } from './useChunk.js'
import { useCopyAddress } from './useCopyAddress.js'
import { useShownNetwork } from './useShownNetwork.js'
import shared from './views.sheet.css'

const worn = wear(css)

export function View() {
  const t = useAccountText()
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
    <div className={shared.view}>
      <div ref={worn} className={shared.card}>
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
      {connector?.type === 'AUTH' && <EmbeddedSettings />}
      <div className={shared.list}>
        <NameSetting address={account.address} />
        <NetworkSetting />
        <ExplorerRow />
      </div>
      <DisconnectButton />
    </div>
  )
}

const loadSettings = () => import('./embedded/WalletSettings.js')

/** Of the embedded wallet; other wallets have settings of their own. */
function EmbeddedSettings() {
  const { chunk, hasFailed, retry } = useChunk(loadSettings)
  if (hasFailed) return <LoadFailed retry={retry} />
  return chunk ? <chunk.WalletSettings /> : <RowSkeleton />
}

/** S9-14: where names exist, and the app has a gateway that gives them. */
function NameSetting({ address }: { readonly address: Address }) {
  const kit = useKitContext()
  const t = useAccountText()
  const namespace = useSelect((state) => state.activeNamespace)
  const name = useAccountName(namespace, address)
  if (!names.isEnabled(kit) || !isSupportedOn('names', namespace)) return null
  return (
    <Row
      picture={<RowIcon name="tag" />}
      name={t(name ? 'settings.name-more' : 'settings.name')}
      hint={name ?? t('settings.name-detail')}
      onPress={() => push(kit, { view: 'RegisterAccountName' })}
    />
  )
}

function NetworkSetting() {
  const kit = useKitContext()
  const t = useAccountText()
  const { name, icon, hasChoice } = useShownNetwork()
  return (
    <Row
      picture={<WalletImage name={name} icon={icon} isRound />}
      name={name}
      hint={t('account.network')}
      isDisabled={!hasChoice}
      {...(!hasChoice && { end: null })}
      onPress={() => push(kit, { view: 'Networks' })}
    />
  )
}
