/** What a wallet is, in three sentences, and how to get one. */
import { useText } from '../copy/useText.js'
import { ActionLink } from '../parts/ActionButton.js'
import { Icon } from '../parts/Icon.js'
import type { IconName } from '../parts/icons.js'
import { walletGuideUrl } from './guide.js'
import styles from './views.sheet.css'

const lessons = [
  { icon: 'key', title: 'wallets.keys', detail: 'wallets.keys-detail' },
  { icon: 'check', title: 'wallets.sign', detail: 'wallets.sign-detail' },
  { icon: 'shield', title: 'wallets.ask', detail: 'wallets.ask-detail' },
  { icon: 'wallet', title: 'wallets.get', detail: 'wallets.get-steps' },
] as const satisfies readonly { icon: IconName; title: string; detail: string }[]

export function View() {
  const t = useText()
  return (
    <div className={styles.view}>
      <ul className={styles.lessons}>
        {lessons.map(({ icon, title, detail }) => (
          <li key={title} className={styles.lesson}>
            <span className={styles.lessonIcon}>
              <Icon name={icon} />
            </span>
            <div>
              <p className={styles.lessonTitle}>{t(title)}</p>
              <p className={styles.lessonDetail}>{t(detail)}</p>
            </div>
          </li>
        ))}
      </ul>
      <ActionLink look="accent" href={walletGuideUrl} newTabLabel={t('account.new-tab')}>
        {t('wallets.find')}
      </ActionLink>
    </div>
  )
}
