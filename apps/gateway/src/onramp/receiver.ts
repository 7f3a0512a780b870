/** Whom a purchase goes to: an address that its network knows, written as it is delivered to. */
import { type Namespace, parseNetworkId } from '@latchkey/spec/caip'
import { isAddress } from '@latchkey/spec/validation'
import { getAddress } from 'viem'
import { refuse } from '../http/refusal.js'
import type { SoldAsset } from './provider.js'

/** Refuses what nobody can own: what is sent there is lost. Letters of one case carry no checksum (EIP-55). */
export function receiverOf(
  { networkId, networkName }: Pick<SoldAsset, 'networkId' | 'networkName'>,
  text: string,
): string {
  const namespace = parseNetworkId(networkId)?.namespace as Namespace // sold on networks of known namespaces
  if (!isAddress(namespace, text)) throw refuse('address', `Expected an address of ${networkName}`)
  if (namespace !== 'eip155') return text
  const digits = text.replace(/^0x/, '')
  const written = getAddress(`0x${digits.toLowerCase()}`)
  const hasChecksum = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  if (hasChecksum && written !== `0x${digits}`)
    throw refuse('address', 'The checksum of the address is wrong: look for a mistyped letter')
  if (/^0+$/.test(digits)) throw refuse('address', 'Nobody owns the zero address')
  return written
}
