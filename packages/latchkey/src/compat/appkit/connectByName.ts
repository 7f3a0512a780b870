/** Asks for one wallet by the name that AppKit has for it: `metamask`, `walletConnect`, `email`, `google`. */
import { type Connected, type Connector, type Kit, LatchkeyError, type Namespace } from '@latchkey/core'
import type { ViewId } from '@latchkey/spec/views'

/**
 * A wallet that is in the browser is asked at once. One on a phone shows its code, and email and the services are in
 * the modal, where the person goes on; closing it rejects with `connection.closed`.
 */
export async function connectByName(kit: Kit, wallet: string, namespace?: Namespace): Promise<Connected> {
  // Wallets announce themselves while stored ones are tried.
  await kit.ready
  const found = findConnector(kit, wallet, namespace)
  if (found && found.type !== 'WALLET_CONNECT')
    return kit.connect({ connectorId: found.id, namespace: found.namespace })
  return wallet === 'walletConnect'
    ? connectByCode(kit, namespace)
    : connectInModal(kit, 'Connect', namespace)
}

/** A wallet on a phone, or anywhere else behind the relay. */
export const connectByCode = (kit: Kit, namespace?: Namespace): Promise<Connected> =>
  connectInModal(kit, 'ConnectingWalletConnectBasic', namespace)

function findConnector(kit: Kit, wallet: string, namespace?: Namespace): Connector | undefined {
  const { connectors, activeNamespace } = kit.store.get()
  const named = connectors.filter((connector) => isCalled(connector, wallet))
  const wanted = namespace ?? activeNamespace
  return named.find((connector) => connector.namespace === wanted) ?? (namespace ? undefined : named[0])
}

/** AppKit's names are one word: `trust` is "Trust Wallet", and `uniswap` says so in its reverse domain name. */
function isCalled({ name, rdns, type }: Connector, wallet: string): boolean {
  if (wallet === 'walletConnect') return type === 'WALLET_CONNECT'
  const word = wordOf(wallet)
  return wordOf(name) === word || (rdns?.split('.').some((label) => wordOf(label) === word) ?? false)
}

const wordOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/(?<=.)wallet$/, '')

function connectInModal(kit: Kit, view: ViewId, namespace: Namespace | undefined): Promise<Connected> {
  return new Promise((resolve, reject) => {
    const ends = [
      kit.on((event) => {
        if (event.name === 'MODAL_CLOSE') end(() => reject(new LatchkeyError('connection.closed')))
        if (event.name !== 'CONNECT_SUCCESS' || (namespace && event.props.namespace !== namespace)) return
        const { namespace: connected } = event.props
        const wallet = kit.store.get().connections[connected]?.wallets[0]
        if (wallet) end(() => resolve({ namespace: connected, ...wallet }))
      }),
      kit.onDestroy(() => end(() => reject(new LatchkeyError('kit.destroyed')))),
    ]
    function end(settle: () => void) {
      for (const stop of ends) stop()
      settle()
    }
    try {
      kit.open({ view, ...(namespace && { namespace }) })
    } catch (cause) {
      end(() => reject(cause))
    }
  })
}
