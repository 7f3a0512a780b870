/** What the network in use is called. */
import { selectNetwork } from '@latchkey/core'
import { useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'

export function useNetworkName(): string {
  const t = useText()
  return useSelect(selectNetwork)?.name ?? t('account.network-unknown')
}
