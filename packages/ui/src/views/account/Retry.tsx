/** Asking again after a failure, no sooner than it is allowed (S4-26). */
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Icon } from '../../parts/Icon.js'
import styles from './account.sheet.css'
import { copy } from './copy.js'
import { useSecondsLeft } from './useSecondsLeft.js'

interface RetryProps {
  /** S5-08: no sooner than this, by the kit's clock. */
  readonly at?: number | undefined
  onRetry(): void
}

export function Retry({ at, onRetry }: RetryProps) {
  const t = useWords(copy)
  const seconds = useSecondsLeft(at)
  return (
    <ActionButton icon="retry" isDisabled={seconds > 0} onPress={onRetry}>
      {seconds > 0 ? t('list.retry-in', { seconds }) : t('list.retry')}
    </ActionButton>
  )
}

/** Above a list that could not be read again: what is below is from before. */
export function StaleBar({ text, at, onRetry }: RetryProps & { readonly text: string }) {
  const t = useWords(copy)
  const seconds = useSecondsLeft(at)
  return (
    <div className={styles.stale} role="alert">
      <Icon name="alert" size={16} />
      <span>{text}</span>
      <button
        type="button"
        className={styles.staleRetry}
        aria-disabled={seconds > 0 || undefined}
        onClick={seconds > 0 ? undefined : onRetry}
      >
        {seconds > 0 ? t('list.retry-in', { seconds }) : t('list.retry')}
      </button>
    </div>
  )
}
