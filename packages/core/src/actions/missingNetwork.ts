/** S5-19: a switch to a network that the page does not have, told to its developer. */
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkSwitchTarget } from '@latchkey/spec/validation'
import type { Kit } from '../kit.js'
import { showAlert } from './alert.js'

/** The error to throw. */
export function missingNetwork(kit: Kit, networkId: NetworkId): LatchkeyError {
  showAlert(kit, 'network-not-found', { network: networkId })
  const known = kit.store.get().networks.map(({ caipNetworkId }) => caipNetworkId)
  return checkSwitchTarget(networkId, known) ?? new LatchkeyError('network.not-found')
}
