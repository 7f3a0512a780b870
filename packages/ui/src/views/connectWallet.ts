/** A person chose a wallet: ask it and show how it goes, in one step. */
import type { ConnectKitInput, Connector } from '@latchkey/core'
import { type KitContext, push } from '@latchkey/core/screen'

export function connectWallet(kit: KitContext, { id: connectorId, name, namespace }: Connector): void {
  kit.events.emit('SELECT_WALLET', { connectorId, name })
  // Asked before anything is awaited: wallets that open a window may only do so straight from the click.
  askWallet(kit, { connectorId, namespace })
  push(kit, { view: 'ConnectingExternal', data: { connectorId } })
}

/** The view shows why it failed (`Connection.error`); here the rejection has nowhere else to go. */
export function askWallet(kit: KitContext, input: ConnectKitInput): void {
  kit.connect(input).catch((cause: unknown) => kit.log.info('The wallet was not connected', cause))
}
