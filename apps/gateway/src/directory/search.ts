/** Finds wallets by what people type: the name itself, its beginning, its words, and with a slip of the finger. */

/** What a search looks at. */
export interface Searchable {
  readonly name: string
  readonly slug: string
  readonly rdns: readonly string[]
  readonly homepage: string | null
}

/** Positions in the list, best first. An empty text finds nothing. */
export type Search = (text: string) => readonly number[]

/** Letters and digits in small, without accents; anything else parts words. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

interface Entry {
  readonly text: string
  readonly joined: string
  readonly words: readonly string[]
  readonly exact: ReadonlySet<string>
}

export function createSearch(list: readonly Searchable[]): Search {
  const entries = list.map(toEntry)
  const byWord = sortedWords(entries)
  const pairs = pairIndex(entries)

  /** Who has a word that begins so. */
  function withWord(start: string): Set<number> {
    const found = new Set<number>()
    for (let at = firstFrom(byWord, start); at < byWord.length; at += 1) {
      const [word, index] = byWord[at] as (typeof byWord)[number] // within the list
      if (!word.startsWith(start)) break
      found.add(index)
    }
    return found
  }

  return (typed) => {
    const text = plainText(typed)
    if (text === '') return []
    const joined = text.replaceAll(' ', '')
    const raw = typed.trim().toLowerCase()
    const words = text.split(' ')
    const [first = new Set<number>(), ...others] = words.map(withWord)
    const worded = [...first].filter((index) => others.every((set) => set.has(index)))

    const ranks = new Map<number, number>()
    const give = (index: number, rank: number) => {
      if (rank < (ranks.get(index) ?? Number.POSITIVE_INFINITY)) ranks.set(index, rank)
    }
    for (const index of worded) give(index, 2)
    entries.forEach((entry, index) => {
      if (entry.exact.has(raw) || entry.joined === joined) give(index, 0)
      else if (entry.joined.startsWith(joined)) give(index, 1)
      else if (joined.length > 1 && entry.joined.includes(joined)) give(index, 3)
    })
    // Only where nothing is spelled so: a slip of the finger must not bury what was meant.
    if (ranks.size === 0) for (const [index, distance] of near(joined)) give(index, 4 + distance)
    return [...ranks].sort(([a, left], [b, right]) => left - right || a - b).map(([index]) => index)
  }

  /** Names at most one or two slips away: whole, word by word, or as far as was typed. */
  function near(text: string): [number, number][] {
    const most = slipsAllowed(text.length)
    if (most === 0) return []
    return [...candidates(pairs, text, most)].flatMap((index) => {
      const { joined, words } = entries[index] as Entry // the index holds positions of this list
      let distance = slips(text, joined, most)
      for (const target of [joined.slice(0, text.length), ...words])
        if (distance > 0) distance = Math.min(distance, slips(text, target, most))
      return distance <= most ? [[index, distance] as [number, number]] : []
    })
  }
}

function toEntry({ name, slug, rdns, homepage }: Searchable): Entry {
  const text = plainText(name)
  const host = homepage ? new URL(homepage).hostname.replace(/^www\./, '') : ''
  return {
    text,
    joined: text.replaceAll(' ', ''),
    words: text.split(' ').filter(Boolean),
    exact: new Set([name.toLowerCase(), slug, host, ...rdns].filter(Boolean)),
  }
}

function sortedWords(entries: readonly Entry[]): readonly (readonly [string, number])[] {
  return entries
    .flatMap(({ words }, index) => words.map((word) => [word, index] as const))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

/** The first word that is not before `start`. */
function firstFrom(words: readonly (readonly [string, number])[], start: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.[0] ?? '') < start) low = middle + 1
    else high = middle
  }
  return low
}

const pairsOf = (text: string) => {
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2))
  return pairs
}

interface PairIndex {
  readonly byPair: ReadonlyMap<string, readonly number[]>
  readonly all: readonly number[]
}

function pairIndex(entries: readonly Entry[]): PairIndex {
  const byPair = new Map<string, number[]>()
  for (const [position, { joined }] of entries.entries()) {
    for (const pair of pairsOf(joined)) {
      const list = byPair.get(pair)
      if (list) list.push(position)
      else byPair.set(pair, [position])
    }
  }
  return { byPair, all: [...entries.keys()] }
}

/** A slip spoils at most three pairs of letters, so that those who share too few cannot be meant. */
function candidates(index: PairIndex, text: string, most: number): Iterable<number> {
  const pairs = pairsOf(text)
  const needed = pairs.size - 3 * most
  // All pairs of a short text may be spoiled at once.
  if (needed <= 0) return index.all
  const shared = new Map<number, number>()
  for (const pair of pairs) {
    for (const position of index.byPair.get(pair) ?? []) shared.set(position, (shared.get(position) ?? 0) + 1)
  }
  return [...shared].filter(([, count]) => count >= needed).map(([position]) => position)
}

/** Short words are too close to one another for guesses. */
const slipsAllowed = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * How many letters were left out, added, changed or swapped with their neighbour; `most + 1` as soon as there are more.
 * Only the band around the diagonal is looked at: outside of it there are too many already.
 */
export function slips(typed: string, meant: string, most: number): number {
  const tooMany = most + 1
  const width = meant.length + 1
  if (Math.abs(typed.length - meant.length) > most) return tooMany
  // Three rows in turn; what lies outside of the band is too many from the start.
  let before = new Uint8Array(width)
  let last = new Uint8Array(width).fill(tooMany)
  let line = new Uint8Array(width)
  for (let column = 0; column <= Math.min(most, meant.length); column += 1) last[column] = column
  for (let row = 1; row <= typed.length; row += 1) {
    line.fill(tooMany)
    if (row <= most) line[0] = row
    let best = line[0] ?? tooMany
    const letter = typed.charCodeAt(row - 1)
    const end = Math.min(meant.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column += 1) {
      const isSame = letter === meant.charCodeAt(column - 1)
      let cost = (last[column - 1] ?? tooMany) + (isSame ? 0 : 1)
      cost = Math.min(cost, (last[column] ?? tooMany) + 1, (line[column - 1] ?? tooMany) + 1)
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === meant.charCodeAt(column - 2) &&
        typed.charCodeAt(row - 2) === meant.charCodeAt(column - 1)
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? tooMany) + 1)
      line[column] = Math.min(cost, tooMany)
      best = Math.min(best, cost)
    }
    if (best > most) return tooMany
    const spare = before
    before = last
    last = line
    line = spare
  }
  return last[meant.length] ?? tooMany
}
