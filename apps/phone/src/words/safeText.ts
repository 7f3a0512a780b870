/** Text of strangers, made fit for a screen: bounded, without characters that hide, reorder or pile up. */

/** Zalgo: more marks on one letter than any language has. */
const piles = /(\p{M}{4})\p{M}+/gu
/** Controls, and what is invisible or turns the direction of reading. Line breaks are the caller's business. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** One line: a name, a domain, a label. Empty when nothing readable is left. */
export function safeLine(value: unknown, most = 60): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, most * 8)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .replace(piles, '$1')
    .trim()
  return shorten(text, most)
}

/** Several lines: a message to sign. What cannot be seen is named, because it is signed all the same. */
export function safeLines(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (character) => (/[\n\t]/.test(character) ? character : `⟨${codeOf(character)}⟩`))
    .replace(piles, (marks) => `${[...marks].slice(0, 4).join('')}⟨${[...marks].length - 4} marks⟩`)
}

function shorten(text: string, most: number): string {
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
  if (letters.length <= most) return text
  return `${letters
    .slice(0, most - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u]

/** Letters of two alphabets that look alike: how a name is made to pass for another. */
export function mixesAlphabets(text: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(text)).length > 1
}
