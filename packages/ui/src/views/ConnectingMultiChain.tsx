/** One wallet, several namespaces: the person says which is connected now. */
import type { Connector } from '@latchkey/core'
import { back, type DirectoryWallet } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { Row, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectConnectorById, selectConnectors, selectIsIn, selectNetworks } from '../select.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './asking.sheet.css'
import { useAskingText } from './askingCopy.js'
import { connectWallet } from './connectWallet.js'
import { namespaceNames } from './networkGroups.js'
import type { ViewProps } from './view.js'
import shared from './views.sheet.css'
import { groupOf, iconOf } from './walletGroups.js'

const worn = wear(css)

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useAskingText()
  const connectors = useSelect(selectConnectors)
  const connector = useSelect((state) => selectConnectorById(state, data.connectorId, data.namespace))
  // A wallet can be removed while somebody chooses.
  if (!connector)
    return (
      <Notice icon="puzzle" title={t('connecting.gone')} detail={t('connecting.gone-detail')}>
        <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
      </Notice>
    )
  const group = groupOf(connector, connectors)
  const { name } = connector
  return (
    <div ref={worn} className={shared.view}>
      <div className={styles.question}>
        <WalletImage name={name} icon={iconOf(group)} size={64} />
        <p className={styles.askingTitle}>{t('multi.title')}</p>
        <p className={styles.askingDetail}>{t('multi.detail', { wallet: name })}</p>
      </div>
      <ul className={shared.list} aria-label={t('multi.list')}>
        {group.map((member) => (
          <li key={member.namespace}>
            <Place connector={member} wallet={data.wallet} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PlaceProps {
  readonly connector: Connector
  readonly wallet: DirectoryWallet | undefined
}

function Place({ connector, wallet }: PlaceProps) {
  const kit = useKitContext()
  const t = useAskingText()
  const { namespace } = connector
  const isConnected = useSelect((state) => selectIsIn(state, connector))
  const networks = useSelect(selectNetworks).filter(({ chainNamespace }) => chainNamespace === namespace)
  const name = namespaceNames[namespace]
  const icon = networks.find(({ assets }) => assets?.imageUrl)?.assets?.imageUrl
  return (
    <Row
      picture={<WalletImage name={name} icon={icon} isRound />}
      name={name}
      hint={hintOf(
        networks.map((network) => network.name),
        name,
      )}
      tag={isConnected && <Tag tone="accent">{t('connect.connected')}</Tag>}
      onPress={() => connectWallet(kit, connector, wallet)}
    />
  )
}

/** The networks of the page, where their names say more than the namespace's. */
function hintOf(networks: readonly string[], namespace: string): string | undefined {
  const said = networks.filter((name) => name !== namespace)
  return said.length > 0 ? networks.join(', ') : undefined
}
