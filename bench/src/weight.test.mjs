import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeHouse } from '../../scripts/testing.mjs'
import { pageWeights, publicEntries, weigh, weightBreaches } from './weight.mjs'

/** @param {number} bytes text that does not compress below about that many bytes */
const noise = (bytes) => `export const noise = '${randomBytes(bytes).toString('base64')}'\n`

const house = () =>
  makeHouse({
    'node_modules/kit/package.json': { name: 'kit', type: 'module', exports: { '.': './index.js' } },
    'node_modules/kit/index.js': `import { createElement } from 'react'
      import { shared } from './shared.js'
      export const button = () => createElement(shared)
      export const open = () => import('./modal.js')\n`,
    'node_modules/kit/shared.js': "export const shared = 'div'\n",
    'node_modules/kit/modal.js': `import { part } from './part.js'\nexport { part }\n${noise(3000)}`,
    'node_modules/kit/part.js': 'export const part = () => import("./later.js")\n',
    'node_modules/kit/later.js': noise(9000),
  })

/** @param {{ first: number, modal: number }} most */
const budgets = ({ first, modal }) => ({
  external: ['react'],
  entries: { kit: { first, openings: { 'the modal opens': { modules: ['kit/modal.js'], budget: modal } } } },
})

test('the first load leaves out what is lazy and what the app brings', async () => {
  const limits = budgets({ first: 1000, modal: 5000 })
  const weight = await weigh('kit', limits, house())
  expect(weight.first).toBeLessThan(500)
  expect(weight.lazy.map(({ bytes }) => bytes > 2500)).toEqual([true, true])
  expect(weightBreaches([weight], limits)).toEqual([])
})

test('an entry may be weighed by what an app imports from it', async () => {
  const entries = { kit: { first: 1000, imports: ['button'] } }
  const weight = await weigh('kit', { external: ['react'], entries }, house())
  expect(weight.lazy).toEqual([])
})

test('opening something counts what loads at once, not what it loads later', async () => {
  const weight = await weigh('kit', budgets({ first: 1000, modal: 5000 }), house())
  expect(weight.openings).toEqual([{ name: 'the modal opens', bytes: expect.any(Number), budget: 5000 }])
  expect(weight.openings[0]?.bytes).toBeGreaterThan(2500)
  expect(weight.openings[0]?.bytes).toBeLessThan(5000)
})

test('what opens after something else is weighed without it', async () => {
  const modal = { modules: ['kit/modal.js'], budget: 5000 }
  const later = { modules: ['kit/later.js', 'kit/modal.js'], budget: 20_000, after: 'modal' }
  const entries = { kit: { first: 1000, openings: { modal, later } } }
  const { openings } = await weigh('kit', { external: ['react'], entries }, house())
  expect(openings[1]?.bytes).toBeGreaterThan(8000)
  expect(openings[1]?.bytes).toBeLessThan(10_500)
  const lost = { kit: { first: 1000, openings: { later } } }
  await expect(weigh('kit', { external: ['react'], entries: lost }, house())).rejects.toThrow(
    'no opening modal',
  )
})

test('what the app brings is told, and not counted', async () => {
  const folder = makeHouse({
    'node_modules/kit/package.json': { name: 'kit', type: 'module', exports: { '.': './index.js' } },
    'node_modules/kit/index.js': "export { noise } from 'react'\n",
    'node_modules/react/package.json': { name: 'react', type: 'module', exports: { '.': './index.js' } },
    'node_modules/react/index.js': noise(3000),
  })
  const entries = { kit: { first: 1000, brought: { React: ['react'] } } }
  const weight = await weigh('kit', { external: ['react'], entries }, folder)
  expect(weight.first).toBeLessThan(500)
  expect(weight.brought).toEqual([{ name: 'React', bytes: expect.any(Number) }])
  expect(weight.brought?.[0]?.bytes).toBeGreaterThan(2500)
})

test('an entry over its budget is a breach', async () => {
  const limits = budgets({ first: 100, modal: 1000 })
  expect(weightBreaches([await weigh('kit', limits, house())], limits)).toEqual([
    expect.stringMatching(/^kit weighs 0\.\d kB; its budget is 0\.1 kB$/),
    expect.stringMatching(
      /^kit, the modal opens: \d\.\d kB on top of the first load; the budget is 1\.0 kB$/,
    ),
  ])
})

test('an entry without a budget, and a budget without an entry, are breaches', () => {
  const kit = { entry: 'kit', first: 1, lazy: [], openings: [] }
  expect(weightBreaches([kit], { external: [], entries: { gone: { first: 1 } } })).toEqual([
    'kit has no budget in weight.json',
    'weight.json has a budget for gone, which is no entry point',
  ])
})

test('an opening whose module does not exist is an error, not a weight of nothing', async () => {
  const entries = { kit: { first: 1, openings: { gone: { modules: ['kit/gone.js'], budget: 1 } } } }
  await expect(weigh('kit', { external: ['react'], entries }, house())).rejects.toThrow(
    'loads no module that ends with',
  )
})

test('an entry that cannot be resolved is an error, not a weight of nothing', async () => {
  await expect(weigh('gone', { external: [], entries: {} }, house())).rejects.toThrow(/resolve.*'gone'/)
})

test('every entry point of a published package is public', () => {
  const manifest = { name: 'kit', exports: { '.': '', './react': '', './package.json': '' } }
  const room = { name: 'kit', path: '', folder: '', needs: [], manifest }
  const hidden = { ...room, manifest: { ...manifest, private: true } }
  expect(publicEntries([room, hidden])).toEqual(['kit', 'kit/react'])
})

test('a page is weighed with all that it names, and a file by its name without the hash', () => {
  const html = '<script type="module" src="/assets/sdk-1.js"></script><link href="/assets/parts-2.js">'
  const root = makeHouse({
    'dist/sdk.html': html,
    'dist/assets/sdk-1.js': noise(3000),
    'dist/assets/parts-2.js': noise(1000),
    'dist/assets/main-3.js': noise(6000),
  })
  /** @param {number} first @param {object} what */
  const of = (first, what) =>
    pageWeights({ external: [], entries: {}, pages: { page: { folder: 'dist', first, ...what } } }, root)
  expect(of(6000, { page: 'sdk.html' }).breaches).toEqual([])
  expect(of(3500, { page: 'sdk.html' }).breaches).toEqual([expect.stringContaining('page weighs')])
  expect(of(5000, { file: 'main-*.js' }).breaches).toEqual([expect.stringContaining('page weighs')])
  expect(() => of(1, { file: 'gone-*.js' })).toThrow('has 0 files')
})
