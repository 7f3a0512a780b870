/** The parts and slots that the guide promises are those that are drawn. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../packages/ui/src')
const guide = readFileSync(join(import.meta.dirname, '../docs/guide/theming.md'), 'utf8')
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('testing/'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

/**
 * @param {string} heading
 * @returns {string[]} the names in the first column of the table below it
 */
function promised(heading) {
  const section = guide.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) =>
    Array.from(row.split('|')[1]?.matchAll(/`([\w-]+)`/g) ?? [], ([, name = '']) => name),
  )
}

const looks = ['accent', 'quiet', 'bad']

test('every part is in the guide, and every part of the guide is drawn', () => {
  const written = [
    ...Array.from(code.matchAll(/\bpart="([\w -]+)"/g), ([, names = '']) => names.split(' ')),
    ...Array.from(code.matchAll(/setAttribute\('part', '([\w -]+)'\)/g), ([, names = '']) =>
      names.split(' '),
    ),
    // One of two, as for what is chosen.
    ...Array.from(code.matchAll(/\bpart=\{([^}]*)\}/g), ([, choice = '']) =>
      Array.from(choice.matchAll(/'([\w -]+)'/g), ([, names = '']) => names.split(' ')),
    ).flat(),
    ...(/part=\{`action action-\$\{look\}`\}/.test(code)
      ? [['action', ...looks.map((look) => `action-${look}`)]]
      : []),
  ].flat()
  expect([...new Set(written)].sort()).toEqual(promised('Parts').sort())
})

test('every slot is in the guide, and every slot of the guide is drawn', () => {
  const drawn = Array.from(code.matchAll(/<slot name="([\w-]+)"/g), ([, name = '']) => name)
  // The embedded wallet's own window, which is not an app's to fill.
  expect([...new Set(drawn)].filter((name) => name !== 'frame').sort()).toEqual(promised('Slots').sort())
})
