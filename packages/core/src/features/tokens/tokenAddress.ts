/** The bare address of a token that an account holds; none for the native currency, however a gateway writes that. */
import { type Address, asAddress, parseAccountId } from '@latchkey/spec/caip'
import type { TokenBalance } from '@latchkey/spec/entities'

/** CAIP-10 on the wire, though some gateways write it bare; some name the native currency by a pseudo-address. */
export function tokenAddress({ address }: Pick<TokenBalance, 'address'>): Address | undefined {
  if (address === undefined) return undefined
  const bare = parseAccountId(address)?.address ?? asAddress(address)
  return isNativePlaceholder(bare) ? undefined : bare
}

const isNativePlaceholder = (address: string): boolean =>
  /^0x(?:e{40}|0{40})$/i.test(address) || address === 'So11111111111111111111111111111111111111111'
