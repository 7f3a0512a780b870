/** The networks of the page; choosing one asks the wallet, and says how that went in its own row. */
import { back, selectNetwork } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { useState } from 'react'
import { useKit, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Row, Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworks } from '../select.js'
import styles from './views.sheet.css'

type Choice = { readonly networkId: NetworkId; readonly error?: string }

export function NetworkList() {
  const kit = useKit()
  const t = useText()
  const networks = useSelect(selectNetworks)
  const current = useSelect(selectNetwork)
  const [choice, setChoice] = useState<Choice>()

  const choose = async (networkId: NetworkId) => {
    if (choice && choice.error === undefined) return
    setChoice({ networkId })
    try {
      await kit.switchNetwork({ networkId })
      back(kit)
    } catch (cause) {
      kit.log.info('The network was not switched', cause)
      setChoice({ networkId, error: cause instanceof Error ? cause.message : String(cause) })
    }
  }

  return (
    <ul className={styles.list} aria-label={t('networks.list')}>
      {networks.map(({ caipNetworkId, name, assets, testnet }) => {
        const isCurrent = caipNetworkId === current?.caipNetworkId
        const chosen = choice?.networkId === caipNetworkId ? choice : undefined
        const isWaiting = chosen !== undefined && chosen.error === undefined
        return (
          <li key={caipNetworkId}>
            <Row
              picture={<WalletImage name={name} icon={assets?.imageUrl} isRound />}
              name={name}
              hint={chosen && (chosen.error ?? t('networks.waiting'))}
              tag={
                isCurrent ? (
                  <Tag tone="good">{t('networks.current')}</Tag>
                ) : (
                  testnet && <Tag>{t('networks.testnet')}</Tag>
                )
              }
              isBusy={isWaiting}
              isCurrent={isCurrent}
              end={null}
              onPress={() => void (isCurrent ? back(kit) : choose(caipNetworkId))}
            />
          </li>
        )
      })}
    </ul>
  )
}
