/** Which SS58 prefix a network writes its addresses with. */
import type { Network } from '@latchkey/spec/entities'
import { longestPrefix } from './ss58.js'

/** Of any network; every wallet reads it. */
export const generalPrefix = 42

/** By the reference of the network id: the first 32 digits of the genesis hash (CAIP-13). */
const known: Readonly<Record<string, number>> = {
  // Polkadot and its Asset Hub
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama and its Asset Hub
  b0a8d493285c2df73290dfb7e61f870f: 2,
  '48239ef607d7928874027a43a6768920': 2,
  // Paseo, the test network that is written as Polkadot is
  '77afd6190f1554ad45fd0d31aee62aac': 0,
}

/** What the network says itself, then what is known of it, then the prefix that fits any. */
export function prefixOf(network: Network | undefined): number {
  if (!network) return generalPrefix
  const { ss58Prefix, caipNetworkId } = network
  if (isPrefix(ss58Prefix)) return ss58Prefix
  return known[referenceOf(caipNetworkId)] ?? generalPrefix
}

const isPrefix = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestPrefix

/** `polkadot:91b1…` and the genesis hash `0x91b1…` name the same network. */
export const referenceOf = (networkId: string): string => networkId.slice(networkId.indexOf(':') + 1)

export function isGenesisOf(networkId: string, genesisHash: string): boolean {
  const digits = genesisHash.toLowerCase().replace(/^0x/, '')
  return digits.length === 64 && digits.startsWith(referenceOf(networkId))
}
