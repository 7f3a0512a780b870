/**
 * `npm run test:endurance`: a browser that is used for a long time. 1,000 openings of the modal, 500 connections, and
 * a day of a clock that is moved; what the page holds must be what it held before.
 *
 *   --short   as often as `npm test` does
 *   --docs    writes the table into docs/reliability.md
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBetweenMarks } from './between-marks.mjs'
import { ensureChromium } from './browser.mjs'
import { isMain } from './gate.mjs'
import { ensureInstalled, root } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

/**
 * @typedef {{ heap: number, objects: number, nodes: number, listeners: number, documents: number, held: Record<string, number> }} Weight
 * @typedef {{ what: string, times: number, before: Weight, middle: Weight, after: Weight }} Trial
 */

/** Away from the ports of `npm start` and `npm test`. */
const portBase = 4200

/** @param {readonly Trial[]} trials */
export function enduranceTable(trials) {
  /** @param {number} bytes */
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1)
  const rows = trials.map(({ what, times, before, middle, after }) => {
    const sockets = [before, after].map(({ held }) => held.WebSocket ?? 0)
    const columns = [
      what,
      times,
      `${[before, middle, after].map(({ heap }) => megabytes(heap)).join(' → ')} MB`,
      `${before.objects} → ${after.objects}`,
      `${before.nodes} → ${after.nodes}`,
      `${before.listeners} → ${after.listeners}`,
      sockets.join(' → '),
      `${before.held.timer ?? 0} → ${after.held.timer ?? 0}`,
    ]
    return `| ${columns.join(' | ')} |`
  })
  return [
    '| what | times | heap | objects | DOM nodes | listeners | sockets | timers |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

async function main() {
  endWithSignals()
  const { values } = parseArgs({
    options: { short: { type: 'boolean', default: false }, docs: { type: 'boolean', default: false } },
  })
  await ensureInstalled()
  const chromium = await ensureChromium()
  const report = join(root, '.cache/endurance.jsonl')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const env = {
    ...process.env,
    LATCHKEY_PORT_BASE: process.env.LATCHKEY_PORT_BASE ?? String(portBase),
    LATCHKEY_ENDURANCE: values.short ? 'short' : 'long',
    LATCHKEY_ENDURANCE_REPORT: report,
    ...(chromium && { LATCHKEY_CHROMIUM: chromium }),
  }
  const built = await run(process.execPath, ['scripts/build.mjs'], { cwd: root, live: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts']
  const args = [...vitest, 'e2e/endurance.test.ts', ...(values.short ? [] : ['endurance/day.test.ts'])]
  const { code } =
    built.code === 0 ? await run(process.execPath, args, { cwd: root, env, live: true }) : built
  if (existsSync(report)) {
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    const table = enduranceTable(lines.map((line) => JSON.parse(line)))
    console.log(`\n${table}`)
    if (values.docs) writeBetweenMarks(join(root, 'docs/reliability.md'), 'endurance', table)
  }
  process.exitCode = code
}

if (isMain(import.meta.url)) await main()
