import { expect, test } from 'vitest'
import { dependencies, licenceBreaches } from './check-licences.mjs'
import { developmentOnly, isAfter, isPermissive, permissive } from './licences.mjs'
import { makeHouse } from './testing.mjs'

/** What the exceptions of the real house need to be there, so that only the case itself can be a breach. */
const excused = Object.entries(developmentOnly).map(([name, { licence }]) => ({
  path: `node_modules/${name}`,
  name,
  version: '1.0.0',
  isShipped: false,
  licence,
}))

/** @param {Partial<import('./check-licences.mjs').Dependency>} dependency */
const judge = (dependency) =>
  licenceBreaches([
    ...excused,
    { path: 'node_modules/a', name: 'a', version: '1.0.0', isShipped: true, licence: 'MIT', ...dependency },
  ])

test.each([
  'MIT',
  'MIT OR Apache-2.0',
  '(MIT OR GPL-3.0-only)',
  'MIT AND ISC',
  '(MIT AND (BSD-3-Clause OR GPL-2.0))',
])('[D-43] %s may be depended upon', (licence) => {
  expect(isPermissive(licence)).toBe(true)
  expect(judge({ licence })).toEqual([])
})

test.each([
  'GPL-3.0-or-later',
  'LGPL-2.1',
  'AGPL-3.0',
  'BUSL-1.1',
  'MIT AND GPL-3.0-only',
  'SEE LICENSE IN LICENSE.md',
  'MIT LICENSE',
  'UNLICENSED',
  '',
])('[D-43] "%s" may not, not even for development', (licence) => {
  expect(judge({ licence })).toEqual([expect.stringContaining('is not permissive')])
  expect(judge({ licence, isShipped: false })).toEqual([expect.stringContaining('is not permissive')])
})

test('[D-43] a package without a licence is a breach', () => {
  expect(judge({ licence: undefined })).toEqual(['a@1.0.0: no licence is not permissive'])
})

test('[D-43] an exception holds for its package and its licence, and only outside what is shipped', () => {
  const [first] = excused
  if (!first) throw new Error('the house has no exception left: delete this test')
  expect(licenceBreaches(excused)).toEqual([])
  expect(licenceBreaches(excused.map((one) => ({ ...one, isShipped: one === first })))).toEqual([
    expect.stringContaining('for development only'),
  ])
  expect(
    licenceBreaches(excused.map((one) => (one === first ? { ...one, licence: 'SSPL-1.0' } : one))),
  ).toEqual([expect.stringContaining('SSPL-1.0 is not permissive')])
})

test('an exception for a package that is gone is a breach', () => {
  expect(licenceBreaches(excused.slice(1))).toEqual([expect.stringContaining('not in the lockfile')])
})

test.each([
  ['@walletconnect/sign-client', '2.21.9'],
  ['@walletconnect/core', '2.22.0'],
  ['@walletconnect/utils', '3.0.0'],
  ['@reown/appkit', '1.8.1'],
  ['@reown/appkit-adapter-wagmi', '1.9.0'],
  ['@reown/walletkit', '1.2.11'],
])('%s@%s is behind the licence wall, whatever licence it shows', (name, version) => {
  expect(judge({ name, version })).toEqual([expect.stringContaining('behind the licence wall')])
})

test.each([
  ['@walletconnect/sign-client', '2.21.8'],
  ['@walletconnect/time', '9.0.0'],
  ['@reown/appkit', '1.8.0'],
  ['@reown/walletkit', '1.2.10'],
])('%s@%s is before it', (name, version) => {
  expect(judge({ name, version })).toEqual([])
})

test('versions are compared as numbers, a pre-release by its release', () => {
  expect(isAfter('2.21.10', '2.21.8')).toBe(true)
  expect(isAfter('2.9.0', '2.21.8')).toBe(false)
  expect(isAfter('2.21.8-canary.1', '2.21.8')).toBe(false)
})

test('a lockfile is read by what the packages themselves say, in each of the ways they say it', () => {
  const folder = makeHouse({
    'node_modules/plain/package.json': { license: 'MIT' },
    'node_modules/old/package.json': { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] },
    'node_modules/older/package.json': { license: { type: 'ISC' } },
    'node_modules/tool/package.json': { license: 'Apache-2.0' },
    'node_modules/alias/package.json': { license: 'MIT' },
  })
  const lockfile = {
    packages: {
      '': {},
      'packages/a': { version: '1.0.0' },
      'node_modules/@latchkey/a': { link: true },
      'node_modules/plain': { version: '1.0.0', license: 'GPL-3.0' },
      'node_modules/old': { version: '1.0.0' },
      'node_modules/older': { version: '1.0.0', dev: true },
      'node_modules/tool': { version: '1.0.0', optionalDependencies: { '@tool/darwin-arm64': '1.0.0' } },
      'node_modules/@tool/darwin-arm64': { version: '1.0.0', optional: true },
      'node_modules/alias': { name: '@walletconnect/core', version: '2.30.0' },
      'node_modules/plain/node_modules/inner': { version: '2.0.0', license: 'ISC' },
    },
  }
  const found = dependencies(lockfile, folder)
  expect(found.map(({ name, licence, isShipped }) => [name, licence, isShipped])).toEqual([
    ['plain', 'MIT', true],
    ['old', 'MIT OR GPL-2.0', true],
    ['older', 'ISC', false],
    ['tool', 'Apache-2.0', true],
    ['@tool/darwin-arm64', 'Apache-2.0', true],
    ['@walletconnect/core', 'MIT', true],
    ['inner', 'ISC', true],
  ])
  expect(licenceBreaches([...excused, ...found])).toEqual([
    '@walletconnect/core@2.30.0 is behind the licence wall: 2.21.8 is the last one allowed',
  ])
})

test('[D-43] no copyleft licence is in the permissive list', () => {
  expect([...permissive].filter((licence) => /GPL|BUSL|SSPL|CC-BY-NC/.test(licence))).toEqual([])
})
