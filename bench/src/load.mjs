/**
 * `npm run bench:load`: many people at once. Holds relay connections, mixed requests and sign-ins for some minutes, on one
 * gateway as it comes and on two that share PostgreSQL and Redis, and tells how long they waited, what failed and how
 * memory went. `--rolling` restarts the two gateways one after the other meanwhile. Fails where a request fails.
 *
 * `--minutes 10 --sockets 5000 --rate 200 --logins 50 --messages 50` (a second; logins a minute), `--only one|two`,
 * `--docs` writes what it prints into docs/reliability.md.
 */
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeBetweenMarks } from '../../scripts/between-marks.mjs'
import { Figures, growthOf } from './load/figures.mjs'
import { openPairs } from './load/relayPairs.mjs'
import { askOnce, closeRequests, signInOnce, steadily } from './load/requests.mjs'
import { startWorld } from './load/worlds.mjs'

/** @typedef {import('./load/worlds.mjs').Gateway} Gateway */

const root = resolve(fileURLToPath(import.meta.url), '../../..')
const base = Number(process.env.LATCHKEY_PORT_BASE ?? 5700)
const looks = 60
/** Memory may end so much above where it was. */
const mostGrowth = 0.1

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    sockets: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '200' },
    logins: { type: 'string', default: '50' },
    messages: { type: 'string', default: '50' },
    only: { type: 'string' },
    rolling: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const asked = {
  minutes: Number(values.minutes),
  sockets: Number(values.sockets),
  rate: Number(values.rate),
  logins: Number(values.logins),
  messages: Number(values.messages),
}

/**
 * @param {string} name
 * @param {{ isDouble: boolean, isRolling: boolean }} options
 */
async function measure(name, { isDouble, isRolling }) {
  const world = await startWorld({ base, isDouble })
  try {
    const { gateways } = world
    const figures = { requests: new Figures(), logins: new Figures(), messages: new Figures() }
    const pairs = await openPairs({ gateways, sockets: asked.sockets, figures: figures.messages })
    const state = { isOver: false }
    const work = [
      steadily(asked.rate, state, () => askOnce(gateways, figures.requests)),
      steadily(asked.logins / 60, state, () => signInOnce(gateways, figures.logins)),
      steadily(asked.messages, state, pairs.publishOnce),
    ]
    const [memory, restarts] = await Promise.all([
      watchMemory(gateways, asked.minutes * 60_000),
      isRolling ? restartEach(gateways, asked.minutes * 60_000) : 0,
    ])
    state.isOver = true
    await Promise.all(work)
    await pairs.settle()
    const returns = pairs.returns()
    pairs.close()
    closeRequests()
    return { name, figures, memory, restarts, returns }
  } finally {
    await world.stop()
  }
}

/**
 * @param {readonly Gateway[]} gateways
 * @param {number} ms
 * @returns {Promise<number[]>} bytes of all together, as time goes by
 */
async function watchMemory(gateways, ms) {
  const samples = []
  for (let look = 0; look < looks; look++) {
    await pause(ms / looks)
    // One that is being restarted has none to tell.
    const each = await Promise.all(gateways.map((gateway) => gateway.memory().catch(() => 0)))
    samples.push(each.reduce((sum, bytes) => sum + bytes, 0))
  }
  return samples
}

/** One after the other, the first after a quarter of the time. @param {readonly Gateway[]} gateways @param {number} ms */
async function restartEach(gateways, ms) {
  for (const gateway of gateways) {
    await pause(ms / 4)
    const start = performance.now()
    await gateway.restart()
    console.log(`  restarted in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  return gateways.length
}

const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0)

/** @param {Awaited<ReturnType<typeof measure>>} result */
function rowsOf({ name, figures }) {
  const kinds = /** @type {const} */ ([
    ['requests', 'mixed requests'],
    ['logins', 'sign-ins, three requests each'],
    ['messages', 'relay messages, until received'],
  ])
  return kinds.map(([kind, what]) => {
    const { count, failures, p50, p95, p99 } = figures[kind].summary()
    const times = [p50, p95, p99].map((ms) => ms.toFixed(1))
    const share = ((100 * failures) / Math.max(1, count + failures)).toFixed(2)
    return `| ${[name, what, count, ...times, `${failures} (${share} %)`].join(' | ')} |`
  })
}

/** @param {Awaited<ReturnType<typeof measure>>} result */
function memoryLine({ name, memory, restarts, returns }) {
  const shown = Array.from({ length: 6 }, (_, at) => memory[Math.floor((at * (memory.length - 1)) / 5)] ?? 0)
  const course = shown.map(megabytes).join(', ')
  if (restarts > 0)
    return `${name}: ${restarts} restarts, after which clients of the relay came back ${returns} times.`
  const growth = growthOf(memory)
  const verdict = growth <= mostGrowth ? 'flat' : 'growing'
  return `Memory, ${name}: ${course} MB over time; the last quarter ${(100 * growth).toFixed(1)} % above the second (${verdict}).`
}

async function main() {
  const plans = [
    { name: 'one gateway', isDouble: false, isRolling: false, key: 'one' },
    { name: 'two gateways', isDouble: true, isRolling: false, key: 'two' },
    { name: 'two, restarted in turn', isDouble: true, isRolling: true, key: 'two' },
  ]
  const chosen = plans.filter(
    ({ key, isRolling }) =>
      (values.only === undefined || values.only === key) && (values.rolling || !isRolling),
  )
  const results = []
  for (const plan of chosen) {
    console.log(`${plan.name}: ${asked.minutes} minutes …`)
    results.push(await measure(plan.name, plan))
  }
  const text = [
    `${asked.minutes} minutes each with ${asked.sockets} relay connections, ${asked.rate} requests a second, ${asked.logins} sign-ins a minute and ${asked.messages} relay messages a second; Node ${process.version}, ${process.arch}, ${availableParallelism()} cores, the load and the databases on the same machine. Times in milliseconds.`,
    '',
    '| | what | done | p50 | p95 | p99 | failed |',
    '|---|---|---|---|---|---|---|',
    ...results.flatMap(rowsOf),
    '',
    ...results.map((result) => `- ${memoryLine(result)}`),
  ].join('\n')
  console.log(`\n${text}`)
  for (const { name, figures } of results)
    for (const one of Object.values(figures))
      for (const reason of one.summary().reasons) console.error(`✗ ${name}: ${reason}`)
  if (values.docs) writeBetweenMarks(join(root, 'docs/reliability.md'), 'load', text)
  const isGood = results.every(
    ({ figures, memory, restarts }) =>
      Object.values(figures).every(({ failures }) => failures === 0) &&
      (restarts > 0 || !(growthOf(memory) > mostGrowth)),
  )
  process.exitCode = isGood ? 0 : 1
}

await main()
