/** One wallet of the Connect view: in this browser, behind the relay, or of the directory. */
import type { Connector } from '@latchkey/core'
import { chooseRelayWallet, push } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Row, RowIcon, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { connectWallet } from './connectWallet.js'
import { DirectoryImage } from './DirectoryImage.js'
import { chooseListedWallet } from './openWallet.js'
import { startPairing } from './pairing.js'
import { usePlatform } from './usePlatform.js'
import type { WalletRow } from './walletRows.js'

export function WalletRowItem(row: WalletRow) {
  const kit = useKitContext()
  const t = useText()
  const platform = usePlatform()
  const { wallet, isRecent } = row
  if (!wallet) return <ConnectorRow connector={row.connector} isRecent={isRecent} />
  return (
    <Row
      picture={<DirectoryImage wallet={wallet} />}
      name={wallet.name}
      tag={isRecent && <Tag>{t('connect.recent')}</Tag>}
      end={null}
      onPress={() => chooseListedWallet(kit, wallet, platform)}
    />
  )
}

interface ConnectorRowProps {
  readonly connector: Connector
  readonly isRecent: boolean
}

function ConnectorRow({ connector, isRecent }: ConnectorRowProps) {
  const kit = useKitContext()
  const isRelay = connector.type === 'WALLET_CONNECT'
  const tag = useTag({ connector, isRecent: isRecent && !isRelay })
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
        isRelay && !connector.icon ? (
          <RowIcon name="qr" look="accent" />
        ) : (
          <WalletImage name={connector.name} icon={connector.icon} />
        )
      }
      name={connector.name}
      tag={tag}
      end={null}
      onPress={isRelay ? pair : () => connectWallet(kit, connector)}
    />
  )
}

/** One tag a row: the one that helps most to choose. */
function useTag({ connector, isRecent }: ConnectorRowProps) {
  const t = useText()
  const isConnected = useSelect(
    ({ connections }) =>
      connections[connector.namespace]?.wallets.some(({ connectorId }) => connectorId === connector.id) ??
      false,
  )
  if (isConnected) return <Tag tone="accent">{t('connect.connected')}</Tag>
  if (isRecent) return <Tag>{t('connect.recent')}</Tag>
  if (connector.type === 'WALLET_CONNECT') return <Tag>{t('connect.qr')}</Tag>
  return connector.installed && <Tag tone="good">{t('connect.installed')}</Tag>
}
