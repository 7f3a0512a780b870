/** The wallets a person used last, for the top of the list (S3-09, S9-04). */
import { pageLimits } from '@latchkey/spec/limits'
import type { KitContext } from '../context.js'

/** Newest first. */
export function recentWallets(context: KitContext): readonly string[] {
  return (context.storage.read('recentWallets') ?? []).map(({ id }) => id)
}

/** Puts a wallet to the front; by its directory id where it has one, so that the list recognises it. */
export function addRecentWallet(context: KitContext, walletId: string): void {
  const others = recentWallets(context).filter((id) => id !== walletId)
  const ids = [walletId, ...others].slice(0, pageLimits.recentWallets)
  context.storage.write(
    'recentWallets',
    ids.map((id) => ({ id })),
  )
}
