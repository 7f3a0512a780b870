import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkNode, ensureInstalled, isInstalled, missingPackages, SetupError } from './install.mjs'
import { makeHouse, writeFiles } from './testing.mjs'

const here = /** @type {const} */ ({ os: 'linux', cpu: 'x64', libc: 'glibc' })

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('Node %s is new enough', (version) => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each(['20.18.3', '18.20.0', '16.0.0'])('Node %s is told what to do', (version) => {
  expect(() => checkNode(version)).toThrow(SetupError)
  expect(() => checkNode(version)).toThrow(/needs Node 20\.19 or newer; this is/)
})

test('what the lockfile wants and node_modules does not hold is missing', () => {
  const wanted = {
    packages: {
      '': {},
      'packages/a': { version: '0.1.0' },
      'node_modules/@latchkey/a': { link: true },
      'node_modules/there': { version: '1.0.0', integrity: 'x' },
      'node_modules/absent': { version: '1.0.0' },
      'node_modules/older': { version: '2.0.0' },
      'node_modules/changed': { version: '1.0.0', integrity: 'new' },
      'packages/a/node_modules/nested': { version: '1.0.0' },
    },
  }
  const found = {
    packages: {
      'node_modules/there': { version: '1.0.0', integrity: 'x' },
      'node_modules/older': { version: '1.0.0' },
      'node_modules/changed': { version: '1.0.0', integrity: 'old' },
    },
  }
  expect(missingPackages(wanted, found, here)).toEqual([
    'node_modules/@latchkey/a',
    'node_modules/absent',
    'node_modules/older',
    'node_modules/changed',
    'packages/a/node_modules/nested',
  ])
})

test('of the platform packages only those of this platform are missed', () => {
  const optional = { version: '1.0.0', optional: true }
  const wanted = {
    packages: {
      'node_modules/ours': { ...optional, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      'node_modules/musl': { ...optional, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
      'node_modules/arm': { ...optional, os: ['linux'], cpu: ['arm64'] },
      'node_modules/mac': { ...optional, os: ['darwin'], cpu: ['x64'] },
      'node_modules/not-windows': { ...optional, os: ['!win32'] },
      'node_modules/wasm-part': optional,
    },
  }
  expect(missingPackages(wanted, {}, here)).toEqual(['node_modules/ours', 'node_modules/not-windows'])
})

/**
 * A house with a stand-in for npm on the path.
 *
 * @param {string} npm its text
 */
function houseWithNpm(npm) {
  const lockfile = { packages: { 'node_modules/a': { version: '1.0.0' } } }
  const folder = makeHouse({ 'package-lock.json': lockfile, 'bin/npm': npm })
  vi.stubEnv('npm_execpath', undefined)
  vi.stubEnv('PATH', [join(folder, 'bin'), process.env.PATH].join(delimiter))
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

const workingNpm = `#!/bin/sh
echo "$@" >> calls
mkdir -p node_modules && cp package-lock.json node_modules/.package-lock.json
`

test('installs once, with the tools and the binaries whatever npm is set to omit; then never again', async () => {
  const folder = houseWithNpm(workingNpm)
  /** @type {string[]} */
  const lines = []
  const log = (/** @type {string} */ line) => void lines.push(line)
  expect(isInstalled(folder)).toBe(false)
  await Promise.all([ensureInstalled({ folder, log }), ensureInstalled({ folder, log })])
  await ensureInstalled({ folder, log })
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatch(/^ci .*--include=dev --include=optional/)
  expect(lines.filter((line) => line.startsWith('Installing'))).toHaveLength(1)
  expect(existsSync(join(folder, '.cache/install.lock'))).toBe(false)
})

test('installs again when the lockfile has changed', async () => {
  const folder = houseWithNpm(workingNpm)
  await ensureInstalled({ folder, log: () => {} })
  writeFiles(folder, { 'package-lock.json': { packages: { 'node_modules/a': { version: '2.0.0' } } } })
  expect(isInstalled(folder)).toBe(false)
})

test('a package that npm leaves out of an install is not asked for at every start', async () => {
  const folder = houseWithNpm(`#!/bin/sh
echo "$@" >> calls
mkdir -p node_modules && echo '{"packages":{}}' > node_modules/.package-lock.json
`)
  await ensureInstalled({ folder, log: () => {} })
  await ensureInstalled({ folder, log: () => {} })
  expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toHaveLength(1)
  writeFiles(folder, { 'package-lock.json': { packages: { 'node_modules/a': { version: '2.0.0' } } } })
  expect(isInstalled(folder)).toBe(false)
})

test('a failure shows what npm said and what can be done', async () => {
  const folder = houseWithNpm('#!/bin/sh\necho "network is down" >&2\nexit 7\n')
  const attempt = ensureInstalled({ folder, log: () => {} })
  await expect(attempt).rejects.toThrow(SetupError)
  await expect(attempt).rejects.toThrow(/exit code 7[\s\S]*network is down[\s\S]*Without a network/)
})
