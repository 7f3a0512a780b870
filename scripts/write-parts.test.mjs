import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { expect, test } from 'vitest'
import { makeHouse } from './testing.mjs'
import { noteFiles, writeParts } from './write-parts.mjs'

const sources = {
  'package.json': { name: 'kit', type: 'module', sideEffects: false },
  'src/index.ts': `
    export { greet } from './deep/greet.js'
    export { default, mark, name, small } from './name.js'
    export const later = () => import('./later.js')`,
  'src/deep/greet.ts': `
    import { name } from '../name.js'
    export function sign() { return '?' }
    export function greet() { return 'hello ' + name() + sign() }`,
  'src/name.ts': `
    export { mark, lower as small } from './mark.js'
    import { mark } from './mark.js'
    export function name() { return 'ada' + mark() }
    export default function own() { return 'own' }`,
  'src/mark.ts': `
    export function mark() { return '!' }
    export function lower() { return '.' }`,
  'src/later.ts': `
    export { sign } from './deep/greet.js'
    export function name() { return 'later' }`,
}

/** @param {Record<string, string[]>} parts */
async function buildKit(parts) {
  const folder = makeHouse({ ...sources, 'parts.json': parts })
  const built = new Map()
  const options = { dts: false, clean: false, fixedExtension: false, logLevel: /** @type {const} */ ('warn') }
  await build({
    ...options,
    cwd: folder,
    config: false,
    entry: ['src/index.ts'],
    format: 'esm',
    platform: 'neutral',
    unbundle: true,
    plugins: [noteFiles(built)],
  })
  await writeParts(folder, built)
  /** @param {string} file */
  const read = (file) => readFileSync(join(folder, 'dist', file), 'utf8')
  return { folder, read, load: () => import(pathToFileURL(join(folder, 'dist/index.js')).href) }
}

test('files of a part lie in it, and are found where they were', async () => {
  const { folder, read, load } = await buildKit({ first: ['deep/greet.ts', 'name.ts'] })
  expect(read('first.js')).toMatch(/function greet[^]*function name|function name[^]*function greet/)
  expect(read('deep/greet.js')).toBe(`export { greet, sign } from '../first.js'\n`)
  expect(existsSync(join(folder, 'dist/deep/greet.js.map'))).toBe(false)
  const kit = await load()
  expect(Object.keys(kit).sort()).toEqual(['default', 'greet', 'later', 'mark', 'name', 'small'])
  expect(kit.greet()).toBe('hello ada!?')
  expect((await kit.later()).sign()).toBe('?')
})

test('what a file hands on of others stays theirs, and a default keeps its name', async () => {
  const { read, load } = await buildKit({ first: ['name.ts'] })
  expect(read('name.js').split('\n').sort()).toEqual([
    '',
    `export { mark, lower as small } from './mark.js'`,
    `export { nameDefault as default, name } from './first.js'`,
  ])
  expect(read('first.js')).toContain('from "./mark.js"')
  const kit = await load()
  expect([kit.default(), kit.small(), kit.name()]).toEqual(['own', '.', 'ada!'])
})

test('a name that two files export is told apart', async () => {
  const { read, load } = await buildKit({ first: ['later.ts', 'name.ts'] })
  expect(read('later.js')).toContain(`export { name } from './first.js'`)
  expect(read('name.js')).toContain('name2 as name')
  const kit = await load()
  expect([(await kit.later()).name(), kit.name()]).toEqual(['later', 'ada!'])
})

test('a part with a file that is gone is refused', async () => {
  await expect(buildKit({ first: ['gone.ts'] })).rejects.toThrow(
    'parts.json: first has gone.ts, which is not among what is built',
  )
})
