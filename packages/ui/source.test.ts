/** Reads our own sources: catalogue and style sheets hold what is used, and what is used is in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { expect, test } from 'vitest'
import { en } from './src/copy/en.js'
import { createTranslate } from './src/copy/text.js'
import { copy as account } from './src/views/accountCopy.js'
import { copy as allWallets } from './src/views/allWalletsCopy.js'
import { copy as asking } from './src/views/askingCopy.js'
import { copy as lessons } from './src/views/lessonsCopy.js'
import { copy as networks } from './src/views/networksCopy.js'
import { copy as relay } from './src/views/relayCopy.js'

const source = join(import.meta.dirname, 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !name.includes('.test.'),
)
const read = (name: string) => readFileSync(join(source, name), 'utf8')
const code = files
  .filter((name) => /\.tsx?$/.test(name) && !/^copy\/|Copy\.ts$/.test(name))
  .map((name) => ({ name, text: read(name) }))

test('every sentence of the catalogue is said somewhere', () => {
  const all = code.map(({ text }) => text).join('\n')
  const catalogues = { ...en, ...account, ...allWallets, ...asking, ...lessons, ...networks, ...relay }
  expect(Object.keys(catalogues).filter((key) => !all.includes(`'${key}'`))).toEqual([])
})

test('slots are filled, and a sentence without slots takes none', () => {
  const t = createTranslate({ plain: 'Close', slot: 'Continue in {wallet}' })
  expect(t('plain')).toBe('Close')
  expect(t('slot', { wallet: 'Brass' })).toBe('Continue in Brass')
})

test('every class that a component names is in its style sheet', () => {
  const unknown = code.flatMap(({ name, text }) => {
    const sheets = text.matchAll(/import (\w+)(?:, \{[^}]*\})? from '(.+\.sheet\.css)'/g)
    return Array.from(sheets).flatMap(([, styles = '', sheet = '']) => {
      const file = join(source, name, '..', sheet)
      const { exports = {} } = transform({ filename: file, code: readFileSync(file), cssModules: true })
      const used = [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, used = '']) => used)
      return used.filter((used) => !Object.hasOwn(exports ?? {}, used)).map((used) => `${name}: ${used}`)
    })
  })
  expect(unknown).toEqual([])
})
