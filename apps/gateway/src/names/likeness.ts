/** When two labels look alike: what is left of a label when signs that a reader takes for one another are made the same. */

/** Signs that differ by a hair in most typefaces. Labels are lower case before they come here. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** Digits that stand for letters in words which everybody still reads. */
const stand: Readonly<Record<string, string>> = { '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g' }

/** Two labels with the same likeness cannot be told apart at a glance, so that only one of them is given away. */
export function likenessOf(label: string): string {
  return lookalikes.reduce((text, [sign, same]) => text.replace(sign, same), label)
}

/** How a label is read aloud: without hyphens, digits as the letters that they stand for. `l` stands for `i` as well. */
export function readingOf(label: string): string {
  return likenessOf(label)
    .replaceAll('-', '')
    .replace(/[345789]/g, (digit) => stand[digit] ?? digit)
    .replaceAll('i', 'l')
}
