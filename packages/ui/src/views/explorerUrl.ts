/** Pages of an explorer: a transaction on that of its own network, nowhere where that network has none. */
import type { Network } from '@latchkey/spec/entities'

/** `path` is written as it must stand in an address. */
export const explorerPage = (explorer: { readonly url: string }, path: string): string =>
  `${explorer.url.replace(/\/$/, '')}/${path}`

export function explorerUrl(
  networks: readonly Network[],
  networkId: string,
  hash: string,
): string | undefined {
  const explorer = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.blockExplorers?.default
  return explorer && explorerPage(explorer, `tx/${encodeURIComponent(hash)}`)
}
