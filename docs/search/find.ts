/** The search itself: every word must be found, and where it is found says how much it counts. */

export interface SearchIndex {
  readonly pages: readonly (readonly [path: string, title: string, section: string])[]
  readonly parts: readonly (readonly [page: number, anchor: string, heading: string, text: string])[]
}

export interface Found {
  readonly path: string
  readonly title: string
  /** The heading within the page; nothing for the page as a whole. */
  readonly heading: string
  readonly section: string
  /** The words around what was found. */
  readonly excerpt: string
}

const most = 12
const mostOfOnePage = 3
const around = 60
/** Why something is as it is, is seldom what somebody looks for first. */
const weightOfDecisions = 0.3

/** @returns the best first; the order of the menu decides between equals. */
export function find(index: SearchIndex, query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hits = index.parts.flatMap((part) => {
    const [path, title, section] = index.pages[part[0]] ?? ['', '', '']
    const [, anchor, heading, text] = part
    const points = words.map((word) => pointsOf(word, heading === '' ? title : heading, title, text))
    if (points.includes(0)) return []
    const found = { path: anchor ? `${path}#${anchor}` : path, title, heading, section }
    const excerpt = excerptOf(text, words)
    const sum = points.reduce((total, one) => total + one)
    const weight = section === 'Decisions' ? weightOfDecisions : 1
    return [{ found: { ...found, excerpt }, page: part[0], points: sum * weight }]
  })
  const ofPage = new Map<number, number>()
  return hits
    .sort((a, b) => b.points - a.points)
    .filter(({ page }) => {
      const before = ofPage.get(page) ?? 0
      ofPage.set(page, before + 1)
      return before < mostOfOnePage
    })
    .slice(0, most)
    .map(({ found }) => found)
}

/** Nothing where the word is nowhere. A word that begins like it counts more than one that has it inside. */
function pointsOf(word: string, heading: string, title: string, text: string): number {
  return 12 * matches(word, heading) + 3 * matches(word, title) + matches(word, text)
}

function matches(word: string, text: string): number {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')) return 2
  }
  return lower.includes(word) ? 1 : 0
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.max(0, words.map((word) => lower.indexOf(word)).find((place) => place !== -1) ?? 0)
  // Whole words only, so the cut falls at a space.
  const start = at <= around ? 0 : text.indexOf(' ', at - around) + 1
  const cut = text.slice(start, start + 3 * around)
  const end = start + cut.length < text.length ? cut.lastIndexOf(' ') : cut.length
  return `${start > 0 ? '… ' : ''}${cut.slice(0, end)}${end < cut.length ? ' …' : ''}`
}
