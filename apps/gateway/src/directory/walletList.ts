/** Answers questions about the list: who is meant, who is left out, who is found, and which page of them (S7-25). */
import type { EndpointRequest, WalletRecord } from '@latchkey/spec/endpoints'
import { createSearch } from './search.js'
import type { Wallet } from './stored.js'
import { toRecord } from './toRecord.js'

/** Without `include_pay_only` and `sort`: what they ask for, no source says of any wallet. */
export type WalletQuery = Pick<
  EndpointRequest<'wallets'>['query'],
  'page' | 'entries' | 'include' | 'exclude' | 'chains' | 'search' | 'badge_type' | 'names' | 'rdns'
>

interface WalletAnswer {
  readonly data: WalletRecord[]
  /** How many match in all. */
  readonly count: number
  /** Names that were included or excluded and that no wallet has. */
  readonly unknown?: string[]
}

export type WalletList = (query: WalletQuery) => WalletAnswer

export function createWalletList(wallets: readonly Wallet[]): WalletList {
  const search = createSearch(wallets)
  const positions = new Map(
    wallets.flatMap(({ id, slug, aliases, rdns }, index) =>
      [...aliases, ...rdns, slug, id].map((name) => [name.toLowerCase(), index] as const),
    ),
  )
  const find = (names: readonly string[]) =>
    new Set(names.flatMap((name) => positions.get(name.toLowerCase()) ?? []))

  return ({ page, entries, include, exclude, chains = [], search: text, badge_type, names, rdns }) => {
    // Clients write a filter without items where they mean none.
    const included = include?.length ? find(include) : undefined
    const excluded = find(exclude ?? [])
    const namespaces = new Set(chains.map((id) => id.slice(0, id.indexOf(':'))))
    const named = names?.length || rdns?.length ? namedBy(wallets, names ?? [], rdns ?? []) : undefined
    // Without a search the app's own order is kept; with one the best match comes first.
    const order = text ? search(text) : (included ?? wallets.keys())
    const matches: number[] = []
    for (const index of order) {
      const wallet = wallets[index] as Wallet // every position is one of this list
      const isWanted =
        (!included || included.has(index)) &&
        !excluded.has(index) &&
        (!named || named.has(index)) &&
        (badge_type === undefined || wallet.badge === badge_type) &&
        (chains.length === 0 || wallet.namespaces.some((namespace) => namespaces.has(namespace)))
      if (isWanted) matches.push(index)
    }
    const shown = matches.slice((page - 1) * entries, page * entries)
    const data = shown.map((index) => toRecord(wallets[index] as Wallet, index, chains)) // as above
    const unknown = [...new Set([...(include ?? []), ...(exclude ?? [])])].filter(
      (name) => !positions.has(name.toLowerCase()),
    )
    return { data, count: matches.length, ...(unknown.length > 0 ? { unknown } : {}) }
  }
}

/** Any of the names, or any of the reverse domain names. */
function namedBy(
  wallets: readonly Wallet[],
  names: readonly string[],
  rdns: readonly string[],
): ReadonlySet<number> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const domains = new Set(rdns.map((name) => name.toLowerCase()))
  return new Set(
    wallets.flatMap((wallet, index) =>
      wanted.has(wallet.name.toLowerCase()) || wallet.rdns.some((name) => domains.has(name)) ? [index] : [],
    ),
  )
}
