/** The form: what is typed, what the gateway says of it, whom it will belong to, and the one button. */
import { selectAccount } from '@latchkey/core'
import type { NameProblem, Names, NamesState } from '@latchkey/core/screen'
import { useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Avatar } from '../../parts/Avatar.js'
import { shorten } from '../../parts/shorten.js'
import { wear } from '../../theme/wear.js'
import { useStore } from '../../useFeature.js'
import { useWalletName } from '../useWalletName.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import { NameField } from './NameField.js'
import styles, { css } from './names.sheet.css'

const worn = wear(css)
const whole = (state: NamesState) => state

export function NameForm({ form }: { readonly form: Names }) {
  const t = useWords(copy)
  const state = useStore(form.store, whole)
  const { step, check, problem } = state
  const isBusy = step === 'signing' || step === 'registering'
  return (
    <div ref={worn} className={shared.view}>
      <p className={styles.lead}>{t('names.lead')}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void form.register()
        }}
      >
        <NameField form={form} state={state} isBusy={isBusy} />
        {!isBusy && <Suggestions form={form} state={state} />}
        <Owner />
        {problem && <Problem problem={problem} />}
        {step === 'signing' && <Signing />}
        <div className={styles.buttons}>
          <ActionButton
            look="accent"
            isBusy={isBusy}
            isDisabled={check.status !== 'free'}
            onPress={() => void form.register()}
          >
            {step === 'registering'
              ? t('names.registering')
              : check.status === 'free'
                ? t('names.register-name', { name: check.name })
                : t('names.register')}
          </ActionButton>
          {step === 'signing' && (
            <ActionButton onPress={() => form.cancel()}>{t('names.cancel')}</ActionButton>
          )}
        </div>
      </form>
    </div>
  )
}

/** Names that somebody could take instead, a press away. */
function Suggestions({ form, state }: { readonly form: Names; readonly state: NamesState }) {
  const t = useWords(copy)
  // Whoever has found a free name wants no other.
  if (state.check.status !== 'taken' || state.suggestions.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('names.suggestions')}>
      {state.suggestions.map((name) => (
        <li key={name}>
          <button type="button" className={styles.chip} aria-label={name} onClick={() => form.type(name)}>
            {name.split('.', 1)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** D-11: the account that signs is the one that gets the name. */
function Owner() {
  const t = useWords(copy)
  const address = useSelect(selectAccount)?.address
  if (!address) return null
  return (
    <p className={styles.owner}>
      <Avatar address={address} size={24} />
      <span className={styles.points}>{t('names.points')}</span>
      <bdi title={address} aria-label={address}>
        {shorten(address)}
      </bdi>
    </p>
  )
}

function Problem({ problem }: { readonly problem: NameProblem }) {
  const t = useWords(copy)
  const wallet = useWalletName()
  const retell = useRetell()
  return (
    <p className={styles.problem} role="alert">
      {problem.kind === 'declined' ? t('names.declined', { wallet }) : retell(problem.reason)}
    </p>
  )
}

function Signing() {
  const t = useWords(copy)
  const wallet = useWalletName()
  return (
    <p className={styles.waiting} role="status">
      <strong>{t('names.sign', { wallet })}</strong>
      <span>{t('names.sign-detail')}</span>
    </p>
  )
}
