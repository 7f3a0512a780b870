/** Addresses from wallets: checked, and written with their checksum (D-15). */
import { type Address, asAddress } from '@latchkey/spec/caip'
import { getAddress } from 'viem/utils'

/** What a wallet listed as its accounts, without what is no address and without repeats. */
export function readAccounts(value: unknown): readonly Address[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const valid = list.filter((each) => typeof each === 'string' && /^0x[0-9a-f]{40}$/i.test(each))
  // Lower case first: a wallet with a broken checksum still means this address.
  return [...new Set(valid.map((each) => asAddress(getAddress(String(each).toLowerCase()))))]
}
