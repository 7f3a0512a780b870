/**
 * `npm run bench:relay`: what our relay delivers and costs, against a bare `ws` echo on the same machine in the same
 * run. A delivery is four frames and a commit: publish and its answer, push and its receipt. An echo is two frames.
 *
 * The two take turns in short rounds, and the middle of the rounds counts, so that a busy machine falls on both. The
 * cost of a message is told twice: when each server is given as much as it takes, where the echo has the advantage of
 * reading many frames at once, and when both are given the same number of messages a second. As much as it takes means
 * that so many messages are under way, whatever the number of connections: with fewer, the relay would wait for its disk
 * half of the time, and the echo for nothing. The load on each comes from a process of its own.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { median, medianRatio } from './median.mjs'
import { startEcho, startHostile, startRelay } from './relay/servers.mjs'
import { closeAll, openMany, openRelay } from './relay/sockets.mjs'
import { startLoad } from './relay/startLoad.mjs'
import { undisturbed } from './relay/stolen.mjs'

/**
 * @typedef {import('./relay/servers.mjs').Server} Server
 * @typedef {import('./relay/startLoad.mjs').Load} Load
 * @typedef {object} Runner
 * @property {'echo' | 'relay'} name
 * @property {Server} server
 * @property {Load} load
 *
 * @typedef {object} Figures of the rounds of one server at one number of sockets
 * @property {number[]} perSecond
 * @property {number[]} cpu microseconds a message
 * @property {number[]} database the same of the database
 * @property {number[]} steadyCpu microseconds a message at the same rate
 * @property {number[]} p50
 * @property {number[]} p99
 */

const sizes = [100, 1_000, 5_000]
/** Messages that are under way when a server is given as much as it takes. */
const underWay = 1_000
const idleSockets = 10_000
const idleTime = 15_000
const warmUp = 4_000
const rounds = 7
const roundTime = 1_500
/** Messages a second beside hostile clients: what all clients of one address may ask for, and to spare. */
const hostileRate = 500
/** What the relay is held to. */
const targets = { cpuRatio: 3, p99: 25, idleMegabytes: 250 }

/**
 * @param {Runner} runner
 * @param {number} sockets
 * @returns {Promise<Figures>}
 */
async function prepare({ name, server, load }, sockets) {
  await load.open(name, server.port, sockets, underWay)
  await load.closedLoop(warmUp)
  return { perSecond: [], cpu: [], database: [], steadyCpu: [], p50: [], p99: [] }
}

/**
 * As much as it takes.
 *
 * @param {Runner} runner
 * @param {Figures} figures
 */
async function push({ server, load }, figures) {
  const { perSecond, cpu, database } = await counted(async () => {
    const before = await server.usage()
    const { done, all, seconds } = await load.closedLoop(roundTime)
    const after = await server.usage()
    return {
      perSecond: done / seconds,
      cpu: (after.cpu - before.cpu) / all,
      database: (after.database - before.database) / all,
    }
  })
  figures.perSecond.push(perSecond)
  figures.cpu.push(cpu)
  figures.database.push(database)
}

/**
 * So much a second, whether or not it keeps up.
 *
 * @param {Runner} runner
 * @param {Figures} figures
 * @param {number} perSecond
 */
async function hold({ server, load }, figures, perSecond) {
  const { steadyCpu, p50, p99 } = await counted(async () => {
    const before = await server.usage()
    const { done, ...times } = await load.openLoop(perSecond, roundTime)
    const after = await server.usage()
    return { steadyCpu: (after.cpu - before.cpu) / done, ...times }
  })
  figures.steadyCpu.push(steadyCpu)
  figures.p50.push(p50)
  figures.p99.push(p99)
}

const rounded = { all: 0, disturbed: 0 }

/**
 * @template figures
 * @param {() => Promise<figures>} measure
 */
async function counted(measure) {
  const { figures, isDisturbed } = await undisturbed(measure)
  rounded.all += 1
  if (isDisturbed) rounded.disturbed += 1
  return figures
}

/**
 * @param {Runner} echo
 * @param {Runner} relay
 * @param {number} sockets
 */
async function compare(echo, relay, sockets) {
  const [echoes, deliveries] = [await prepare(echo, sockets), await prepare(relay, sockets)]
  for (let round = 0; round < rounds; round++) {
    await push(echo, echoes)
    await push(relay, deliveries)
  }
  const half = median(deliveries.perSecond) / 2
  for (let round = 0; round < rounds; round++) {
    await hold(echo, echoes, half)
    await hold(relay, deliveries, half)
  }
  await Promise.all([echo.load.close(), relay.load.close()])
  tell(echo.name, sockets, echoes)
  tell(relay.name, sockets, deliveries)
  const p99 = median(deliveries.p99)
  return {
    sockets,
    most: medianRatio(deliveries.cpu, echoes.cpu),
    steady: medianRatio(deliveries.steadyCpu, echoes.steadyCpu),
    half,
    p99,
  }
}

/**
 * What others feel of clients that mean harm: the same messages a second without them and beside them, in turns, on a
 * relay with the limits that it has by default. The start of the hostile process is not in it. Beside them is told twice:
 * as they come, when each spends at once what a newcomer may, and when they have. An echo on the same machine, which they
 * leave alone, is asked at the same time: what it feels is the work that they make the machine.
 *
 * @typedef {Record<'relay' | 'echo', number>} Tail p99 in ms
 * @returns {Promise<{ alone: Tail, arriving: Tail, staying: Tail }>}
 */
async function measureHostile() {
  /** @type {Runner} */
  const relay = { name: 'relay', server: await startRelay({ isLimited: true }), load: startLoad() }
  /** @type {Runner} */
  const echo = { name: 'echo', server: await startEcho(), load: startLoad() }
  const runners = [relay, echo]
  /** @param {number} ms */
  const askBoth = async (ms) => {
    const [ours, theirs] = await Promise.all([
      relay.load.openLoop(hostileRate, ms),
      echo.load.openLoop(hostileRate, ms),
    ])
    return { relay: ours.p99, echo: theirs.p99 }
  }
  try {
    await Promise.all(runners.map(({ name, server, load }) => load.open(name, server.port, 200, 100)))
    await askBoth(warmUp)
    const alone = /** @type {Tail[]} */ ([])
    const arriving = /** @type {Tail[]} */ ([])
    const staying = /** @type {Tail[]} */ ([])
    for (let round = 0; round < rounds; round++) {
      alone.push(await counted(() => askBoth(roundTime)))
      const hostile = await startHostile(relay.server.port)
      // They come but once.
      arriving.push(await askBoth(roundTime * 2))
      staying.push(await counted(() => askBoth(roundTime * 2)))
      await hostile.stop()
    }
    const middle = (/** @type {readonly Tail[]} */ tails) => ({
      relay: median(tails.map((tail) => tail.relay)),
      echo: median(tails.map((tail) => tail.echo)),
    })
    return { alone: middle(alone), arriving: middle(arriving), staying: middle(staying) }
  } finally {
    await Promise.all(runners.flatMap(({ server, load }) => [server.stop(), load.stop()]))
  }
}

/** @returns {Promise<{ empty: number, full: number }>} bytes of a relay without and with its idle connections */
async function measureIdle() {
  const server = await startRelay()
  try {
    const { memory: empty } = await server.usage()
    const sockets = await openMany(idleSockets, () => openRelay(server.port))
    // Idle means that also the handshakes are over and forgotten.
    await pause(idleTime)
    const { memory: full } = await server.usage()
    await closeAll(sockets)
    return { empty, full }
  } finally {
    await server.stop()
  }
}

const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0)
const verdict = (/** @type {boolean} */ isMet) => (isMet ? 'met' : 'missed')

/**
 * @param {string} name
 * @param {number} sockets
 * @param {Figures} figures
 */
function tell(name, sockets, { perSecond, cpu, database, steadyCpu, p50, p99 }) {
  const figure = (/** @type {readonly number[]} */ values, digits = 0) => median(values).toFixed(digits)
  const columns = [
    name.padEnd(6),
    String(sockets).padStart(7),
    figure(perSecond).padStart(8),
    figure(cpu).padStart(6),
    (median(database) > 0 ? figure(database) : '-').padStart(11),
    figure(steadyCpu).padStart(12),
    figure(p50, 1).padStart(7),
    figure(p99, 1).padStart(7),
  ]
  console.log(columns.join(' '))
}

async function main() {
  console.log(
    `Node ${process.version}, ${process.arch}, ${availableParallelism()} cores; the load comes from the same machine.`,
  )
  console.log(
    'CPU in µs for one echo or one delivery, at most and at the same rate for both, which is half of what',
  )
  console.log('the relay takes; p50 and p99 in ms at that rate. The database is another process.\n')
  console.log('server sockets a second CPU µs database µs at same rate     p50     p99')
  /** @type {Runner} */
  const echo = { name: 'echo', server: await startEcho(), load: startLoad() }
  /** @type {Runner} */
  const relay = { name: 'relay', server: await startRelay(), load: startLoad() }
  const results = []
  try {
    for (const size of sizes) results.push(await compare(echo, relay, size))
  } finally {
    await Promise.all([echo, relay].flatMap(({ server, load }) => [server.stop(), load.stop()]))
  }
  console.log('')
  for (const { sockets, most, steady, half, p99 } of results) {
    const isMet = most <= targets.cpuRatio
    console.log(
      `${sockets} sockets: ${most.toFixed(2)} times the CPU of an echo at most (at most ${targets.cpuRatio}: ${verdict(isMet)}), ${steady.toFixed(2)} times at ${half.toFixed(0)} a second; p99 ${p99.toFixed(1)} ms (under ${targets.p99}: ${verdict(p99 < targets.p99)})`,
    )
  }
  const hostile = await measureHostile()
  console.log(`beside 70 hostile clients, p99 in ms at ${hostileRate} a second (under ${targets.p99}):`)
  for (const [when, { relay: ours, echo: theirs }] of Object.entries(hostile))
    console.log(
      `  ${when.padEnd(8)} ${ours.toFixed(1)} (${verdict(ours < targets.p99)}); an echo at the same time ${theirs.toFixed(1)}`,
    )
  if (rounded.disturbed > 0)
    console.log(
      `${rounded.disturbed} of ${rounded.all} rounds were disturbed by other machines on this host, and tell of them, too.`,
    )
  const { empty, full } = await measureIdle()
  const each = ((full - empty) / idleSockets / 1000).toFixed(1)
  const isMet = full < targets.idleMegabytes * 1e6
  console.log(
    `${idleSockets} idle sockets: ${megabytes(full)} MB, ${each} kB each above ${megabytes(empty)} MB (under ${targets.idleMegabytes} MB: ${verdict(isMet)})`,
  )
}

await main()
