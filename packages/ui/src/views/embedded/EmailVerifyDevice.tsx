/** A device that is not known yet: the person opens the link in the mail and types the number that stands here (S4-12). */
import { back, type Embedded, type EmbeddedLogin } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Icon } from '../../parts/Icon.js'
import { Notice } from '../../parts/Notice.js'
import { Waiting } from '../../shell/placeholders.js'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { MatchNumber } from './MatchNumber.js'
import { Resend } from './Resend.js'
import { WithEmbedded } from './WithEmbedded.js'

const worn = wear(css)

export function View() {
  return (
    <WithEmbedded>
      {(wallet, { login }) =>
        // On its way to the next view.
        login.step === 'device' ? <Device wallet={wallet} login={login} /> : <Waiting />
      }
    </WithEmbedded>
  )
}

interface DeviceProps {
  readonly wallet: Embedded
  readonly login: Extract<EmbeddedLogin, { step: 'device' }>
}

function Device({ wallet, login }: DeviceProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const retell = useRetell()
  const { email, matchNumber, resendAt, isBusy, problem } = login
  if (problem !== undefined && !isBusy)
    return (
      <Notice icon="mail" tone="bad" title={t('device.failed')} detail={retell(problem)}>
        <ActionButton look="accent" icon="retry" onPress={() => wallet.retry()}>
          {t('mail.again')}
        </ActionButton>
        <ActionButton onPress={() => back(kit)}>{t('mail.other')}</ActionButton>
      </Notice>
    )
  return (
    <div ref={worn} className={styles.step}>
      <span className={styles.stepIcon}>
        <Icon name="mail" size={28} />
      </span>
      <p className={styles.lead}>
        {t('device.lead')} <bdi className={styles.email}>{email}</bdi>
      </p>
      {matchNumber !== undefined && (
        <MatchNumber lead={t('device.number')} number={matchNumber} why={t('device.why')} />
      )}
      <p className={styles.waiting} role="status">
        <span className={styles.dot} aria-hidden="true" />
        {t('device.waiting')}
      </p>
      <Resend at={resendAt} isBusy={isBusy} onPress={() => void wallet.resendCode()} />
    </div>
  )
}
