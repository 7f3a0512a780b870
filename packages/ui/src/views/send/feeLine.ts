/** The fee as one line of a summary: what it will probably be, and what it can never be more than. */
import type { SendFormState } from '@latchkey/core/screen'
import type { Numbers } from '@latchkey/spec/words'
import type { Translate } from '../../copy/text.js'
import type { SummaryLine } from '../../parts/Summary.js'
import { feeText, moneyText } from './amounts.js'
import type { copy } from './copy.js'

type Fee = NonNullable<Extract<SendFormState['quote'], { readonly status: 'ready' }>['fee']>

interface Saying {
  readonly t: Translate<typeof copy>
  readonly numbers: Numbers
}

export function feeLine(
  { t, numbers }: Saying,
  fee: Fee,
  price: string | undefined,
  isBusy: boolean,
): SummaryLine {
  const money = moneyText(fee.likely, { decimals: fee.decimals, price }, numbers)
  const likely = feeText(fee.likely, fee, numbers)
  return {
    label: t('send.fee'),
    value: money === undefined ? likely : `${money} · ${likely}`,
    detail: detailOf({ t, numbers }, fee),
    isBusy,
  }
}

/** Nothing where the fee is known to the last coin. */
function detailOf({ t, numbers }: Saying, fee: Fee): string | undefined {
  if (fee.deposit) return t('send.fee-deposit', { amount: feeText(fee.deposit, fee, numbers) })
  return fee.most === fee.likely ? undefined : t('send.fee-most', { amount: feeText(fee.most, fee, numbers) })
}
