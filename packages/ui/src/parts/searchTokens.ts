/** Finds tokens by symbol, name or address; the nearest first, and otherwise in the order they came. */
import type { TokenItem } from './TokenRow.js'

export function searchTokens<Item extends TokenItem>(
  tokens: readonly Item[],
  search: string,
): readonly Item[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return tokens
  const ranked = tokens.flatMap((token) => {
    const rank = rankOf(token, wanted)
    return rank === undefined ? [] : [{ token, rank }]
  })
  // Sorting keeps the order of equals, so what is worth more stays above what is worth less.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ token }) => token)
}

/** An address is taken whole: a part of one says nothing, and invites a look-alike. */
function rankOf({ symbol, name, address }: TokenItem, wanted: string): number | undefined {
  const [short, long] = [symbol.toLowerCase(), name.toLowerCase()]
  if (short === wanted || address?.toLowerCase() === wanted) return 0
  if (short.startsWith(wanted)) return 1
  if (long.startsWith(wanted)) return 2
  return short.includes(wanted) || long.includes(wanted) ? 3 : undefined
}
