/** One network of a list. */
import type { Network } from '@latchkey/spec/entities'
import { useText } from '../copy/useText.js'
import { Row, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'

interface NetworkRowProps {
  readonly network: Network
  readonly isCurrent: boolean
  readonly hint?: string | undefined
  readonly isBusy?: boolean
  onPress(): void
}

export function NetworkRow({ network, isCurrent, hint, isBusy = false, onPress }: NetworkRowProps) {
  const t = useText()
  const { name, assets, testnet } = network
  return (
    <Row
      picture={<WalletImage name={name} icon={assets?.imageUrl} isRound />}
      name={name}
      hint={hint}
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
