/** The tables say what was found, no more: what was not walked or met nothing is blank, and the newest ending counts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { renderTable } from './renderTable.js'
import { keepResult, keptResults, type Result } from './result.js'

const send = { journey: 'send', dependency: 'mail' } as const
const results: Result[] = [
  { ...send, fault: 'refuse', ending: { kind: 'failed', why: 'nothing was said for 60 s' } },
  { ...send, fault: 'cut', ending: { kind: 'recovered', reason: 'No | connection' } },
  { ...send, fault: 'refuse', ending: { kind: 'succeeded' } },
  { ...send, journey: 'swap', fault: 'delay', ending: { kind: 'failed', why: 'it hangs' } },
  { ...send, journey: 'swap', fault: 'garbage', ending: { kind: 'unmet' } },
]

test('the newest ending of each is in the table, and what was not walked, or met nothing, is blank', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'results.jsonl')
  expect(keptResults(file)).toEqual([])
  for (const result of results) keepResult(file, result)
  const kept = keptResults(file)
  expect(kept).toHaveLength(4)
  expect(renderTable(kept)).toBe(
    [
      '3 journeys under a fault: 1 ✓, 1 ↻, 1 ✗.',
      '',
      '**mail**: the mail server, for the gateway',
      '',
      '| | refuse | silence | delay | cut | corrupt | garbage |',
      '|---|:-:|:-:|:-:|:-:|:-:|:-:|',
      '| send | ✓ |   |   | ↻ |   |   |',
      '| swap |   |   | ✗ |   |   |   |',
      '',
      'Said: “No \\| connection”.',
      '',
      '✗ swap, mail, delay: it hangs',
    ].join('\n'),
  )
})
