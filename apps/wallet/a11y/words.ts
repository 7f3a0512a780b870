/** What the wallet says, by key, in the language of a stage: a hand finds its buttons by it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toPseudo } from '@latchkey/spec/toPseudo'
import { createFill, directionOf } from '@latchkey/spec/words'

type Words = Readonly<Record<string, string>>
export type Slots = Readonly<Record<string, string | number>>
export type Say = (key: string, slots?: Slots) => string

const catalogues = import.meta.glob<Words>('../src/words/en/*.ts', { import: 'copy', eager: true })
const english: Words = Object.assign({}, ...Object.values(catalogues))

/**
 * Nobody's language: English with accents, longer, and between brackets. Its code is one that nobody is given, so that a
 * page takes it for a language like any other: whoever reads English would be left with English.
 */
export const pseudo = 'qps-ploc'

const translated = (code: string): Words =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../src/words/languages/${code}.json`), 'utf8'))

export function wordsIn(code: string): Words {
  if (code === 'en') return english
  return code === pseudo ? toPseudo(english) : translated(code)
}

export function sayIn(code: string): Say {
  const words = wordsIn(code)
  const fill = createFill(code, directionOf(code))
  return (key, slots) => {
    const text = words[key] ?? english[key]
    if (text === undefined) throw new Error(`The wallet says nothing for ${key}`)
    return slots ? fill(text, slots) : text
  }
}
