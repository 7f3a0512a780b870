/** The wallets a person used last, for the top of the list (S3-09, S9-04). */
import { limits } from '@latchkey/spec/limits'
import type { Kit } from '../kit.js'

/** Newest first. */
export function recentWallets(kit: Kit): readonly string[] {
  return (kit.storage.read('recentWallets') ?? []).map(({ id }) => id)
}

/** Puts a wallet to the front; by its directory id where it has one, so that the list recognises it. */
export function addRecentWallet(kit: Kit, walletId: string): void {
  const others = recentWallets(kit).filter((id) => id !== walletId)
  const ids = [walletId, ...others].slice(0, limits.recentWallets)
  kit.storage.write(
    'recentWallets',
    ids.map((id) => ({ id })),
  )
}
