import { readdirSync, readFileSync } from 'node:fs'
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

const gatewaySource = join(root, 'apps/gateway/src')
/** Tests of the gateway, each by its path in `src`. */
const gatewayTests = readdirSync(gatewaySource, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .sort()

/** @param {string} script */
function filesOf(script) {
  const parts = scripts[script].split(' ').filter((/** @type {string} */ word) => word.includes('/'))
  return gatewayTests.filter((path) => parts.some((/** @type {string} */ part) => path.includes(part)))
}

test('every suite that starts a Redis of its own passes with one', () => {
  const importing = /from '(?:\.\.\/)+testing\/redis\.js'/
  const needing = gatewayTests.filter((path) =>
    importing.test(readFileSync(join(gatewaySource, path), 'utf8')),
  )
  expect(needing.length).toBeGreaterThan(3)
  expect(filesOf('scale:server')).toEqual(needing)
})

test('the suites of what a gateway answers pass against two gateways as well', () => {
  expect(scripts['scale:pairs']).toContain('LATCHKEY_TEST_SCALE=1 ')
  const rooms = [
    'names/',
    'routes/',
    'sessions/',
    'signIn/',
    'swaps/',
    'onramp/sandbox/',
    'http/failures.test.ts',
  ]
  const suites = gatewayTests.filter((path) => rooms.some((room) => path.startsWith(room)))
  expect(suites).toContain('routes/contract.test.ts')
  expect(filesOf('scale:pairs')).toEqual(expect.arrayContaining(suites))
})
