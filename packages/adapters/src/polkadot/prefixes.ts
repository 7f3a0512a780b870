/** Which SS58 prefix a network writes its addresses with. */
import type { NetworkId } from '@latchkey/spec/caip'
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

/** Prefixes by network id, from the app. */
export type Ss58Prefixes = Readonly<Record<NetworkId, number>>

/** What the app says of a network, then what is known of it, then the prefix that fits any. */
export function prefixOf(networkId: NetworkId | undefined, own: Ss58Prefixes = {}): number {
  if (!networkId) return generalPrefix
  const given = Object.hasOwn(own, networkId) ? own[networkId] : undefined
  return isPrefix(given) ? given : (known[referenceOf(networkId)] ?? generalPrefix)
}

const isPrefix = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestPrefix

/** `polkadot:91b1…` and the genesis hash `0x91b1…` name the same network. */
const referenceOf = (networkId: string): string => networkId.slice(networkId.indexOf(':') + 1)

export function isGenesisOf(networkId: string, genesisHash: string): boolean {
  const digits = genesisHash.toLowerCase().replace(/^0x/, '')
  return digits.length === 64 && digits.startsWith(referenceOf(networkId))
}
