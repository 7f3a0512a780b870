/** Signing in with Farcaster: a code for the phone, or the app itself where this is the phone. */
import { back, type Embedded, type EmbeddedLogin } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import type { Retell } from '../../copy/retell.js'
import type { Translate } from '../../copy/text.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton, ActionLink } from '../../parts/ActionButton.js'
import { Icon } from '../../parts/Icon.js'
import { QrCode } from '../../parts/QrCode.js'
import { Waiting } from '../../shell/placeholders.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen } from '../AskingScreen.js'
import { useCopy } from '../useCopy.js'
import { usePlatform } from '../usePlatform.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { SocialLogo } from './SocialLogo.js'
import { WithEmbedded } from './WithEmbedded.js'

type FarcasterLogin = Extract<EmbeddedLogin, { step: 'farcaster' }>

const worn = wear(css)

export function View() {
  const { isMobile } = usePlatform()
  return (
    <WithEmbedded>
      {(wallet, { login }) => {
        // On its way to the account.
        if (login.step !== 'farcaster') return <Waiting />
        return isMobile || login.phase === 'connecting' ? (
          <Asking wallet={wallet} login={login} />
        ) : (
          <Scanning wallet={wallet} login={login} />
        )
      }}
    </WithEmbedded>
  )
}

interface FarcasterProps {
  readonly wallet: Embedded
  readonly login: FarcasterLogin
}

function Scanning({ wallet, login: { phase, url, problem } }: FarcasterProps) {
  const t = useWords(copy)
  const retell = useRetell()
  const put = useCopy()
  const hasFailed = phase === 'failed'
  return (
    <div ref={worn} className={styles.scan}>
      <QrCode
        text={hasFailed ? undefined : url}
        label={t('farcaster.code')}
        logo={
          <span className={styles.qrLogo}>
            <SocialLogo provider="farcaster" size={44} />
          </span>
        }
        cover={
          hasFailed ? (
            <>
              <span className={styles.coverIcon}>
                <Icon name="alert" size={26} />
              </span>
              <ActionButton look="accent" icon="retry" onPress={() => wallet.retry()}>
                {t('farcaster.again')}
              </ActionButton>
            </>
          ) : undefined
        }
      />
      <div role="status" className={styles.scanWords}>
        <p className={styles.title}>
          {hasFailed ? t('farcaster.failed') : t(url ? 'farcaster.scan' : 'farcaster.starting')}
        </p>
        <p className={styles.detail}>
          {hasFailed ? retell(problem ?? '') : t(url ? 'farcaster.scan-detail' : 'farcaster.moment')}
        </p>
      </div>
      <ActionButton
        icon="copy"
        isBusy={phase === 'starting'}
        isDisabled={url === undefined || hasFailed}
        onPress={() => url !== undefined && put(url, t('farcaster.copied'))}
      >
        {t('farcaster.copy')}
      </ActionButton>
    </div>
  )
}

/** On the phone that has the app, or after it has answered. */
function Asking({ wallet, login }: FarcasterProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const retell = useRetell()
  const shell = useText()
  const { phase, url } = login
  return (
    <AskingScreen
      tone={phase === 'failed' ? 'bad' : 'waiting'}
      picture={
        <span ref={worn} className={styles.tile}>
          <SocialLogo provider="farcaster" size={44} />
        </span>
      }
      {...wordsOf(login, t, retell)}
      control={
        phase === 'failed' ? (
          <>
            <ActionButton look="accent" icon="retry" onPress={() => wallet.retry()}>
              {shell('shell.retry')}
            </ActionButton>
            <ActionButton onPress={() => back(kit)}>{t('social.other')}</ActionButton>
          </>
        ) : (
          phase === 'waiting' &&
          url !== undefined && (
            <ActionLink href={url} look="accent" newTabLabel={shell('account.new-tab')}>
              {t('farcaster.open')}
            </ActionLink>
          )
        )
      }
    />
  )
}

function wordsOf({ phase, problem = '' }: FarcasterLogin, t: Translate<typeof copy>, retell: Retell) {
  switch (phase) {
    case 'starting':
      return { title: t('farcaster.starting'), detail: t('farcaster.moment') }
    case 'waiting':
      return { title: t('farcaster.phone'), detail: t('farcaster.phone-detail') }
    case 'connecting':
      return { title: t('farcaster.connecting'), detail: t('farcaster.moment') }
    case 'failed':
      return { title: t('farcaster.failed'), detail: retell(problem) }
  }
}
