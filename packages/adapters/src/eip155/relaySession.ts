/** Makes a session of a wallet behind a relay: the same one as for any other wallet, on another source. */
import type { RelayLink, WalletSession } from '@latchkey/core'
import type { Shared } from './connectors.js'
import { createRelaySource } from './relaySource.js'
import { createSession } from './session.js'

export function openRelaySession({ context, reads }: Shared, link: RelayLink): WalletSession {
  const session = createSession({
    source: createRelaySource({ link, context }),
    wallet: link.wallet.name,
    accountType: 'eoa',
    context,
    reads,
  })
  return {
    ...session,
    // A wallet that lets itself be asked may approve more; any other has said all it will.
    networks: () => (link.methods().includes('wallet_switchEthereumChain') ? undefined : link.networks()),
  }
}
