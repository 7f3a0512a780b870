/** Email, sign-in services and passkey in the Connect view. A chunk of its own: an app without them never loads it. */
import { type Embedded, type EmbeddedState, embedded, push } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { RowSkeleton } from '../../parts/Row.js'
import { wear } from '../../theme/wear.js'
import { useFeature, useStore } from '../../useFeature.js'
import { embeddedHeights, knowsPasskeys } from './connectLayout.js'
import { copy } from './copy.js'
import { EmailField } from './EmailField.js'
import styles, { css } from './embedded.sheet.css'
import { SocialButtons } from './SocialButtons.js'
import { useOfferedSocials } from './useOfferedSocials.js'
import { useSocialLogin } from './useSocialLogin.js'
import { useWarmFrame } from './useWarmFrame.js'

export function ConnectEmail() {
  const { status, handle, retry } = useFeature(embedded)
  if (status === 'failed') return <NotLoaded retry={retry} />
  return handle ? <EmailRow wallet={handle} /> : <RowSkeleton height={embeddedHeights.email} />
}

const worn = wear(css)

const selectLogin = ({ login }: EmbeddedState) => login

function EmailRow({ wallet }: { readonly wallet: Embedded }) {
  const t = useWords(copy)
  const login = useStore(wallet.store, selectLogin)
  const isEmail = login.step === 'email'
  useWarmFrame(wallet)
  return (
    <EmailField
      label={t('email.label')}
      action={t('email.continue')}
      start={isEmail ? login.email : undefined}
      isBusy={isEmail && login.isBusy}
      problem={isEmail ? login.problem : undefined}
      onSubmit={(email) => void wallet.connectEmail(email)}
    />
  )
}

export function ConnectSocial() {
  const kit = useKitContext()
  const { status, retry } = useFeature(embedded)
  const providers = useOfferedSocials()
  const choose = useSocialLogin()
  const hasEmail = kit.options.features.email
  // Told once, above the field for the address.
  if (status === 'failed') return hasEmail ? null : <NotLoaded retry={retry} />
  return (
    <SocialButtons
      providers={providers}
      onChoose={choose}
      onMore={() => push(kit, { view: 'ConnectSocials' })}
    />
  )
}

/** One way more for whoever has been here before: no address and no service is needed. */
export function ConnectPasskey() {
  const t = useWords(copy)
  const { handle, status } = useFeature(embedded)
  if (!knowsPasskeys() || status === 'failed') return null
  if (!handle) return <RowSkeleton height={embeddedHeights.button} />
  return (
    <button ref={worn} type="button" className={styles.social} onClick={() => void handle.connectPasskey()}>
      <Icon name="passkey" />
      {t('passkey.row')}
    </button>
  )
}

/** S8-10 */
function NotLoaded({ retry }: { retry(): void }) {
  const t = useWords(copy)
  const shell = useText()
  return (
    <p className={styles.notLoaded} role="alert">
      {t('email.load-failed')}
      <button type="button" className={styles.textButton} onClick={retry}>
        {shell('shell.retry')}
      </button>
    </p>
  )
}
