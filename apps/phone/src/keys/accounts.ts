/** The accounts that this wallet signs with. */
import type { Address } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { devKeys } from './devKeys.js'

const [first, ...others] = devKeys

/** In the order of their keys; there is always one. */
export const accounts: readonly [PrivateKeyAccount, ...PrivateKeyAccount[]] = [
  privateKeyToAccount(first),
  ...others.map((key) => privateKeyToAccount(key)),
]

/** Undefined for an address of somebody else, however it is written. */
export function accountOf(address: string): PrivateKeyAccount | undefined {
  const wanted = address.toLowerCase()
  return accounts.find((account) => account.address.toLowerCase() === wanted)
}

const [{ address: firstAddress }, ...otherAccounts] = accounts

export const addresses: readonly [Address, ...Address[]] = [
  firstAddress,
  ...otherAccounts.map(({ address }) => address),
]
