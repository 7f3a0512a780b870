/** A few short explanations, one under the other. */

import { useWords } from '../copy/useWords.js'
import { Icon } from '../parts/Icon.js'
import type { IconName } from '../parts/icons.js'
import { copy } from './lessonsCopy.js'
import styles from './views.sheet.css'

export interface Lesson {
  readonly icon: IconName
  readonly title: keyof typeof copy
  readonly detail: keyof typeof copy
}

export function Lessons({ lessons }: { readonly lessons: readonly Lesson[] }) {
  const t = useWords(copy)
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
