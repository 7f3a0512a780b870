/** What the views of payments say of what is asked, and by whom. */
import type { PayState } from '@latchkey/core/screen'
import { exactText } from '@latchkey/core/screen'
import type { Numbers } from '@latchkey/spec/words'

/** Who asks, by where the page is from: that it cannot choose. */
export const siteOf = (): string => globalThis.location?.host ?? ''

/** The amount as it is signed; as it was asked until the token has told its decimals. */
export function amountOf(
  { asset, order }: PayState,
  numbers: Numbers,
): { readonly amount: string; readonly symbol: string } {
  if (asset) {
    const { units, decimals, symbol } = asset
    return { amount: exactText(units, { decimals }, numbers), symbol }
  }
  return { amount: numbers.decimal(order?.request.amount ?? ''), symbol: '' }
}
