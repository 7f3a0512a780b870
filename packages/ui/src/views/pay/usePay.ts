/** How the views of payments reach the payment that is asked for. */
import { selectConnector } from '@latchkey/core'
import type { PayState } from '@latchkey/core/screen'
import { exactText } from '@latchkey/core/screen'
import { useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'

/** Who asks, by where the page is from: that it cannot choose. */
export const siteOf = (): string => globalThis.location?.host ?? ''

export function useWalletName(namespace: NonNullable<PayState['order']>['namespace']): string {
  const t = useText()
  return useSelect((state) => selectConnector(state, namespace)?.name) ?? t('relay.any')
}

/** The amount as it is signed; as it was asked until the token has told its decimals. */
export function amountOf({ asset, order }: PayState): { readonly amount: string; readonly symbol: string } {
  if (asset) return { amount: exactText(asset.units, asset.decimals), symbol: asset.symbol }
  return { amount: order?.request.amount ?? '', symbol: '' }
}
