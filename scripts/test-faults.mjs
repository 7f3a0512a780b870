/**
 * `npm run test:faults`: every journey under every fault of everything that it uses, and the table of it.
 *
 *   --only relay        one dependency; `--only relay/cut` one fault of it
 *   --short             the few that `npm test` walks
 *   --docs              writes the table into docs/reliability.md, unless it knows of far fewer journeys than the page
 *   --fresh             forgets what earlier runs in this folder found; otherwise what is not walked now keeps its last ending
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBetweenMarks } from './between-marks.mjs'
import { ensureChromium } from './browser.mjs'
import { ensureInstalled, root } from './install.mjs'
import { ensureRedis } from './redis.mjs'
import { endWithSignals, run } from './run.mjs'

/** Away from the ports of `npm start` and `npm test`. */
const portBase = 4200

async function main() {
  endWithSignals()
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      short: { type: 'boolean', default: false },
      docs: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
    },
  })
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureRedis()
  const report = join(root, '.cache/faults.jsonl')
  mkdirSync(join(root, '.cache'), { recursive: true })
  if (values.fresh) rmSync(report, { force: true })
  // Of an earlier run: it would be taken for the one of this run where that breaks off.
  rmSync(`${report}.md`, { force: true })
  const env = {
    ...process.env,
    LATCHKEY_PORT_BASE: process.env.LATCHKEY_PORT_BASE ?? String(portBase),
    LATCHKEY_FAULTS: values.short ? 'sample' : 'all',
    LATCHKEY_FAULTS_ONLY: values.only,
    LATCHKEY_FAULTS_REPORT: report,
    ...(chromium && { LATCHKEY_CHROMIUM: chromium }),
  }
  const built = await run(process.execPath, ['scripts/build.mjs'], { cwd: root, live: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/faults/vitest.config.ts']
  const { code } =
    built.code === 0 ? await run(process.execPath, vitest, { cwd: root, env, live: true }) : built
  process.exitCode = code
  if (existsSync(`${report}.md`)) {
    const table = readFileSync(`${report}.md`, 'utf8')
    console.log(`\n${table}`)
    if (values.docs && isWhole(table)) writeBetweenMarks(join(root, 'docs/reliability.md'), 'faults', table)
    else if (values.docs) {
      console.error('docs/reliability.md is left as it is: it tells of more journeys than were walked here.')
      process.exitCode = 1
    }
  }
}

/** Whether it tells of about as much as the page does: which journeys meet a fault differs a little. @param {string} table */
function isWhole(table) {
  const countIn = (/** @type {string} */ text) =>
    Number(/^(\d+) journeys under a fault/m.exec(text)?.[1] ?? 0)
  return countIn(table) > 0.95 * countIn(readFileSync(join(root, 'docs/reliability.md'), 'utf8'))
}

await main()
