/** Makes a session of a wallet behind a relay: the same one as for any other wallet, on another source. */
import type { RelayLink, WalletSession } from '@latchkey/core'
import type { Shared } from './connectors.js'
import { createRelaySource } from './relaySource.js'
import { createSession } from './session.js'

export const openRelaySession = ({ reads, context }: Shared, link: RelayLink): WalletSession =>
  createSession({ source: createRelaySource(link), reads, clock: context.clock })
