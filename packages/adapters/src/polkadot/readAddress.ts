/** An address that somebody typed: of a network of the page, or written for any. */
import { type Address, asAddress } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Shared } from './connectors.js'
import { generalPrefix, prefixOf } from './prefixes.js'
import { decodeSs58 } from './ss58.js'

/** One of another network is refused, though its account exists here too: whoever wrote it meant somewhere else. */
export async function readAddress({ context, prefixes }: Shared, text: string): Promise<Address> {
  const address = text.trim()
  const read = decodeSs58(address)
  if (read === 'checksum') throw new LatchkeyError('address.checksum', { address })
  const own = context.networks.map(({ caipNetworkId }) => prefixOf(caipNetworkId, prefixes))
  if (!read || ![generalPrefix, ...own].includes(read.prefix))
    throw new LatchkeyError('address.invalid', { address, ns: 'polkadot' })
  return asAddress(address)
}
