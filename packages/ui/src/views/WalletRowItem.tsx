/** One wallet of the Connect view: in this browser, behind the relay, or of the directory. */
import { chooseRelayWallet, push } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Row, RowIcon, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectIsIn } from '../select.js'
import { chooseConnector } from './connectWallet.js'
import { DirectoryImage } from './DirectoryImage.js'
import { namespaceNames } from './networkGroups.js'
import { chooseListedWallet, opensInside } from './openWallet.js'
import { startPairing } from './pairing.js'
import { usePlatform } from './usePlatform.js'
import { iconOf, type WalletGroup } from './walletGroups.js'
import type { KnownWalletRow } from './walletRows.js'

export function WalletRowItem(row: KnownWalletRow) {
  const kit = useKitContext()
  const t = useText()
  const platform = usePlatform()
  const { wallet, isRecent } = row
  if (!wallet) return <ConnectorRow group={row.group} isRecent={isRecent} />
  return (
    <Row
      picture={<DirectoryImage wallet={wallet} />}
      name={wallet.name}
      hint={opensInside(wallet, platform) ? t('connect.inside') : undefined}
      tag={isRecent && <Tag>{t('connect.recent')}</Tag>}
      end={null}
      onPress={() => chooseListedWallet(kit, wallet, platform)}
    />
  )
}

interface ConnectorRowProps {
  readonly group: WalletGroup
  readonly isRecent: boolean
}

function ConnectorRow({ group, isRecent }: ConnectorRowProps) {
  const kit = useKitContext()
  const [connector] = group
  const icon = iconOf(group)
  const isRelay = connector.type === 'WALLET_CONNECT'
  const tag = useTag({ group, isRecent: isRecent && !isRelay })
  const pair = () => {
    kit.events.emit('SELECT_WALLET', { connectorId: connector.id, name: connector.name })
    // Whichever it will be, it is not the one that was looked at before.
    chooseRelayWallet(kit, { id: undefined })
    void startPairing(kit)
    push(kit, { view: 'ConnectingWalletConnect', data: { connectorId: connector.id } })
  }
  return (
    <Row
      picture={
        isRelay && !icon ? (
          <RowIcon name="qr" look="accent" />
        ) : (
          <WalletImage name={connector.name} icon={icon} />
        )
      }
      name={connector.name}
      hint={group.length > 1 ? group.map(({ namespace }) => namespaceNames[namespace]).join(', ') : undefined}
      tag={tag}
      end={null}
      onPress={isRelay ? pair : () => chooseConnector(kit, group)}
    />
  )
}

/** One tag a row: the one that helps most to choose. */
function useTag({ group, isRecent }: ConnectorRowProps) {
  const t = useText()
  const [connector] = group
  const isConnected = useSelect((state) => group.some((member) => selectIsIn(state, member)))
  if (isConnected) return <Tag tone="accent">{t('connect.connected')}</Tag>
  if (isRecent) return <Tag>{t('connect.recent')}</Tag>
  if (connector.type === 'WALLET_CONNECT') return <Tag>{t('connect.qr')}</Tag>
  return connector.installed && <Tag tone="good">{t('connect.installed')}</Tag>
}
