/** The sign-in services as buttons: the first by its name, the others by their marks. */
import type { SocialProvider } from '@latchkey/spec/options'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { SocialLogo } from './SocialLogo.js'
import { socialNames } from './socialNames.js'
import { socialRows } from './socialRows.js'

interface SocialButtonsProps {
  readonly providers: readonly SocialProvider[]
  onChoose(provider: SocialProvider): void
  onMore(): void
}

const worn = wear(css)

export function SocialButtons({ providers, onChoose, onMore }: SocialButtonsProps) {
  const t = useWords(copy)
  const { wide, marks, hasMore } = socialRows(providers)
  return (
    <ul ref={worn} className={styles.socials} aria-label={t('social.list')}>
      {wide && (
        <li className={styles.wideItem}>
          <button type="button" className={styles.social} onClick={() => onChoose(wide)}>
            <SocialLogo provider={wide} />
            {t('social.continue', { provider: socialNames[wide] })}
          </button>
        </li>
      )}
      {marks.map((provider) => {
        const name = t('social.continue', { provider: socialNames[provider] })
        return (
          <li key={provider}>
            <button
              type="button"
              className={styles.social}
              aria-label={name}
              title={socialNames[provider]}
              onClick={() => onChoose(provider)}
            >
              <SocialLogo provider={provider} />
            </button>
          </li>
        )
      })}
      {hasMore && (
        <li>
          <button
            type="button"
            className={styles.social}
            aria-label={t('social.more')}
            title={t('social.more')}
            onClick={onMore}
          >
            <Icon name="more" />
          </button>
        </li>
      )}
    </ul>
  )
}
