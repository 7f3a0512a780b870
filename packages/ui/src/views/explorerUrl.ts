/** A transaction on the explorer of its own network; nowhere where that network has none. */
import type { Network } from '@latchkey/spec/entities'

export function explorerUrl(
  networks: readonly Network[],
  networkId: string,
  hash: string,
): string | undefined {
  const explorer = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.blockExplorers?.default
  return explorer && `${explorer.url.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`
}
