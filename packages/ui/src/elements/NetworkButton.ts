/** `<latchkey-network-button>`: the active network, and the way to another. */
import { type KitState, selectNetwork } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'
import { selectNetworkChoice } from '../select.js'
import type { Face } from './face.js'
import { KitButton } from './KitButton.js'
import { textOf } from './text.js'

export class NetworkButton extends KitButton {
  protected override face(state: KitState | undefined): Face {
    const t = textOf(this.kit)
    const none: Face = { look: 'quiet', text: this.getAttribute('label') ?? t('button.network-none') }
    if (!state) return none
    const network = selectNetwork(state, this.standsFor)
    if (network)
      return {
        look: 'quiet',
        text: network.name,
        mark: { kind: 'network', seed: network.name },
        label: t('button.network', { network: network.name }),
      }
    if (selectNetworkChoice(state, this.standsFor)?.isSupported === false)
      return { look: 'quiet', text: t('button.network-unsupported'), mark: { kind: 'warning' } }
    return none
  }

  protected override target(state: KitState): ViewId | undefined {
    // Where the network is not one of the page's, the kit knows what to show (S2-10).
    return selectNetworkChoice(state, this.standsFor)?.isSupported === false ? undefined : 'Networks'
  }
}
