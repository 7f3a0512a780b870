/** A person chose a wallet: ask it and show how it goes, in one step. */
import type { ConnectKitInput, Connector } from '@latchkey/core'
import { type DirectoryWallet, type KitContext, push } from '@latchkey/core/screen'
import type { WalletGroup } from './walletGroups.js'

/** Of a wallet that speaks several namespaces the person says which; any other is asked at once. */
export function chooseConnector(kit: KitContext, group: WalletGroup, wallet?: DirectoryWallet): void {
  const [{ id: connectorId, namespace }, ...others] = group
  if (others.length === 0) return connectWallet(kit, group[0], wallet)
  push(kit, { view: 'ConnectingMultiChain', data: { connectorId, namespace, ...(wallet && { wallet }) } })
}

/** With its listing the view can offer its other ways too: the app, the desktop program, the page. */
export function connectWallet(
  kit: KitContext,
  { id: connectorId, name, namespace }: Connector,
  wallet?: DirectoryWallet,
): void {
  kit.events.emit('SELECT_WALLET', { connectorId, name })
  // Asked before anything is awaited: wallets that open a window may only do so straight from the click.
  askWallet(kit, { connectorId, namespace })
  if (wallet) push(kit, { view: 'ConnectingWalletConnect', data: { connectorId, namespace, wallet } })
  else push(kit, { view: 'ConnectingExternal', data: { connectorId, namespace } })
}

/** The view shows why it failed (`Connection.error`); here the rejection has nowhere else to go. */
export function askWallet(kit: KitContext, input: ConnectKitInput): void {
  kit.connect(input).catch((cause: unknown) => kit.log.info('The wallet was not connected', cause))
}
