/** The network in use as the account shows it, and whether another can be chosen. */
import { selectNetwork } from '@latchkey/core'
import { useKitContext, useSelect } from '../context.js'
import { selectNetworks } from '../select.js'
import { useNetworkName } from './account/useNetworkName.js'

export function useShownNetwork() {
  const { enableNetworkSwitch } = useKitContext().options
  const icon = useSelect(selectNetwork)?.assets?.imageUrl
  const hasChoice = useSelect(selectNetworks).length > 1 && enableNetworkSwitch
  return { name: useNetworkName(), icon, hasChoice }
}
