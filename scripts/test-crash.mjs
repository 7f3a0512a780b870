/**
 * `npm run test:crash`: processes are killed while everybody writes, run after run, and nothing that was acknowledged
 * may be lost or doubled. A seed chooses victims and moments, so that a run can be had again.
 *
 *   --runs 100     runs in each of the two worlds
 *   --seed 7       other victims at other moments
 *   --only folder  one of the worlds: `folder` or `PostgreSQL`
 *   --docs         writes the table into docs/reliability.md
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBetweenMarks } from './between-marks.mjs'
import { isMain } from './gate.mjs'
import { ensureInstalled, root } from './install.mjs'
import { ensureRedis } from './redis.mjs'
import { endWithSignals, run } from './run.mjs'

/**
 * @typedef {{ world: string, run: number, seed: number, victim: string, away: number,
 *   acknowledged: Record<string, number>, faults: string[] }} CrashResult
 */

/** Away from the ports of `npm start` and `npm test`. */
const portBase = 4200

/** @param {readonly number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * @param {readonly CrashResult[]} results
 * @param {string} seed
 */
export function crashTable(results, seed) {
  const groups = groupBy(results)
  const rows = [...groups].map(([where, runs]) => {
    const away = runs.map((result) => result.away)
    const acknowledged = runs.reduce((sum, result) => sum + total(result), 0)
    const faults = runs.filter((result) => result.faults.length > 0).length
    return `| ${where} | ${runs.length} | ${acknowledged} | ${seconds(median(away))} | ${seconds(Math.max(...away))} | ${faults} |`
  })
  const kinds = Object.keys(results[0]?.acknowledged ?? {}).map((kind) => {
    const count = results.reduce((sum, { acknowledged }) => sum + (acknowledged[kind] ?? 0), 0)
    return `${count} ${kind}`
  })
  return [
    `Seed ${seed}, ${results.length} runs. Acknowledged and looked for: ${kinds.join(', ')}.`,
    '',
    '| what runs | killed | runs | acknowledged | away, median | away, longest | runs with a loss |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** @param {CrashResult} result */
const total = ({ acknowledged }) => Object.values(acknowledged).reduce((sum, count) => sum + count, 0)

/** @param {readonly CrashResult[]} results Node 20 has no `Map.groupBy` */
function groupBy(results) {
  /** @type {Map<string, CrashResult[]>} */
  const groups = new Map()
  for (const result of results) {
    const key = `${result.world} | ${result.victim}`
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  return groups
}

async function main() {
  endWithSignals()
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      docs: { type: 'boolean', default: false },
    },
  })
  await ensureInstalled()
  await ensureRedis()
  const report = join(root, '.cache/crash.jsonl')
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const env = {
    ...process.env,
    LATCHKEY_PORT_BASE: process.env.LATCHKEY_PORT_BASE ?? String(portBase),
    LATCHKEY_CRASH_RUNS: values.runs,
    LATCHKEY_CRASH_SEED: values.seed,
    LATCHKEY_CRASH_REPORT: report,
  }
  const built = await run(process.execPath, ['scripts/build.mjs', '@latchkey/gateway'], {
    cwd: root,
    live: true,
  })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/crash/vitest.config.ts']
  const args = values.only === undefined ? vitest : [...vitest, '-t', values.only]
  const { code } =
    built.code === 0 ? await run(process.execPath, args, { cwd: root, env, live: true }) : built
  if (existsSync(report)) {
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    const table = crashTable(
      lines.map((line) => JSON.parse(line)),
      values.seed,
    )
    console.log(`\n${table}`)
    if (values.docs) writeBetweenMarks(join(root, 'docs/reliability.md'), 'crash', table)
  }
  process.exitCode = code
}

if (isMain(import.meta.url)) await main()
