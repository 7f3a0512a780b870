/** Every connected wallet and every account it shares: switch between them, leave one or all, add another. */
import type { ConnectedWallet } from '@latchkey/core'
import { push } from '@latchkey/core/screen'
import { isNamespace, type Namespace } from '@latchkey/spec/caip'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { IconButton } from '../parts/IconButton.js'
import { Notice } from '../parts/Notice.js'
import { Tag } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectConnectors } from '../select.js'
import { wear } from '../theme/wear.js'
import { AccountRow } from './AccountRow.js'
import { useAccountText } from './accountCopy.js'
import styles, { css } from './accounts.sheet.css'
import { DisconnectButton } from './DisconnectButton.js'
import { namespaceNames } from './networkGroups.js'
import { useDisconnect } from './useDisconnect.js'
import { useSwitchAccount } from './useSwitchAccount.js'
import shared from './views.sheet.css'

const worn = wear(css)

export function View() {
  const kit = useKitContext()
  const t = useAccountText()
  const connections = useSelect((state) => state.connections)
  const front = useSelect((state) => state.activeNamespace)
  const groups = Object.entries(connections).flatMap(([namespace, { wallets }]) =>
    isNamespace(namespace) && wallets.length > 0 ? [{ namespace, wallets }] : [],
  )
  const count = groups.reduce((sum, { wallets }) => sum + wallets.length, 0)
  const add = () => push(kit, { view: 'Connect' })
  if (count === 0)
    return (
      <Notice icon="wallet" title={t('profile.empty')} detail={t('profile.empty-detail')}>
        <ActionButton look="accent" onPress={add}>
          {t('button.connect')}
        </ActionButton>
      </Notice>
    )
  return (
    <div className={shared.view}>
      {groups.map(({ namespace, wallets }) => (
        <section key={namespace} className={shared.group}>
          {groups.length > 1 && <h3 className={shared.heading}>{namespaceNames[namespace]}</h3>}
          {wallets.map((wallet, index) => (
            <Wallet
              key={wallet.connectorId}
              wallet={wallet}
              namespace={namespace}
              // The first one signs; of several namespaces, the one in front.
              isActive={index === 0 && namespace === front}
            />
          ))}
        </section>
      ))}
      <div className={shared.group}>
        <ActionButton icon={kit.options.enableMultiWallet ? 'add' : 'wallet'} onPress={add}>
          {t(kit.options.enableMultiWallet ? 'profile.add' : 'profile.replace')}
        </ActionButton>
        {count > 1 && <DisconnectButton text={t('profile.disconnect-all')} />}
      </div>
    </div>
  )
}

interface WalletProps {
  readonly wallet: ConnectedWallet
  readonly namespace: Namespace
  readonly isActive: boolean
}

function Wallet({ wallet, namespace, isActive }: WalletProps) {
  const t = useAccountText()
  const { connectorId, accounts } = wallet
  const connector = useSelect(selectConnectors).find(
    (each) => each.id === connectorId && each.namespace === namespace,
  )
  const name = connector?.name ?? connectorId
  const { leave } = useDisconnect()
  const { pending, choose } = useSwitchAccount({ namespace, connectorId })
  return (
    <div ref={worn} className={shared.card}>
      <div className={styles.cardHead}>
        <WalletImage name={name} icon={connector?.icon} size={28} />
        <h3 className={styles.cardTitle}>{name}</h3>
        {isActive && <Tag tone="good">{t('profile.active')}</Tag>}
        <IconButton
          icon="exit"
          label={t('profile.disconnect-one', { wallet: name })}
          onPress={() => leave({ namespace, connectorId })}
        />
      </div>
      <ul className={styles.accounts} aria-label={t('profile.accounts', { wallet: name })}>
        {accounts.map(({ address }, index) => (
          <li key={address}>
            <AccountRow
              address={address}
              isCurrent={isActive && index === 0}
              isBusy={pending === address}
              onPress={() => choose(address)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
