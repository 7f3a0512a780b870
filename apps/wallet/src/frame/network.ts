/** Networks as messages name them (S3-18), in one spelling. */
import type { Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/laterErrors'

/** D-33: polkadot is not embedded. */
const embedded: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** A number, or text without a namespace, is an Ethereum chain. */
export function toNetwork(chainId: string | number): string {
  const text = String(chainId)
  const network = text.includes(':') ? text : `eip155:${text}`
  namespaceOf(network)
  return network
}

export function namespaceOf(network: string): Namespace {
  const namespace = embedded.find((each) => network.startsWith(`${each}:`))
  if (!namespace) throw new LatchkeyError('rpc.action-not-allowed')
  return namespace
}

/** Of an Ethereum network: its number. */
export const chainNumberOf = (network: string): number => Number(network.slice('eip155:'.length))
