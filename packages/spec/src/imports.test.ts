import { expect, test } from 'vitest'

const sources = import.meta.glob(['./**/*.ts', '!./**/*.test.ts', '!./**/*.d.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What a file imports for its values; types leave nothing behind. */
function valueImportsOf(source: string): string[] {
  return [...source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  )
}

/** Everything that comes along when `file` is imported. */
function reachedFrom(file: string): Set<string> {
  const reached = new Set([file])
  for (const path of reached) {
    const source = sources[path]
    if (source === undefined) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    for (const specifier of valueImportsOf(source)) reached.add(resolve(folder, specifier))
  }
  return reached
}

function resolve(folder: string, specifier: string): string {
  if (specifier.startsWith('./')) return `${folder}/${specifier.slice(2).replace(/\.js$/, '.ts')}`
  if (!specifier.startsWith('../')) return specifier
  return resolve(folder.slice(0, folder.lastIndexOf('/')), `./${specifier.slice(3)}`)
}

test('the reader of imports sees value imports and re-exports, and leaves types out', () => {
  expect(
    valueImportsOf(`import * as v from 'valibot'
import type { A } from './a.js'
import { type B, b } from './b.js'
export type { C } from './c.js'
export * from './d.js'
import './e.js'
export {
  f,
} from './f.js'`),
  ).toEqual(['valibot', './b.js', './d.js', './e.js', './f.js'])
})

test('limits come alone, so that asking for a number costs a number', () => {
  const tables = ['discoveryLimits', 'modalLimits', 'pageLimits', 'relayLimits'].map((name) => `./${name}.ts`)
  expect([...reachedFrom('./limits.ts')]).toEqual(['./limits.ts', ...tables])
})

test.each(['caip', 'limits', 'errors', 'options', 'permissions', 'states', 'validation', 'views'])(
  '%s bring no schema library with them',
  (entry) => {
    expect(sources).toHaveProperty([`./${entry}.ts`])
    expect([...reachedFrom(`./${entry}.ts`)]).not.toContain('valibot')
  },
)

test('the product as data needs nothing but itself and the schema library', () => {
  const outside = Object.keys(sources).flatMap((file) =>
    [...reachedFrom(file)].filter((path) => !path.startsWith('./')),
  )
  expect([...new Set(outside)]).toEqual(['valibot'])
  const missing = Object.keys(sources).flatMap((file) =>
    [...reachedFrom(file)].filter((path) => path.startsWith('./') && sources[path] === undefined),
  )
  expect(missing).toEqual([])
})
