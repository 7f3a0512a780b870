/** A few wallets to begin with, and the way to all the others. */
import { push } from '@latchkey/core/screen'
import { isExcludedWallet } from '@latchkey/spec/views'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { knownWallets } from '../data/knownWallets.js'
import { ActionLink } from '../parts/ActionButton.js'
import { Row } from '../parts/Row.js'
import { WalletImage } from '../parts/WalletImage.js'
import { walletGuideUrl } from './guide.js'
import styles from './views.sheet.css'

export function View() {
  const kit = useKitContext()
  const t = useText()
  const excluded = (kit.options.excludeWalletIds ?? []).map((id) => ({ name: id, rdns: id }))
  return (
    <div className={styles.view}>
      <p className={styles.lead}>{t('get.lead')}</p>
      <ul className={styles.list} aria-label={t('connect.list')}>
        {knownWallets
          .filter((wallet) => !isExcludedWallet(wallet, excluded))
          .map(({ id, name }) => (
            <li key={id}>
              <Row
                picture={<WalletImage name={name} />}
                name={name}
                onPress={() => push(kit, { view: 'Downloads', data: { walletId: id, name } })}
              />
            </li>
          ))}
      </ul>
      <ActionLink href={walletGuideUrl} newTabLabel={t('account.new-tab')}>
        {t('get.more')}
      </ActionLink>
    </div>
  )
}
