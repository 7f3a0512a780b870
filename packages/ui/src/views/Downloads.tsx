/** Where to get one wallet. */
import { back } from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { findKnownWallet, type KnownWallet } from '../data/knownWallets.js'
import { ActionButton } from '../parts/ActionButton.js'
import type { IconName } from '../parts/icons.js'
import { LinkRow } from '../parts/LinkRow.js'
import { Notice } from '../parts/Notice.js'
import { WalletImage } from '../parts/WalletImage.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'

const places = [
  { at: 'chrome', icon: 'puzzle', text: 'downloads.chrome' },
  { at: 'firefox', icon: 'puzzle', text: 'downloads.firefox' },
  { at: 'ios', icon: 'phone', text: 'downloads.ios' },
  { at: 'android', icon: 'phone', text: 'downloads.android' },
  { at: 'homepage', icon: 'globe', text: 'downloads.homepage' },
] as const satisfies readonly { at: keyof KnownWallet; icon: IconName; text: string }[]

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useText()
  const wallet = findKnownWallet(data.walletId)
  if (!wallet)
    return (
      <Notice icon="puzzle" title={t('downloads.unknown')} detail={t('downloads.unknown-detail')}>
        <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
      </Notice>
    )
  return (
    <div className={styles.view}>
      <div className={styles.hero}>
        <WalletImage name={wallet.name} size={72} />
        <p className={styles.lead}>{t('downloads.lead', { wallet: wallet.name })}</p>
      </div>
      <ul className={styles.list} aria-label={t('downloads.list', { wallet: wallet.name })}>
        {places.map(({ at, icon, text }) => {
          const href = wallet[at]
          return (
            href && (
              <li key={at}>
                <LinkRow icon={icon} href={href} newTabLabel={t('account.new-tab')}>
                  {t(text)}
                </LinkRow>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
