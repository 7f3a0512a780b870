/** Makes a session of a wallet behind a relay: the same one as for any other wallet, on another source. */
import type { RelayLink, WalletSession } from '@latchkey/core'
import type { Shared } from './connectors.js'
import { createRelaySource } from './relaySource.js'
import { createSession } from './session.js'

export function openRelaySession({ context, reads }: Shared, link: RelayLink): WalletSession {
  return createSession({ source: createRelaySource(link), wallet: link.wallet.name, context, reads })
}
