/** What the views of payments say of what is asked, and by whom. */
import type { PayState } from '@latchkey/core/screen'
import { exactText } from '@latchkey/core/screen'

/** Who asks, by where the page is from: that it cannot choose. */
export const siteOf = (): string => globalThis.location?.host ?? ''

/** The amount as it is signed; as it was asked until the token has told its decimals. */
export function amountOf({ asset, order }: PayState): { readonly amount: string; readonly symbol: string } {
  if (asset) return { amount: exactText(asset.units, asset.decimals), symbol: asset.symbol }
  return { amount: order?.request.amount ?? '', symbol: '' }
}
