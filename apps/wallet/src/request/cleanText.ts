/** Text that a page, a token or a stranger wrote, as it may stand on a screen: short, in one direction, with nothing hidden in it (2.12). */

/** The most characters, as a reader counts them. */
const longest = 60
/** Above this nobody counts characters: it is cut first. */
const mostUnits = 4096

/** Controls, format characters, what turns the direction, private and unassigned ones. A joiner inside an emoji goes, too. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u115F\u1160\u2800\u3164\uFFA0]/gu
/** More than two marks on one letter are no language; they reach over the lines around. */
const stacked = /(\p{M}{2})\p{M}+/gu
const blanks = /[\s\p{Z}]+/gu

export interface CleanText {
  readonly text: string
  /** Letters of several scripts in one word, such as a Cyrillic а among Latin ones: it may only look like a name. */
  readonly isMixed: boolean
  /** Something was taken away that the eye would not have seen, or the rest of a long text. */
  readonly isChanged: boolean
}

export function cleanText(raw: string, most: number = longest): CleanText {
  const normal = raw.slice(0, mostUnits).normalize('NFC')
  const spaced = normal.replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' ')
  const plain = spaced.replace(hidden, '').replace(stacked, '$1').replace(blanks, ' ').trim()
  const text = cut(plain, most)
  return { text, isMixed: isMixed(plain), isChanged: text !== normal.trim() || raw.length > mostUnits }
}

/** A message that is signed is shown whole: lines stay, what hides or turns goes. */
export function cleanLines(raw: string, most: number): CleanText {
  const lines = raw
    .slice(0, most)
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
  const cleaned = lines.map((line) =>
    line.replace(/\t/g, '  ').replace(hidden, '\uFFFD').replace(stacked, '$1'),
  )
  const text = cleaned.join('\n')
  return { text, isMixed: isMixed(text), isChanged: text !== raw }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cut(text: string, most: number): string {
  let kept = ''
  let count = 0
  for (const { segment } of characters.segment(text)) {
    if (count === most) return `${kept.trimEnd()}…`
    kept += segment
    count += 1
  }
  return kept
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
)

function isMixed(text: string): boolean {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.some((word) => scripts.filter((script) => script.test(word)).length > 1)
}
