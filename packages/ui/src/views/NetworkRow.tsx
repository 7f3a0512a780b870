/** One network of a list. */
import { selectWallet } from '@latchkey/core'
import type { Network } from '@latchkey/spec/entities'
import { useSelect } from '../context.js'
import { Row, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { useNetworksText } from './networksCopy.js'

interface NetworkRowProps {
  readonly network: Network
  readonly isCurrent: boolean
  readonly hint?: string | undefined
  readonly isBusy?: boolean
  onPress(): void
}

export function NetworkRow({ network, isCurrent, hint, isBusy = false, onPress }: NetworkRowProps) {
  const t = useNetworksText()
  const { name, assets, testnet } = network
  const isOpen = useCanMoveTo(network)
  return (
    <Row
      picture={<WalletImage name={name} icon={assets?.imageUrl} isRound />}
      name={name}
      hint={isOpen ? hint : t('networks.not-approved')}
      isDisabled={!isOpen}
      tag={
        isCurrent ? (
          <Tag tone="good">{t('networks.current')}</Tag>
        ) : (
          testnet && <Tag>{t('networks.testnet')}</Tag>
        )
      }
      isBusy={isBusy}
      isCurrent={isCurrent}
      end={null}
      onPress={onPress}
    />
  )
}

/** A wallet behind a relay may have approved some networks and no more. */
function useCanMoveTo({ caipNetworkId, chainNamespace }: Network): boolean {
  const wallet = useSelect((state) => selectWallet(state, chainNamespace))
  return wallet?.session.networks?.()?.includes(caipNetworkId) ?? true
}
