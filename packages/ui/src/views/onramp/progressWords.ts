/** What is said of a purchase. The provider's own reason comes before ours. */
import { fiatText, type Purchase } from '@latchkey/core/screen'
import type { Numbers } from '@latchkey/spec/words'
import type { Translate } from '../../copy/text.js'
import { shorten } from '../../parts/shorten.js'
import type { copy } from './copy.js'
import { tokenOf } from './money.js'

export function progressWords(
  purchase: Purchase,
  { t, numbers }: { readonly t: Translate<typeof copy>; readonly numbers: Numbers },
): { readonly title: string; readonly detail: string } {
  const { status, symbol, reason, holds, isBlocked } = purchase
  const provider = purchase.providerName || t('buy.unnamed')
  const gets = tokenOf(purchase.gets, numbers)
  const address = shorten(purchase.address)
  const pays = fiatText(purchase.pays, numbers, purchase.currency)
  switch (status) {
    case 'opening':
      return { title: t('buy.opening', { provider }), detail: t('buy.opening-detail') }
    case 'created':
      return isBlocked
        ? { title: t('buy.blocked'), detail: t('buy.blocked-detail', { provider }) }
        : { title: t('buy.created', { provider }), detail: t('buy.created-detail', { pays }) }
    case 'paid':
      return { title: t('buy.paid'), detail: reason ?? t('buy.paid-detail', { gets, symbol, address }) }
    case 'delivered':
      return {
        title: t('buy.delivered', { gets, symbol }),
        detail: holds
          ? t('buy.delivered-detail', { holds: tokenOf(holds, numbers), symbol })
          : t('buy.delivered-soon'),
      }
    case 'failed':
      return { title: t('buy.failed'), detail: reason ?? t('buy.failed-detail', { provider }) }
    case 'expired':
      return { title: t('buy.expired'), detail: reason ?? t('buy.expired-detail') }
    case 'unknown':
      return { title: t('buy.unknown'), detail: t('buy.unknown-detail', { provider, address }) }
  }
}
