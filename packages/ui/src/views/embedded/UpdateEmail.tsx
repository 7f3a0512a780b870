/** Another email address for the account: typed, confirmed from the old mailbox, then from the new one (S4-12). */
import { back, type Embedded, type EmbeddedState } from '@latchkey/core/screen'
import { useRef, useState } from 'react'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import { Notice } from '../../parts/Notice.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen } from '../AskingScreen.js'
import shared from '../views.sheet.css'
import { CodeStep } from './CodeStep.js'
import { copy } from './copy.js'
import { EmailField } from './EmailField.js'
import styles, { css } from './embedded.sheet.css'
import { WithEmbedded } from './WithEmbedded.js'

const worn = wear(css)

export function View() {
  return <WithEmbedded>{(wallet, state) => <Update wallet={wallet} state={state} />}</WithEmbedded>
}

interface UpdateProps {
  readonly wallet: Embedded
  readonly state: EmbeddedState
}

function Update({ wallet, state: { emailUpdate, user } }: UpdateProps) {
  const t = useWords(copy)
  const isDone = useDone(emailUpdate, user?.email)
  if (isDone) return <Done email={user?.email ?? ''} />
  if (user?.email === undefined)
    return <Notice icon="mail" title={t('update.none')} detail={t('update.none-detail')} />
  if (emailUpdate.step === 'idle' || emailUpdate.step === 'email')
    return (
      <Form
        present={user.email}
        isBusy={emailUpdate.step === 'email' && emailUpdate.isBusy}
        problem={emailUpdate.step === 'email' ? emailUpdate.problem : undefined}
        onSubmit={(email) => void wallet.updateEmail(email)}
      />
    )
  const isFirst = emailUpdate.step === 'primary'
  return (
    <>
      <p ref={worn} className={styles.stepOf}>
        {t('update.step', { n: isFirst ? 1 : 2 })}
      </p>
      <CodeStep
        // The second code is typed into boxes of its own.
        key={emailUpdate.step}
        {...emailUpdate}
        email={isFirst ? user.email : emailUpdate.newEmail}
        lead={t(isFirst ? 'update.primary-lead' : 'update.secondary-lead')}
        onCode={(otp) => void wallet.submitUpdateCode(otp)}
        onResend={() => void wallet.resendUpdateCode()}
      />
    </>
  )
}

interface FormProps {
  readonly present: string
  readonly isBusy: boolean
  readonly problem: string | undefined
  onSubmit(email: string): void
}

function Form({ present, isBusy, problem, onSubmit }: FormProps) {
  const t = useWords(copy)
  const [isSame, setSame] = useState(false)
  return (
    <div ref={worn} className={shared.view}>
      <p className={styles.lead}>{t('update.lead')}</p>
      <p className={styles.present}>
        <Icon name="mail" size={18} />
        <span className={styles.presentLabel}>{t('update.now')}</span>
        <bdi>{present}</bdi>
      </p>
      <EmailField
        label={t('update.new')}
        action={t('update.next')}
        isBusy={isBusy}
        problem={isSame ? t('update.same') : problem}
        onEdit={() => setSame(false)}
        onSubmit={(email) => {
          const isNew = email.toLowerCase() !== present.toLowerCase()
          setSame(!isNew)
          if (isNew) onSubmit(email)
        }}
      />
      <p className={styles.hint}>{t('update.hold')}</p>
    </div>
  )
}

function Done({ email }: { readonly email: string }) {
  const kit = useKitContext()
  const t = useWords(copy)
  return (
    <AskingScreen
      tone="done"
      picture={
        <span ref={worn} className={styles.tile}>
          <Icon name="mail" size={40} />
        </span>
      }
      title={t('update.done')}
      detail={t('update.done-detail', { email })}
      action={{ text: t('update.finish'), run: () => back(kit) }}
    />
  )
}

/** The last step ended with another address than the one it began with. */
function useDone({ step }: EmbeddedState['emailUpdate'], email: string | undefined): boolean {
  const before = useRef(email)
  return step === 'idle' && before.current !== undefined && email !== undefined && email !== before.current
}
