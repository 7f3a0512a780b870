/** How much, in which money, for which token, paid in which way. */
import {
  type BuyProblem,
  type BuyToken,
  fiatText,
  type Onramp,
  type OnrampState,
  type PaymentMethod,
  typedDecimal,
} from '@latchkey/core/screen'
import { compareDecimal } from '@latchkey/spec/validation'
import type { Numbers } from '@latchkey/spec/words'
import { useKitContext } from '../../context.js'
import type { Translate } from '../../copy/text.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { AmountField } from '../../parts/AmountField.js'
import { Row } from '../../parts/Row.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { wear } from '../../theme/wear.js'
import shared from '../views.sheet.css'
import { copy } from './copy.js'
import { usualFee } from './money.js'
import styles, { css } from './onramp.sheet.css'

interface AmountStepProps {
  readonly shop: Onramp
  readonly state: OnrampState
  readonly token: BuyToken
  onChoose(): void
}

const worn = wear(css)
const quick = ['50', '100', '250', '500'] as const

export function AmountStep({ shop, state, token, onChoose }: AmountStepProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const numbers = useNumbers()
  const { fiat, method, amount, options } = state
  if (!fiat || !method) return null
  const problem = shop.amountProblem(state)
  const fits = quick.filter(
    (each) => compareDecimal(each, method.min) !== -1 && compareDecimal(each, method.max) !== 1,
  )
  return (
    <form
      ref={worn}
      className={shared.view}
      onSubmit={(event) => {
        event.preventDefault()
        shop.compare()
      }}
    >
      {options?.isBuiltIn && <BuiltIn shop={shop} />}
      <AmountField
        label={t('buy.amount')}
        text={amount}
        unit={{ text: numbers.sign(fiat.code), place: 'before' }}
        picker={<Currency shop={shop} state={state} current={fiat.code} />}
        problem={
          problem && problem.kind !== 'empty' ? problemText(problem, fiat.code, { t, numbers }) : undefined
        }
        accept={typedDecimal}
        onChange={shop.setAmount}
      />
      <ul className={styles.quick} aria-label={t('buy.quick')}>
        {fits.map((each) => (
          <li key={each}>
            <button
              type="button"
              className={styles.chip}
              aria-pressed={amount === each}
              onClick={() => shop.setAmount(each)}
            >
              {numbers.money(each, fiat.code)}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.group}>
        <p className={styles.label}>{t('buy.get')}</p>
        <Row
          picture={<TokenImage symbol={token.symbol} home={kit.options.gatewayUrl} />}
          name={token.name}
          hint={t('buy.get-on', { symbol: token.symbol, network: token.networkName })}
          onPress={onChoose}
        />
      </div>
      <Methods shop={shop} methods={fiat.methods} current={method.id} currency={fiat.code} />
      <p className={styles.footnote}>{t('buy.fees', usualFee(numbers))}</p>
      <ActionButton look="accent" isDisabled={problem !== undefined} onPress={() => shop.compare()}>
        {t('buy.compare')}
      </ActionButton>
    </form>
  )
}

/** D-18: nobody may take what is built in for an offer. */
function BuiltIn({ shop }: { readonly shop: Onramp }) {
  const t = useWords(copy)
  const shell = useText()
  return (
    <div className={styles.warning} role="status">
      <p>
        <strong>{t('buy.built-in')}</strong> {t('buy.built-in-detail')}
      </p>
      <button type="button" className={styles.link} onClick={() => void shop.refresh()}>
        {shell('shell.retry')}
      </button>
    </div>
  )
}

interface CurrencyProps {
  readonly shop: Onramp
  readonly state: OnrampState
  readonly current: string
}

function Currency({ shop, state, current }: CurrencyProps) {
  const t = useWords(copy)
  return (
    <select
      className={styles.currency}
      aria-label={t('buy.currency')}
      value={current}
      onChange={({ target }) => shop.chooseFiat(target.value)}
    >
      {state.options?.fiats.map(({ code }) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </select>
  )
}

interface MethodsProps {
  readonly shop: Onramp
  readonly methods: readonly PaymentMethod[]
  readonly current: string
  readonly currency: string
}

/** Radio buttons: the arrow keys move between them, and their limits are read with them. */
function Methods({ shop, methods, current, currency }: MethodsProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const money = (each: string) => fiatText(each, numbers, currency)
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.label}>{t('buy.method')}</legend>
      {methods.map(({ id, min, max }) => (
        <label key={id} className={styles.method}>
          <input type="radio" name="method" checked={id === current} onChange={() => shop.chooseMethod(id)} />
          <span>{methodName(id, t)}</span>
          <span className={styles.range}>{t('buy.range', { min: money(min), max: money(max) })}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Other ways are called what the service calls them. */
export function methodName(id: string, t: Translate<typeof copy>): string {
  if (id === 'card') return t('buy.card')
  return id === 'ach_bank_account' || id === 'bank_account' ? t('buy.bank') : id.replaceAll('_', ' ')
}

function problemText(
  problem: BuyProblem,
  currency: string,
  { t, numbers }: { readonly t: Translate<typeof copy>; readonly numbers: Numbers },
): string | undefined {
  switch (problem.kind) {
    case 'too-low':
      return t('buy.too-low', { limit: fiatText(problem.limit, numbers, currency) })
    case 'too-high':
      return t('buy.too-high', { limit: fiatText(problem.limit, numbers, currency) })
    case 'too-fine':
      return t('buy.too-fine')
    default:
      return t('buy.invalid')
  }
}
