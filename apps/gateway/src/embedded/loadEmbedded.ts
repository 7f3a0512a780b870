/** Where there is no wallet origin, the bulk of the embedded wallet's code and its libraries are not even loaded. */
import type { Embedded, EmbeddedInput } from './openEmbedded.js'

export async function loadEmbedded(input: EmbeddedInput): Promise<Embedded | undefined> {
  if (!input.config.LATCHKEY_WALLET_DIR) return undefined
  const { openEmbedded } = await import('./openEmbedded.js')
  return openEmbedded(input)
}
