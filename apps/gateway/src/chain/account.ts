/** Whom and where a question is about, or a refusal that says what is wrong with it. */

import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { errorText } from '@latchkey/spec/errors'
import { isAddress } from '@latchkey/spec/validation'
import type { Upstreams } from '../config/parse.js'
import { refuse } from '../http/refusal.js'
import type { Hex } from './shapes.js'

/** An address as the index writes it: with its prefix, in lower case. */
export function eip155Address(text: string): Hex {
  if (!isAddress('eip155', text)) throw refuse('address', 'Expected an eip155 address')
  return `0x${text.replace(/^0x/, '').toLowerCase()}`
}

/** Networks asked at once when none is named. */
const mostNetworks = 16

/** The named network, or all eip155 networks that the gateway serves. */
export function eip155Networks(upstreams: Upstreams, named: string | undefined): NetworkId[] {
  const served = [...upstreams].filter(
    ([networkId, { http }]) => networkId.startsWith('eip155:') && http.length > 0,
  )
  if (named === undefined) return served.slice(0, mostNetworks).map(([networkId]) => networkId)
  const parts = parseNetworkId(named)
  if (parts && parts.namespace !== 'eip155')
    throw refuse('namespace', 'Only accounts of eip155 networks are known here')
  const found = served.find(([networkId]) => networkId === named)
  if (!found) throw refuse('chain', errorText('network.not-supported'))
  return [found[0]]
}

/** Stands for the native coin where a token is asked for (S7-05, S7-07). */
export const nativeToken: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export type SolanaNetworkId = `solana:${string}`

/** An address that only solana has: one of eip155 without its prefix may read as base58 too. */
export function isSolana(text: string): boolean {
  return isAddress('solana', text) && !isAddress('eip155', text)
}

/** The named network, or all solana networks that the gateway serves, of which there must be one. */
export function solanaNetworks(upstreams: Upstreams, named: string | undefined): SolanaNetworkId[] {
  const served = [...upstreams]
    .filter(([, { http }]) => http.length > 0)
    .flatMap(([networkId]) => (networkId.startsWith('solana:') ? [networkId as SolanaNetworkId] : [])) // just seen
  // D-13: what cannot be read does not look like an account that has nothing.
  if (served.length === 0) throw refuse('chain', errorText('network.not-supported'))
  if (named === undefined) return served
  if (!named.startsWith('solana:')) throw refuse('namespace', 'This address is one of solana')
  const found = served.find((networkId) => networkId === named)
  if (!found) throw refuse('chain', errorText('network.not-supported'))
  return [found]
}

export type BitcoinNetworkId = `bip122:${string}`

/** The named network, if it is read through Esplora here: an address of bip122 does not tell all of them apart. */
export function bitcoinNetwork(served: readonly NetworkId[], named: string): BitcoinNetworkId {
  const found = served.find((networkId) => networkId === named)
  if (!found?.startsWith('bip122:')) throw refuse('chain', errorText('network.not-supported'))
  return found as BitcoinNetworkId // just seen
}
