/** A few short explanations, one under the other. */

import { useWords } from '../copy/useWords.js'
import { Icon } from '../parts/Icon.js'
import type { IconName } from '../parts/icons.js'
import { wear } from '../theme/wear.js'
import styles, { css } from './lessons.sheet.css'
import { copy } from './lessonsCopy.js'

const worn = wear(css)

export interface Lesson {
  readonly icon: IconName
  readonly title: keyof typeof copy
  readonly detail: keyof typeof copy
}

export function Lessons({ lessons }: { readonly lessons: readonly Lesson[] }) {
  const t = useWords(copy)
  return (
    <ul ref={worn} className={styles.lessons}>
      {lessons.map(({ icon, title, detail }) => (
        <li key={title} className={styles.lesson}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <div>
            <p className={styles.title}>{t(title)}</p>
            <p className={styles.detail}>{t(detail)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
