/** Everything the account did on this network, as far back as anybody knows. */
import { useWords } from '../../copy/useWords.js'
import { wear } from '../../theme/wear.js'
import { ActivityList } from './ActivityList.js'
import styles, { css } from './account.sheet.css'
import { copy } from './copy.js'
import { LoadMore } from './LoadMore.js'
import { StaleBar } from './Retry.js'
import { useShownActivity } from './useShownActivity.js'

const worn = wear(css)

export function View() {
  const t = useWords(copy)
  const activity = useShownActivity()
  const { list } = activity
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Where no line is a link, the keys that scroll need a place to start from.
    <section ref={worn} className={styles.page} aria-label={t('activity.list')} tabIndex={0}>
      <ActivityList activity={activity}>
        {list?.failed === 'more' && <StaleBar text={t('list.more-failed')} onRetry={activity.retry} />}
        {list?.next !== undefined && (
          <LoadMore isAutomatic isBusy={list.isLoadingMore} onMore={activity.loadMore} />
        )}
      </ActivityList>
    </section>
  )
}
