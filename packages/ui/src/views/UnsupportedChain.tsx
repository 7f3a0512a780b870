/** The wallet is on a network that the page does not use: move it, or leave (S2-10). */
import { useKit } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { NetworkList } from './NetworkList.js'
import styles from './views.sheet.css'

export function View() {
  const kit = useKit()
  const t = useText()
  const leave = () => kit.disconnect().catch((cause: unknown) => kit.log.error('Disconnecting failed', cause))
  return (
    <div className={styles.view}>
      <p className={styles.lead}>{t('networks.unsupported')}</p>
      <NetworkList />
      <ActionButton look="bad" icon="exit" onPress={() => void leave()}>
        {t('account.disconnect')}
      </ActionButton>
    </div>
  )
}
