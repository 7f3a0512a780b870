/** The code that ends signing in by email (S4-12, S5-02). */
import { useWords } from '../../copy/useWords.js'
import { Waiting } from '../../shell/placeholders.js'
import { CodeStep } from './CodeStep.js'
import { copy } from './copy.js'
import { WithEmbedded } from './WithEmbedded.js'

export function View() {
  const t = useWords(copy)
  return (
    <WithEmbedded>
      {(wallet, { login }) =>
        login.step === 'code' ? (
          <CodeStep
            {...login}
            lead={t('code.lead')}
            hint={t('code.where')}
            onCode={(otp) => void wallet.submitCode(otp)}
            onResend={() => void wallet.resendCode()}
          />
        ) : (
          // On its way to the account.
          <Waiting />
        )
      }
    </WithEmbedded>
  )
}
