/** What a network is, in a few sentences. */
import { back } from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { type Lesson, Lessons } from './Lessons.js'
import styles from './views.sheet.css'

const lessons: readonly Lesson[] = [
  { icon: 'globe', title: 'network-help.ledger', detail: 'network-help.ledger-detail' },
  { icon: 'coin', title: 'network-help.fees', detail: 'network-help.fees-detail' },
  { icon: 'shield', title: 'network-help.same', detail: 'network-help.same-detail' },
]

export function View() {
  const kit = useKitContext()
  const t = useText()
  return (
    <div className={styles.view}>
      <Lessons lessons={lessons} />
      <ActionButton onPress={() => back(kit)}>{t('network-help.done')}</ActionButton>
    </div>
  )
}
