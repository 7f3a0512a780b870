/** What the wallet says, by key, in the language of a stage: a hand finds its buttons by it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFill, directionOf } from '@latchkey/spec/words'

type Words = Readonly<Record<string, string>>
export type Slots = Readonly<Record<string, string | number>>
export type Say = (key: string, slots?: Slots) => string

const catalogues = import.meta.glob<Words>('../src/words/en/*.ts', { import: 'copy', eager: true })
const english: Words = Object.assign({}, ...Object.values(catalogues))

const translated = (code: string): Words =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../src/words/languages/${code}.json`), 'utf8'))

export function sayIn(code: string): Say {
  const words = code === 'en' ? english : translated(code)
  const fill = createFill(code, directionOf(code))
  return (key, slots) => {
    const text = words[key] ?? english[key]
    if (text === undefined) throw new Error(`The wallet says nothing for ${key}`)
    return slots ? fill(text, slots) : text
  }
}
