/** The fee as one line of a summary: what it will probably be, and what it can never be more than. */
import type { SendFormState } from '@latchkey/core/screen'
import type { Translate } from '../../copy/text.js'
import type { SummaryLine } from '../../parts/Summary.js'
import { feeText, moneyText } from './amounts.js'
import type { copy } from './copy.js'

type Fee = NonNullable<Extract<SendFormState['quote'], { readonly status: 'ready' }>['fee']>

export function feeLine(
  t: Translate<typeof copy>,
  fee: Fee,
  price: string | undefined,
  isBusy: boolean,
): SummaryLine {
  const money = moneyText(fee.likely, fee.decimals, price)
  return {
    label: t('send.fee'),
    value: money === undefined ? feeText(fee.likely, fee) : `${money} · ${feeText(fee.likely, fee)}`,
    detail: detailOf(t, fee),
    isBusy,
  }
}

/** Nothing where the fee is known to the last coin. */
function detailOf(t: Translate<typeof copy>, fee: Fee): string | undefined {
  if (fee.deposit) return t('send.fee-deposit', { amount: feeText(fee.deposit, fee) })
  return fee.most === fee.likely ? undefined : t('send.fee-most', { amount: feeText(fee.most, fee) })
}
