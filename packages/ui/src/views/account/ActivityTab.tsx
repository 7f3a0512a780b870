/** The newest of what the account did, and the way to all of it. */
import { push } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { ActivityList } from './ActivityList.js'
import styles from './account.sheet.css'
import { copy } from './copy.js'
import { useShownActivity } from './useShownActivity.js'

const atFirst = 5

export function Panel() {
  const kit = useKitContext()
  const t = useWords(copy)
  const activity = useShownActivity()
  const { list } = activity
  const isMore = list && (list.transactions.length > atFirst || list.next !== undefined)
  return (
    <ActivityList activity={activity} most={atFirst}>
      {isMore && (
        <div className={styles.more}>
          <ActionButton onPress={() => push(kit, { view: 'Transactions' })}>{t('activity.all')}</ActionButton>
        </div>
      )}
    </ActivityList>
  )
}
