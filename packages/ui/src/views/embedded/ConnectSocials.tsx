/** Every sign-in service that the app offers, by name. */
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { Row } from '../../parts/Row.js'
import { wear } from '../../theme/wear.js'
import { ConsentFirst } from '../ConsentFirst.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { SocialLogo } from './SocialLogo.js'
import { socialNames } from './socialNames.js'
import { useOfferedSocials } from './useOfferedSocials.js'
import { useSocialLogin } from './useSocialLogin.js'

const worn = wear(css)

export function View() {
  const t = useWords(copy)
  const providers = useOfferedSocials()
  const choose = useSocialLogin()
  if (providers.length === 0) return <Notice icon="alert" title={t('off.title')} detail={t('off.detail')} />
  return (
    <ConsentFirst>
      <div className={shared.view}>
        <ul ref={worn} className={shared.list} aria-label={t('social.list')}>
          {providers.map((provider) => (
            <li key={provider}>
              <Row
                picture={
                  <span className={styles.rowLogo}>
                    <SocialLogo provider={provider} size={22} />
                  </span>
                }
                name={socialNames[provider]}
                onPress={() => choose(provider)}
              />
            </li>
          ))}
        </ul>
      </div>
    </ConsentFirst>
  )
}
