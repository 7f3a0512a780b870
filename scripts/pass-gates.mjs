/** Passes through gates one after the other, whatever fails, and counts; installs what is missing first. Only Node. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { ensureRedis } from './redis.mjs'
import { endWithSignals, run } from './run.mjs'
import { countVitest } from './vitest-count.mjs'

/**
 * @typedef {import('./gates.mjs').Gate} Gate
 * @typedef {import('./vitest-count.mjs').Count} Count
 * @typedef {{ folder: string, data: string, portBase: number, scripts: Record<string, string>,
 *   log: (line: string) => void }} World
 */

/** Away from the ports of `npm start`, so that both can run. */
const testPortBase = 4000

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * The environment of a gate: our tools on the path, ports and data of its own, and no terminal to wait for.
 *
 * @param {World} world
 * @param {string | undefined} chromium
 */
function gateEnvironment({ folder, data, portBase }, chromium) {
  const { NODE_ENV: _, ...env } = process.env
  return {
    ...env,
    PATH: [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    LATCHKEY_PORT_BASE: String(portBase),
    LATCHKEY_DATA: data,
    ...(chromium ? { LATCHKEY_CHROMIUM: chromium } : {}),
  }
}

/**
 * @param {Gate} gate
 * @param {World} world
 * @returns {Promise<Count & { output: string }>}
 */
async function pass(gate, world) {
  const script = world.scripts[gate.script]
  if (!script) return failure(`package.json has no script ${gate.script}`)
  /** @type {string | undefined} */
  let chromium
  try {
    if (gate.needs?.includes('browser')) chromium = await ensureChromium({ log: world.log })
    if (gate.needs?.includes('redis')) await ensureRedis({ log: world.log })
  } catch (error) {
    if (error instanceof SetupError) return failure(error.message)
    throw error
  }
  const env = gateEnvironment(world, chromium)
  const report = join(world.data, `${gate.name}.json`)
  const reporters = ` --reporter=default --reporter=json --outputFile.json='${report}'`
  const command = gate.isVitest ? script + reporters : script
  const { code, output } = await run('sh', ['-c', command], { cwd: world.folder, env })
  if (gate.isVitest) return { ...countVitest(report, code), output }
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, reasons: [], output }
    : { ...failure(`${gate.script} ended with exit code ${code}`), output }
}

/**
 * @param {string} reason
 * @returns {Count & { output: string }}
 */
const failure = (reason) => ({ passed: 0, failed: 1, skipped: 0, reasons: [reason], output: '' })

/**
 * @param {readonly Gate[]} chosen
 * @param {World} world
 */
async function passAll(chosen, world) {
  let passed = 0
  let failed = 0
  /** @type {string[]} */
  const failures = []
  /** @type {string[]} */
  const ends = []
  for (const gate of chosen) {
    world.log(`\n▸ ${gate.name}: ${gate.title}`)
    const started = performance.now()
    const result = await pass(gate, world)
    passed += result.passed
    failed += result.failed
    const time = seconds(performance.now() - started)
    const counts = gate.isVitest ? `, ${result.passed} passed, ${result.failed} failed` : ''
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
    if (result.failed > 0) {
      if (result.output) world.log(result.output.trimEnd())
      for (const reason of result.reasons) world.log(`  ${reason}`)
      failures.push(...[...(result.tests ?? []), ...result.reasons].map((each) => `  ${gate.name}: ${each}`))
      ends.push(`\nHow ${gate.name} failed:`, endOf(result.output))
    } else if (!gate.isVitest) {
      const summary = result.output.trimEnd().split('\n').at(-1)
      if (summary) world.log(`  ${summary}`)
    }
    world.log(`${result.failed > 0 ? '✗' : '✓'} ${gate.name} ${time}${counts}${skipped}`)
  }
  // Once more at the end: whoever sees only the last lines of a long run knows what to look for.
  if (failures.length > 0) world.log([...ends, '', 'Failed:', ...failures].join('\n'))
  return { passed, failed }
}

/** Where Vitest begins to say what failed, after all that its tests printed. */
const summary = /^.*⎯ Failed (?:Suites|Tests) \d/m
const mostOfEnd = 3000

/**
 * What a failed gate said about it, short enough to stand with that of others at the end of a long run.
 *
 * @param {string} output
 */
function endOf(output) {
  // Without the colours, since they stand between the signs.
  // oxlint-disable-next-line no-control-regex -- that is how they begin.
  const text = output.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd()
  const start = summary.exec(text)?.index
  return start === undefined ? text.slice(-mostOfEnd) : text.slice(start, start + mostOfEnd)
}

/**
 * @param {readonly Gate[]} gates
 * @param {readonly string[]} names
 */
function choose(gates, names) {
  const unknown = names.filter((name) => !gates.some((gate) => gate.name === name))
  if (unknown.length > 0) {
    const known = gates.map((gate) => gate.name).join(' ')
    throw new SetupError(`There is no gate called ${unknown.join(', ')}. The gates are: ${known}`)
  }
  return names.length > 0 ? gates.filter((gate) => names.includes(gate.name)) : gates
}

/**
 * @param {readonly Gate[]} gates
 * @param {{ folder?: string, names?: readonly string[], portBase?: number, log?: (line: string) => void }} [options]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function passGates(gates, options = {}) {
  const { folder = root, names = [], portBase = testPortBase, log = console.log } = options
  const data = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  // Started as root, PostgreSQL runs as a user of its own, who must be able to enter the folder.
  chmodSync(data, 0o755)
  const clean = () => rmSync(data, { recursive: true, force: true })
  process.once('exit', clean)
  try {
    const chosen = choose(gates, names)
    await ensureInstalled({ folder, log })
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return await passAll(chosen, { folder, data, portBase, scripts, log })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    log(error.message)
    return { passed: 0, failed: 1 }
  } finally {
    process.off('exit', clean)
    clean()
  }
}

/**
 * The whole of a command: passes the gates named by its arguments, or all, and ends with one line of counts.
 *
 * @param {readonly Gate[]} gates
 * @param {{ portBase?: number }} [options]
 */
export async function runGates(gates, options = {}) {
  endWithSignals()
  const started = performance.now()
  const { passed, failed } = await passGates(gates, { names: process.argv.slice(2), ...options })
  console.log(`\nTook ${seconds(performance.now() - started)}.`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
