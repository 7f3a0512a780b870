import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gates, scaleGates } from './gates.mjs'
import { root } from './install.mjs'
import { passGates } from './pass-gates.mjs'
import { makeHouse } from './testing.mjs'

const passing = {
  testResults: [
    { name: 'a', status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
  ],
}
const failing = {
  testResults: [
    {
      name: 'a',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'it holds' }, { status: 'passed' }],
    },
  ],
}
/** Stands in for Vitest: writes the report to where the last argument says. */
const fakeVitest = `#!/bin/sh
for last; do :; done
cp "$1" "\${last#--outputFile.json=}"
exit "$2"
`

/**
 * @param {Record<string, string>} scripts
 * @param {readonly string[]} names
 */
async function passIn(scripts, names) {
  const folder = makeHouse({
    'package.json': { scripts },
    'package-lock.json': { packages: {} },
    'node_modules/.package-lock.json': { packages: {} },
    'passing.json': passing,
    'failing.json': failing,
    'node_modules/.bin/fake-vitest': fakeVitest,
  })
  /** @type {string[]} */
  const lines = []
  const result = await passGates(gates, { folder, names, log: (line) => void lines.push(line) })
  return { folder, result, text: lines.join('\n') }
}

test('passes the chosen gates in the order of the house and counts each as one', async () => {
  const { folder, result, text } = await passIn(
    { 'check:format': 'echo format >> order; echo 12 files', 'check:types': 'echo types >> order' },
    ['types', 'format'],
  )
  expect(result).toEqual({ passed: 2, failed: 0 })
  expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('format\ntypes\n')
  expect(text).toMatch(/▸ format: .*\n {2}12 files\n✓ format \d+\.\d s/)
})

test('goes on after a failure, and shows what the gate said', async () => {
  const { result, text } = await passIn(
    { 'check:format': 'echo "line 3 is ugly" >&2; exit 1', 'check:lint': 'true' },
    ['format', 'lint'],
  )
  expect(result).toEqual({ passed: 1, failed: 1 })
  expect(text).toContain('line 3 is ugly')
  expect(text).toContain('✗ format')
  expect(text).toContain('✓ lint')
})

test('counts the single tests of Vitest', async () => {
  const { result, text } = await passIn(
    { 'check:unit': 'fake-vitest passing.json 0', 'check:contract': 'fake-vitest failing.json 1' },
    ['unit', 'contract'],
  )
  expect(result).toEqual({ passed: 3, failed: 1 })
  expect(text).toMatch(/✓ unit \d+\.\d s, 2 passed, 0 failed/)
  expect(text).toMatch(/\n\nFailed:\n {2}contract: a > it holds$/)
})

test('what failed is told once more at the end, without what came before', async () => {
  const said = '⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯\nit holds: 2 is not 3'
  const script = `printf 'a long story\n\\033[31m${said}\n'; fake-vitest failing.json 1`
  const { text } = await passIn({ 'check:contract': script }, ['contract'])
  expect(text).toMatch(new RegExp(`\n✗ contract.*\n\nHow contract failed:\n${said}\n\nFailed:\n`))
})

test('a gate without a script, or a Vitest that wrote nothing, is a failure', async () => {
  expect((await passIn({}, ['format'])).result).toEqual({ passed: 0, failed: 1 })
  expect((await passIn({ 'check:unit': 'true' }, ['unit'])).result).toEqual({ passed: 0, failed: 1 })
})

test('an unknown gate is refused with the names of the known ones', async () => {
  const { result, text } = await passIn({}, ['unti'])
  expect(result).toEqual({ passed: 0, failed: 1 })
  expect(text).toContain('There is no gate called unti. The gates are: format lint types')
})

test('gates run on ports and data of their own, which are gone afterwards', async () => {
  const script = 'echo $LATCHKEY_PORT_BASE $LATCHKEY_DATA > world; stat -c %a $LATCHKEY_DATA >> world'
  const { folder } = await passIn({ 'check:format': script }, ['format'])
  const [port, data, mode] = readFileSync(join(folder, 'world'), 'utf8').split(/\s+/)
  expect(port).toBe('4000')
  expect(mode).toBe('755')
  expect(data).toMatch(/latchkey-test-/)
  expect(existsSync(data ?? '')).toBe(false)
})

test('every gate is an npm script of the house, and every check of the house is a gate', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect([...gates, ...scaleGates].filter((gate) => !scripts[gate.script])).toEqual([])
  const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))
  expect(checks.filter((name) => !gates.some((gate) => gate.script === name))).toEqual([])
})
