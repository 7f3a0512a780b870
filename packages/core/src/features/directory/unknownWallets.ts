/** Tells the developer, once, which wallets of the options nobody has: a wrong id changes nothing and says nothing. */
import type { KitContext } from '../../context.js'
import { isWallet } from './pickWallets.js'
import type { DirectoryWallet } from './wallet.js'

/** Takes what a gateway answered that it does not know. */
export function createUnknownTeller(
  { options, store, log }: KitContext,
  custom: readonly DirectoryWallet[],
): (unknown: readonly string[]) => void {
  const { includeWalletIds = [], excludeWalletIds = [], featuredWalletIds = [] } = options
  const wished = new Set([...includeWalletIds, ...excludeWalletIds, ...featuredWalletIds])
  const told = new Set<string>()

  /** The app's own wallets, and those of this browser, are in no directory. */
  const isHere = (name: string) =>
    custom.some((wallet) => isWallet(wallet, name)) ||
    store
      .get()
      .connectors.some(
        (each) =>
          [each.id, each.explorerId, each.rdns].includes(name) ||
          each.name.toLowerCase() === name.toLowerCase(),
      )

  return (unknown) => {
    const fresh = unknown.filter((name) => wished.has(name) && !told.has(name) && !isHere(name))
    if (fresh.length === 0) return
    for (const name of fresh) told.add(name)
    log.warn(
      `The directory knows no wallet called ${fresh.join(', ')}: a slug or a reverse domain name finds it`,
    )
  }
}
