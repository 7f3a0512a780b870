/** A sign-in service is asked in a window of its own; every ending has its words and can be tried again in place (D-10). */
import { back, type Embedded, type EmbeddedLogin } from '@latchkey/core/screen'
import type { SocialProvider } from '@latchkey/spec/options'
import { useKitContext } from '../../context.js'
import type { Retell } from '../../copy/retell.js'
import type { Translate } from '../../copy/text.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Waiting } from '../../shell/placeholders.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { MatchNumber } from './MatchNumber.js'
import { SocialLogo } from './SocialLogo.js'
import { socialNames } from './socialNames.js'
import { useIsLate } from './useIsLate.js'
import { WithEmbedded } from './WithEmbedded.js'

type SocialLogin = Extract<EmbeddedLogin, { step: 'social' }>

const worn = wear(css)

export function View() {
  return (
    <WithEmbedded>
      {(wallet, { login }) =>
        // On its way to the account.
        login.step === 'social' ? <Social wallet={wallet} login={login} /> : <Waiting />
      }
    </WithEmbedded>
  )
}

function Social({ wallet, login }: { readonly wallet: Embedded; readonly login: SocialLogin }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const retell = useRetell()
  const shell = useText()
  const { provider, phase, matchNumber } = login
  return (
    <AskingScreen
      tone={tones[phase]}
      picture={<SocialTile provider={provider} />}
      {...wordsOf(login, t, retell)}
      control={
        <div ref={worn} className={styles.controls}>
          {phase === 'window' && matchNumber !== undefined && (
            <MatchNumber lead={t('social.match')} number={matchNumber} />
          )}
          {/* In the press itself, or the browser holds this window back as well. */}
          {phase === 'blocked' && (
            <ActionButton look="accent" onPress={() => wallet.reopenWindow()}>
              {t('social.open', { provider: socialNames[provider] })}
            </ActionButton>
          )}
          {phase === 'window' && (
            <LostWindow provider={socialNames[provider]} onReopen={() => wallet.reopenWindow()} />
          )}
          {phase === 'failed' && (
            <>
              <ActionButton look="accent" icon="retry" onPress={() => wallet.retry()}>
                {shell('shell.retry')}
              </ActionButton>
              <ActionButton onPress={() => back(kit)}>{t('social.other')}</ActionButton>
            </>
          )}
        </div>
      }
    />
  )
}

/** The page cannot look into the window: a service that does not answer shows in nothing but the time that passes. */
function LostWindow({ provider, onReopen }: { readonly provider: string; onReopen(): void }) {
  const t = useWords(copy)
  const isLate = useIsLate()
  return (
    <>
      <p className={styles.hint}>
        {t('social.lost')}{' '}
        <button type="button" className={styles.textButton} onClick={onReopen}>
          {t('social.again')}
        </button>
      </p>
      <p className={styles.hint} role="status">
        {isLate && t('social.slow', { provider })}
      </p>
    </>
  )
}

const tones = {
  starting: 'waiting',
  blocked: 'idle',
  window: 'waiting',
  connecting: 'waiting',
  failed: 'bad',
} as const satisfies Record<SocialLogin['phase'], AskingTone>

function wordsOf({ provider: id, phase, problem }: SocialLogin, t: Translate<typeof copy>, retell: Retell) {
  const provider = socialNames[id]
  switch (phase) {
    case 'starting':
      return { title: t('social.starting', { provider }), detail: t('social.starting-detail', { provider }) }
    case 'blocked':
      return { title: t('social.blocked'), detail: t('social.blocked-detail', { provider }) }
    case 'window':
      return { title: t('social.window'), detail: t('social.window-detail', { provider }) }
    case 'connecting':
      return { title: t('social.connecting'), detail: t('social.connecting-detail') }
    case 'failed':
      return {
        title: t('social.failed'),
        detail: problem === undefined ? t('social.failed-detail', { provider }) : retell(problem),
      }
  }
}

function SocialTile({ provider }: { readonly provider: SocialProvider }) {
  return (
    <span className={styles.tile}>
      <SocialLogo provider={provider} size={40} />
    </span>
  )
}
