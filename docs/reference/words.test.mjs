/** The page of words has every one of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishWords, wordsPage } from './words.mjs'

const ui = join(import.meta.dirname, '../../packages/ui/src')

test('every key of every catalogue is on the page, with its English text', () => {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  const catalogues = files.filter((file) => /(?:^|\/)(?:en|page\.en|errorCopy|copy|\w+Copy)\.ts$/.test(file))
  const keys = catalogues.flatMap((file) => {
    const text = readFileSync(join(ui, file), 'utf8')
    return [...text.matchAll(/^ {2}'(?<key>[^']+)':/gm)].flatMap(({ groups }) => groups?.key ?? [])
  })
  const words = new Map(englishWords())
  expect([...words.keys()]).toEqual([...new Set(keys)].sort())
  expect(words.get('button.connect')).toBe('Connect wallet')
  expect(wordsPage().markdown).toContain('| `button.connect` | Connect wallet |')
})
