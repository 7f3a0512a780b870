/** The tables that the long suites print. */
import { expect, test } from 'vitest'
import { crashTable } from './test-crash.mjs'
import { enduranceTable } from './test-endurance.mjs'

test('crashes are told by what was killed, with what was acknowledged and how many runs lost something', () => {
  const run = { world: 'one', run: 0, seed: 1, victim: 'a', away: 1_000, faults: [] }
  const table = crashTable(
    [
      { ...run, acknowledged: { names: 2, orders: 1 } },
      { ...run, away: 3_000, acknowledged: { names: 1, orders: 0 }, faults: ['lost'] },
      { ...run, victim: 'b', acknowledged: { names: 0, orders: 4 } },
    ],
    '7',
  )
  expect(table).toContain('Seed 7, 3 runs. Acknowledged and looked for: 3 names, 5 orders.')
  expect(table).toContain('| one | a | 2 | 4 | 3.0 s | 3.0 s | 1 |')
  expect(table).toContain('| one | b | 1 | 4 | 1.0 s | 1.0 s | 0 |')
})

test('endurance is told before and after, and what the page weighed half way', () => {
  const before = {
    heap: 9_000_000,
    objects: 7000,
    nodes: 100,
    listeners: 20,
    documents: 1,
    held: { timer: 2 },
  }
  const after = { ...before, heap: 9_140_000, objects: 7001, nodes: 99, held: { timer: 2, WebSocket: 1 } }
  const middle = { ...before, heap: 9_100_000 }
  expect(enduranceTable([{ what: 'opening', times: 60, before, middle, after }])).toContain(
    '| opening | 60 | 9.0 → 9.1 → 9.1 MB | 7000 → 7001 | 100 → 99 | 20 → 20 | 0 → 1 | 2 → 2 |',
  )
})
