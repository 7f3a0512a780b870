/** What a wallet is, in a few sentences, and how to get one. */
import { push } from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { type Lesson, Lessons } from './Lessons.js'
import styles from './views.sheet.css'

const lessons: readonly Lesson[] = [
  { icon: 'key', title: 'wallets.keys', detail: 'wallets.keys-detail' },
  { icon: 'check', title: 'wallets.sign', detail: 'wallets.sign-detail' },
  { icon: 'shield', title: 'wallets.ask', detail: 'wallets.ask-detail' },
  { icon: 'wallet', title: 'wallets.get', detail: 'wallets.get-steps' },
]

export function View() {
  const kit = useKitContext()
  const t = useText()
  const get = () => {
    kit.events.emit('CLICK_GET_WALLET', {})
    push(kit, { view: 'GetWallet' })
  }
  return (
    <div className={styles.view}>
      <Lessons lessons={lessons} />
      <ActionButton look="accent" onPress={get}>
        {t('wallets.find')}
      </ActionButton>
    </div>
  )
}
