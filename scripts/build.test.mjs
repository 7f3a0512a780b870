import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { build } from './build.mjs'
import { makeHouse, writeFiles } from './testing.mjs'

const buildScript = 'mkdir -p dist && cat src/*.txt > dist/out.txt && echo $(basename $PWD) >> ../../order'

/**
 * @param {string} name
 * @param {readonly string[]} needs
 * @param {string} script
 */
const manifest = (name, needs = [], script = buildScript) => ({
  name,
  scripts: { build: script },
  dependencies: Object.fromEntries(needs.map((need) => [need, '1.0.0'])),
})

const house = {
  'package.json': { name: 'house', workspaces: ['packages/*', 'examples/*', 'test'] },
  'package-lock.json': '{}',
  'packages/app/package.json': manifest('@h/app', ['@h/middle']),
  'packages/app/src/a.txt': 'app',
  'packages/base/package.json': manifest('@h/base'),
  'packages/base/src/a.txt': 'base',
  'packages/middle/package.json': manifest('@h/middle', ['@h/base', 'left-pad']),
  'packages/middle/src/a.txt': 'middle',
  'examples/one/package.json': manifest('one', ['@h/app']),
  'examples/one/src/a.txt': 'one',
  'test/package.json': { name: '@h/test' },
}

/**
 * @param {string} folder
 * @param {import('./build.mjs').BuildOptions} [options]
 */
async function states(folder, options) {
  /** @type {string[]} */
  const lines = []
  const results = await build({ folder, log: (line) => void lines.push(line), ...options })
  return { states: Object.fromEntries(results.map(({ name, state }) => [name, state])), lines }
}

test('builds dependencies first, and a second time nothing', async () => {
  const folder = makeHouse(house)
  const first = await states(folder)
  expect(first.states).toEqual({ '@h/base': 'built', '@h/middle': 'built', '@h/app': 'built' })
  expect(readFileSync(join(folder, 'order'), 'utf8').trim().split('\n')).toEqual(['base', 'middle', 'app'])
  expect(first.lines).toEqual([
    expect.stringMatching(/^✓ @h\/base \d+\.\d s$/),
    expect.stringMatching(/^✓ @h\/middle/),
    expect.stringMatching(/^✓ @h\/app/),
  ])
  const second = await states(folder)
  expect(second.states).toEqual({ '@h/base': 'fresh', '@h/middle': 'fresh', '@h/app': 'fresh' })
  expect(second.lines).toEqual([])
})

test.each([
  [
    'its own source',
    'packages/middle/src/a.txt',
    { '@h/base': 'fresh', '@h/middle': 'built', '@h/app': 'built' },
  ],
  [
    'the source of a dependency',
    'packages/base/src/b.txt',
    { '@h/base': 'built', '@h/middle': 'built', '@h/app': 'built' },
  ],
  ['the lockfile', 'package-lock.json', { '@h/base': 'built', '@h/middle': 'built', '@h/app': 'built' }],
  ['a test', 'packages/base/src/a.test.ts', { '@h/base': 'fresh', '@h/middle': 'fresh', '@h/app': 'fresh' }],
  [
    'its output',
    'packages/base/dist/out.txt',
    { '@h/base': 'built', '@h/middle': 'fresh', '@h/app': 'fresh' },
  ],
])('after a change of %s it builds what that makes stale', async (_, file, expected) => {
  const folder = makeHouse(house)
  await states(folder)
  writeFiles(folder, { [file]: '{ "changed": true }' })
  expect((await states(folder)).states).toEqual(expected)
})

test('builds again what was deleted, and everything when forced', async () => {
  const folder = makeHouse(house)
  await states(folder)
  rmSync(join(folder, 'packages/app/dist'), { recursive: true })
  expect((await states(folder)).states).toMatchObject({ '@h/middle': 'fresh', '@h/app': 'built' })
  expect((await states(folder, { force: true })).states).toMatchObject({
    '@h/base': 'built',
    '@h/app': 'built',
  })
})

test('a failure shows what the tool said, skips what needs it and is tried again', async () => {
  const folder = makeHouse({
    ...house,
    'packages/middle/package.json': manifest('@h/middle', ['@h/base'], 'echo "a typo in line 3"; exit 2'),
  })
  const failed = await states(folder)
  expect(failed.states).toEqual({ '@h/base': 'built', '@h/middle': 'failed', '@h/app': 'skipped' })
  expect(failed.lines.join('\n')).toMatch(/a typo in line 3\n✗ @h\/middle did not build \(exit code 2\)/)
  expect(failed.lines).toContain('- @h/app skipped: it needs @h/middle')
  writeFileSync(
    join(folder, 'packages/middle/package.json'),
    JSON.stringify(manifest('@h/middle', ['@h/base'])),
  )
  expect((await states(folder)).states).toEqual({
    '@h/base': 'fresh',
    '@h/middle': 'built',
    '@h/app': 'built',
  })
})

test('names build those and what they need, `all` the examples too, an unknown name is refused', async () => {
  const folder = makeHouse(house)
  expect((await states(folder, { names: ['packages/middle'] })).states).toEqual({
    '@h/base': 'built',
    '@h/middle': 'built',
  })
  expect((await states(folder, { all: true })).states).toMatchObject({ '@h/app': 'built', one: 'built' })
  await expect(states(folder, { names: ['@h/none'] })).rejects.toThrow('no workspace is called @h/none')
})

test('the environment of the terminal does not reach a build', async () => {
  const script = 'mkdir -p dist && echo $NODE_ENV > dist/out.txt'
  const folder = makeHouse({ ...house, 'packages/base/package.json': manifest('@h/base', [], script) })
  await states(folder, { names: ['@h/base'] })
  expect(readFileSync(join(folder, 'packages/base/dist/out.txt'), 'utf8').trim()).toBe('production')
})

test('a circle of workspaces is named', async () => {
  const folder = makeHouse({ ...house, 'packages/base/package.json': manifest('@h/base', ['@h/app']) })
  await expect(states(folder)).rejects.toThrow(
    'a circle of workspaces: @h/app → @h/middle → @h/base → @h/app',
  )
})
