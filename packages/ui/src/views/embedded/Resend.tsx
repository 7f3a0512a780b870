/** Another mail: counted down while the last one is too fresh to be sent again (S5-02); and where one that is late may be. */
import { useWords } from '../../copy/useWords.js'
import { useSecondsLeft } from '../account/useSecondsLeft.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import styles from './embedded.sheet.css'
import { useIsLate } from './useIsLate.js'

interface ResendProps {
  /** By the kit's clock. */
  readonly at: number
  readonly isBusy: boolean
  onPress(): void
}

export function Resend({ at, isBusy, onPress }: ResendProps) {
  const t = useWords(copy)
  const left = useSecondsLeft(at)
  const mayAsk = left === 0 && !isBusy
  const isLate = useIsLate() && left === 0
  return (
    <>
      <p className={styles.resend}>
        {t('mail.missing')}{' '}
        <button
          type="button"
          className={shared.link}
          // Not `disabled`: the focus would be lost to nowhere at every press.
          aria-disabled={!mayAsk}
          onClick={mayAsk ? onPress : undefined}
        >
          {left > 0 ? t('mail.again-in', { n: left }) : t('mail.again')}
        </button>
      </p>
      <p className={styles.hint} role="status">
        {isLate && t('mail.late')}
      </p>
    </>
  )
}
