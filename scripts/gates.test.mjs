import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gates, scaleGates } from './gates.mjs'
import { root } from './install.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('every gate is a script', () => {
  for (const { script } of [...gates, ...scaleGates]) expect(Object.keys(scripts)).toContain(script)
})

/** Every command that passes rooms of the one test run. */
const passing = ['check:unit', 'check:contract', 'check:attack', 'check:a11y', 'check:i18n']

test('every room with tests is passed once', () => {
  const rooms = [
    ...readFileSync(join(root, 'vitest.config.ts'), 'utf8').matchAll(/(?:room|hostile)\('([\w-]+)'/g),
  ]
  const commands = passing.map((script) => scripts[script]).join(' ')
  const passed = [...commands.matchAll(/--project (\S+)/g)]
  const names = rooms.map(([, name]) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(passed.map(([, name]) => name).sort()).toEqual(names.sort())
})
