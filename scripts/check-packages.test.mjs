import { expect, test } from 'vitest'
import { packageBreaches } from './check-packages.mjs'
import { makeHouse, writeFiles } from './testing.mjs'

const good = {
  'package.json': {
    name: 'good',
    version: '1.0.0',
    type: 'module',
    license: 'MIT',
    files: ['dist'],
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  },
  LICENSE: 'MIT',
  'dist/index.js': 'export const a = 1\n',
  'dist/index.d.ts': 'export declare const a: number\n',
}

test('a package in shape has no breach', async () => {
  expect(await packageBreaches('good', makeHouse(good))).toEqual([])
})

test('an entry point that is not there fails both tools', async () => {
  const { 'dist/index.js': _, ...rest } = good
  const breaches = await packageBreaches('bad', makeHouse(rest))
  expect(breaches.join('\n')).toMatch(/bad does not pass publint[\s\S]*index\.js but the file does not exist/)
})

test('types that Node cannot resolve fail', async () => {
  const breaches = await packageBreaches(
    'bad',
    makeHouse({
      ...good,
      'dist/index.d.ts': "export * from './gone'\n",
      'dist/index.js': "export * from './gone.js'\n",
    }),
  )
  expect(breaches.join('\n')).toContain('bad does not pass attw')
})

test('a package without a licence, or with its tests, is a breach', async () => {
  const { LICENSE: _, ...rest } = good
  const breaches = await packageBreaches('bad', makeHouse({ ...rest, 'dist/a.test.js': '' }))
  expect(breaches).toEqual(['bad ships the test dist/a.test.js', 'bad ships no LICENSE'])
})

test('a build that names a folder of this machine is a breach', async () => {
  const folder = makeHouse(good)
  writeFiles(folder, { 'dist/index.js': `export const a = '${folder}/src'\n` })
  expect(await packageBreaches('bad', folder)).toEqual([
    'bad names a folder of this machine in dist/index.js',
  ])
})

test('a folder that cannot be packed is told', async () => {
  const [breach] = await packageBreaches('bad', makeHouse({ 'package.json': '{' }))
  expect(breach).toContain('bad: npm pack failed')
})
