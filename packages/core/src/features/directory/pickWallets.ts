/** Asks a short list the questions that a gateway answers about its long one. */
import type { WalletQuery } from './directory.js'
import type { DirectoryWallet } from './wallet.js'

/** Those that match, best first; not cut into pages. */
export function pickWallets(
  wallets: readonly DirectoryWallet[],
  { search = '', include, exclude = [], chains = [], badge }: WalletQuery,
): readonly DirectoryWallet[] {
  const named = include
    ? [...new Set(include)].flatMap((id) => wallets.find((wallet) => isWallet(wallet, id)) ?? [])
    : wallets
  const listed = named.filter(
    (wallet) =>
      !exclude.some((id) => isWallet(wallet, id)) &&
      (badge === undefined || wallet.badge_type === badge) &&
      isOnAny(wallet, chains),
  )
  const text = search.trim().toLowerCase()
  if (text === '') return listed
  return listed
    .map((wallet) => ({ wallet, rank: rankOf(wallet.name.toLowerCase(), text) }))
    .filter(({ rank }) => rank < ranks.length)
    .sort((a, b) => a.rank - b.rank)
    .map(({ wallet }) => wallet)
}

/** By what an app may call it: id, another id, rdns or slug, or its name whatever the case (S2-16). */
export function isWallet({ id, aliases = [], rdns, slug, name }: DirectoryWallet, called: string): boolean {
  return [id, rdns, slug, ...aliases].includes(called) || name.toLowerCase() === called.toLowerCase()
}

/** A wallet that names no networks is the app's own, which knows why it lists it. */
function isOnAny({ chains }: DirectoryWallet, wanted: readonly string[]): boolean {
  if (wanted.length === 0 || chains.length === 0) return true
  const namespaces = new Set(chains.map(namespaceOf))
  return wanted.some((id) => namespaces.has(namespaceOf(id)))
}

const namespaceOf = (networkId: string) => networkId.slice(0, networkId.indexOf(':'))

const ranks: readonly ((name: string, text: string) => boolean)[] = [
  (name, text) => name === text,
  (name, text) => name.startsWith(text),
  (name, text) => name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)),
  (name, text) => name.includes(text),
]

function rankOf(name: string, text: string): number {
  const rank = ranks.findIndex((matches) => matches(name, text))
  return rank === -1 ? ranks.length : rank
}
