/** The tables and the verdicts, on figures made up for the purpose. */

import { expect, test } from 'vitest'
import { readApps } from './apps.mjs'
import { countFindings } from './phases/access.mjs'
import { judge, writeTables } from './report.mjs'

/** @param {number} gzip */
const fetched = (gzip) => ({
  first: { requests: 1, gzip, brotli: gzip },
  opening: { requests: 0, gzip: 0, brotli: 0 },
  strangers: /** @type {string[]} */ ([]),
})

/** @param {number} button @param {number} blocked @param {number} [row] */
const timing = (button, blocked, row) => ({
  button,
  blocked,
  heap: 1,
  ...(row !== undefined && { row }),
  disturbed: 0,
  samples: 1,
})

const good = {
  apps: readApps(['react', 'wagmi-core', 'latchkey', 'solana-wallet-adapter']),
  footprints: new Map([['latchkey', { packages: 41, megabytes: 80, installScripts: 0 }]]),
  fetched: new Map([
    ['react', fetched(68_000)],
    ['latchkey', fetched(98_000)],
  ]),
  fast: new Map([
    ['wagmi-core', timing(200, 0)],
    ['latchkey', timing(210, 0, 60)],
  ]),
  slow: new Map([
    ['wagmi-core', timing(800, 200)],
    ['latchkey', timing(850, 220, 120)],
    ['solana-wallet-adapter', timing(1100, 500, 180)],
  ]),
  access: new Map([['latchkey', { nodes: 0, grave: 0, lacks: [] }]]),
  obedience: new Map([['latchkey', { isUsable: true, violations: [] }]]),
}

/** @param {Partial<import('./report.mjs').Measured>} change */
const shortfalls = (change) =>
  judge({ ...good, ...change })
    .filter(({ holds }) => !holds)
    .map(({ text }) => text)

test('nothing falls short where every target is met', () => {
  expect(judge(good)).toHaveLength(10)
  expect(shortfalls({})).toEqual([])
})

test('each target is missed by its own measure', () => {
  expect(
    shortfalls({
      fetched: new Map([
        ['react', fetched(68_000)],
        ['latchkey', { ...fetched(130_000), strangers: ['vendor.example'] }],
      ]),
    }),
  ).toEqual([
    'Latchkey, Ethereum: 62.0 kB beyond React, at most 60',
    'Latchkey, Ethereum: 1 other hosts, none',
  ])
  expect(shortfalls({ slow: new Map([...good.slow, ['latchkey', timing(1000, 300, 150)]]) })).toEqual([
    'Latchkey, Ethereum: button at 4x 1.25 times the baseline, at most 1.15',
    'Latchkey, Ethereum: first wallet at 4x after 150 ms, under 150',
    'Latchkey, Ethereum: blocked at 4x for 300 ms: at most 1.3 times 200 and below 500',
  ])
  expect(
    shortfalls({ obedience: new Map([['latchkey', { isUsable: false, violations: [] }]]) }),
  ).toHaveLength(1)
})

test('a finding of axe counts whatever its impact, and the grave ones stand beside', () => {
  const violations = [
    { impact: 'moderate', nodes: ['a', 'b'] },
    { impact: 'serious', nodes: ['c'] },
    { impact: undefined, nodes: ['d'] },
  ]
  const found = countFindings(violations)
  expect(found).toEqual({ nodes: 4, grave: 1 })
  const access = new Map([['latchkey', { ...found, lacks: [] }]])
  expect(shortfalls({ access })).toEqual(['Latchkey, Ethereum: 4 elements of which axe complains, none'])
  expect(writeTables({ ...good, access })).toContain('| Latchkey, Ethereum | 4 | 1 | nothing |')
})

test('what was never measured does not count as held', () => {
  expect(
    shortfalls({ fetched: new Map(), footprints: new Map(), access: new Map(), obedience: new Map() }),
  ).toHaveLength(6)
})

test('the tables name every app, and leave out times that were not taken', () => {
  const tables = writeTables({ ...good, fast: undefined, slow: undefined })
  expect(tables).toContain('| Latchkey, Ethereum | 98 |')
  expect(tables).not.toContain('### Time')
})

test('every app has exact versions, one page and something to look for', () => {
  const apps = readApps()
  expect(apps.map(({ kind }) => kind).slice(0, 4)).toEqual(['floor', 'baseline', 'ours', 'ours'])
  expect(() => readApps(['nobody'])).toThrow('No such app: nobody.')
})
