/** What the gateway knows by itself about a network. */
import type { Network } from './network.js'

/** The text of the result; undefined when an upstream has to be asked. */
export function staticAnswer({ namespace, reference }: Network, method: string): string | undefined {
  if (namespace !== 'eip155') return undefined
  if (method === 'eth_chainId') return `"0x${BigInt(reference).toString(16)}"`
  if (method === 'net_version') return `"${BigInt(reference)}"`
  // Accounts of a node are nobody's business, and those of development nodes are everybody's.
  return method === 'eth_accounts' ? '[]' : undefined
}
