/** What the button of the form says while something is missing. */
import { type SendFormState, type SendNeed, sendNeed } from '@latchkey/core/screen'
import { useWords } from '../../copy/useWords.js'
import { copy } from './copy.js'

const plain = {
  token: 'send.need-token',
  amount: 'send.need-amount',
  'amount-invalid': 'send.need-amount-invalid',
  recipient: 'send.need-recipient',
  'recipient-resolving': 'send.need-quote',
  'recipient-invalid': 'send.need-recipient-invalid',
  'recipient-failed': 'send.need-recipient-invalid',
  quote: 'send.need-quote',
  refused: 'send.need-refused',
  'quote-failed': 'send.need-quote',
} as const satisfies Partial<Record<SendNeed, keyof typeof copy>>

/** `undefined` when nothing is missing. */
export function useNeedText(state: SendFormState): string | undefined {
  const t = useWords(copy)
  const need = sendNeed(state)
  const { token, quote } = state
  const symbol = token?.symbol ?? ''
  switch (need) {
    case undefined:
      return undefined
    case 'amount-too-fine':
      return t('send.need-amount-too-fine', { symbol, decimals: token?.decimals ?? 0 })
    case 'not-enough':
      return t('send.need-not-enough', { symbol })
    case 'no-gas':
      return t('send.need-no-gas', { symbol: 'fee' in quote ? (quote.fee?.symbol ?? '') : '' })
    default:
      return t(plain[need])
  }
}
