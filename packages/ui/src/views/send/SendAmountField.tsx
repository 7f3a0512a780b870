/** How much, in the token or in money, with the way to choose another token. */
import {
  fiatText,
  otherText,
  quantityText,
  type Send,
  type SendFormState,
  sendNeed,
  typedDecimal,
} from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { AmountField } from '../../parts/AmountField.js'
import { Icon } from '../../parts/Icon.js'
import { TokenImage } from '../../parts/TokenImage.js'
import { copy } from './copy.js'
import styles from './send.sheet.css'
import { useNeedText } from './useNeedText.js'

interface SendAmountFieldProps {
  readonly form: Send
  readonly state: SendFormState
  onChooseToken(): void
}

const wrong = ['amount-invalid', 'amount-too-fine', 'not-enough']

export function SendAmountField({ form, state, onChooseToken }: SendAmountFieldProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { token, amount, tokens } = state
  const need = sendNeed(state)
  const needText = useNeedText(state)
  const isFiat = amount.unit === 'fiat'
  const other = otherText(state)
  const canSwitch = token?.price !== undefined
  const symbol = token?.symbol ?? ''
  return (
    <AmountField
      label={t('send.amount', { unit: isFiat ? t('send.dollars') : symbol })}
      text={amount.text}
      unit={isFiat ? { text: numbers.sign('USD'), place: 'before' } : { text: symbol, place: 'after' }}
      picker={<TokenPicker state={state} onPress={onChooseToken} />}
      other={otherOf()}
      switchLabel={t('send.switch-to', { unit: isFiat ? symbol : t('send.dollars') })}
      held={
        token && t('send.held', { amount: quantityText(token.held, { decimals: token.decimals }, numbers) })
      }
      maxLabel={t('send.max')}
      problem={need !== undefined && wrong.includes(need) ? needText : undefined}
      isBusy={amount.isMax && amount.text === ''}
      accept={typedDecimal}
      onChange={form.typeAmount}
      {...(canSwitch && { onSwitch: form.switchUnit })}
      {...(token && tokens.status !== 'loading' && { onMax: form.useMax })}
    />
  )

  function otherOf(): string | undefined {
    if (!token) return undefined
    if (other === undefined) return t('send.no-price')
    return isFiat ? numbers.decimal(other, { unit: symbol }) : fiatText(other, numbers)
  }
}

function TokenPicker({ state, onPress }: { readonly state: SendFormState; onPress(): void }) {
  const { gatewayUrl } = useKitContext().options
  const t = useWords(copy)
  const { token } = state
  return (
    <button
      type="button"
      className={styles.picker}
      aria-label={token ? t('send.token', { symbol: token.symbol }) : t('send.choose-token')}
      onClick={onPress}
    >
      {token && <TokenImage symbol={token.symbol} icon={token.icon} size={24} home={gatewayUrl} />}
      <span className={styles.pickerName}>{token?.symbol ?? t('send.choose-token')}</span>
      <Icon name="down" size={14} />
    </button>
  )
}
