/** A few short explanations, one under the other. */

import type { CopyKey } from '../copy/en.js'
import { useText } from '../copy/useText.js'
import { Icon } from '../parts/Icon.js'
import type { IconName } from '../parts/icons.js'
import styles from './views.sheet.css'

type PlainKey = Extract<CopyKey, `wallets.${string}` | `network-help.${string}`>

export interface Lesson {
  readonly icon: IconName
  readonly title: PlainKey
  readonly detail: PlainKey
}

export function Lessons({ lessons }: { readonly lessons: readonly Lesson[] }) {
  const t = useText()
  return (
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
  )
}
