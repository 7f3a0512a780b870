/** The end of a list that goes on: loads by itself when it comes into sight, and is a button for everybody else. */
import { useEffect, useRef } from 'react'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import styles from './account.sheet.css'
import { copy } from './copy.js'

interface LoadMoreProps {
  /** Does not wait to be pressed. */
  readonly isAutomatic: boolean
  readonly isBusy: boolean
  onMore(): void
}

export function LoadMore({ isAutomatic, isBusy, onMore }: LoadMoreProps) {
  const t = useWords(copy)
  const place = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    const { current } = place
    if (!current || !isAutomatic || isBusy || !globalThis.IntersectionObserver) return undefined
    // Watched anew after each page, so that one that does not fill the screen is followed by the next.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) more.current()
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [isAutomatic, isBusy])
  return (
    <div ref={place} className={styles.more}>
      <ActionButton isBusy={isBusy} onPress={onMore}>
        {t('list.more')}
      </ActionButton>
    </div>
  )
}
