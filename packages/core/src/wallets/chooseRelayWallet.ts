/** The wallet that a person means to reach through the relay, and the app a phone is sent to for it (S3-09). */
import type { KitContext } from '../context.js'

export interface RelayChoice {
  /** The wallet's id in the directory: it counts as recent once it is connected. `undefined`: whichever scans the code. */
  readonly id: string | undefined
  /** Where its app is opened, without a pairing; later questions send a phone there again. */
  readonly deepLink?: { readonly name: string; readonly href: string }
}

/** Called when the person chooses a wallet, before or after the pairing began. */
export function chooseRelayWallet(context: KitContext, { id, deepLink }: RelayChoice): void {
  context.jobs.relayChoice = id
  if (deepLink) context.storage.write('deepLink', deepLink)
  else context.storage.forget('deepLink')
}
