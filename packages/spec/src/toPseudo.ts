/** Makes a catalogue of the pseudo language out of an English one; slots and forms of plurals stay as they are. */
import type { Catalogue } from './words.js'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'
const accents = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** A slot, or the frame of a plural: what stands in braces, but for the words of its cases. */
const frames = /\{\w+\}|\{\w+, plural,|(?:=\d+|zero|one|two|few|many|other) \{|[{}#]/g

/** Every text with accents, longer, and between brackets: what stays plain on a screen came from elsewhere. */
export function toPseudo<Key extends string>(catalogue: Readonly<Record<Key, string>>): Record<Key, string> {
  const entries = Object.entries<string>(catalogue satisfies Catalogue)
  // `Object.entries` forgets which keys there are.
  return Object.fromEntries(entries.map(([key, text]) => [key, pseudoText(text)])) as Record<Key, string>
}

function pseudoText(text: string): string {
  const kept = Array.from(text.matchAll(frames), ([frame]) => frame)
  const words = text
    .split(frames)
    .map((part) => [...part].map((letter) => accents.get(letter) ?? letter).join(''))
  const put = words.map((part, at) => part + (kept[at] ?? '')).join('')
  // A third longer, as German is: short labels by more than that.
  const length = text.replaceAll(frames, '').length
  return `[${put}${'·'.repeat(Math.ceil(length / 3))}]`
}
