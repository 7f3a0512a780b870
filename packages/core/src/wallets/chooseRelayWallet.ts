/** The wallet that a person means to reach through the relay, and the app a phone is sent to for it (S3-09). */

import { relayConnectorId } from '../connectorIds.js'
import type { KitContext } from '../context.js'

export interface RelayChoice {
  /** The wallet's id in the directory: it counts as recent once it is connected. `undefined`: whichever scans the code. */
  readonly id: string | undefined
  /** Where its app is opened, without a pairing; later questions send a phone there again. */
  readonly deepLink?: { readonly name: string; readonly href: string }
}

/** Called when the person chooses a wallet, before or after the pairing began. */
export function chooseRelayWallet(context: KitContext, choice: RelayChoice): void {
  context.jobs.relayChoice = choice
  const isConnected = Object.values(context.store.get().connections).some(({ wallets }) =>
    wallets.some(({ connectorId }) => connectorId === relayConnectorId),
  )
  // Looking at another wallet does not forget where the connected one is. Without one it is kept at once: a phone may
  // put this page away while the person is in the wallet.
  if (!isConnected) keepRelayChoice(context)
}

/** Called when the chosen wallet is connected. */
export function keepRelayChoice({ jobs, storage }: KitContext): void {
  if (!jobs.relayChoice) return
  const { deepLink } = jobs.relayChoice
  if (deepLink) storage.write('deepLink', deepLink)
  else storage.forget('deepLink')
}
