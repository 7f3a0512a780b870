/** What to call the wallet that will be asked. */
import { selectConnector } from '@latchkey/core'
import type { Namespace } from '@latchkey/spec/caip'
import { useSelect } from '../context.js'
import { useText } from '../copy/useText.js'

/** Of the active namespace, or of the one that is asked. */
export function useWalletName(namespace?: Namespace): string {
  const t = useText()
  return useSelect((state) => selectConnector(state, namespace)?.name) ?? t('relay.any')
}
