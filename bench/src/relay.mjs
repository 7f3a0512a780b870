/**
 * `npm run bench:relay`: what our relay delivers and costs, against a bare `ws` echo on the same machine in the same
 * run. A delivery is four frames and a commit, an echo two frames.
 */
import { availableParallelism } from 'node:os'
import { echoLines, relayLines } from './relay/lines.mjs'
import { closedLoop, openLoop } from './relay/load.mjs'
import { startEcho, startRelay } from './relay/servers.mjs'
import { closeAll, openMany, openRelay } from './relay/sockets.mjs'

/**
 * @typedef {import('./relay/lines.mjs').Line} Line
 * @typedef {import('./relay/servers.mjs').Server} Server
 * @typedef {{ sockets: number, perSecond: number, cpu: number, database: number, p50: number, p99: number }} Result
 */

const sizes = [100, 1_000, 5_000]
const idleSockets = 10_000
const warmUp = 2_000
const measured = 6_000
/** What the relay is held to. */
const targets = { cpuRatio: 3, p99: 25, idleMegabytes: 250 }

/**
 * @param {Server} server
 * @param {(port: number, sockets: number) => Promise<Line[]>} open
 * @param {number} sockets
 * @returns {Promise<Result>}
 */
async function measure(server, open, sockets) {
  const lines = await open(server.port, sockets)
  await closedLoop(lines, warmUp)
  const before = await server.usage()
  const { done, seconds } = await closedLoop(lines, measured)
  const after = await server.usage()
  const perSecond = done / seconds
  const latency = await openLoop(lines, perSecond / 2, measured)
  await closeAll(lines.flatMap((line) => line.sockets))
  const cpu = (after.cpu - before.cpu) / done
  return { sockets, perSecond, cpu, database: (after.database - before.database) / done, ...latency }
}

/**
 * @param {() => Promise<Server>} start
 * @param {(port: number, sockets: number) => Promise<Line[]>} open
 * @param {(result: Result) => void} tell
 */
async function measureAll(start, open, tell) {
  const server = await start()
  /** @type {Result[]} */
  const results = []
  try {
    for (const size of sizes) {
      const result = await measure(server, open, size)
      tell(result)
      results.push(result)
    }
  } finally {
    await server.stop()
  }
  return results
}

/** @returns {Promise<{ empty: number, full: number }>} bytes of a relay without and with its idle connections */
async function measureIdle() {
  const server = await startRelay()
  try {
    const { memory: empty } = await server.usage()
    const sockets = await openMany(idleSockets, () => openRelay(server.port))
    const { memory: full } = await server.usage()
    await closeAll(sockets)
    return { empty, full }
  } finally {
    await server.stop()
  }
}

const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0)
const verdict = (/** @type {boolean} */ isMet) => (isMet ? 'met' : 'missed')

/** @param {string} name */
const teller =
  (name) =>
  (/** @type {Result} */ { sockets, perSecond, cpu, database, p50, p99 }) => {
    const columns = [
      name.padEnd(8),
      String(sockets).padStart(7),
      perSecond.toFixed(0).padStart(9),
      cpu.toFixed(0).padStart(10),
      (database > 0 ? database.toFixed(0) : '-').padStart(11),
      p50.toFixed(1).padStart(8),
      p99.toFixed(1).padStart(8),
    ]
    console.log(columns.join(' '))
  }

async function main() {
  console.log(
    `Node ${process.version}, ${process.arch}, ${availableParallelism()} cores; the load comes from the same machine.`,
  )
  console.log('CPU in µs for one echo or one delivery; p50 and p99 in ms at half of the most per second.\n')
  console.log('server   sockets  a second     CPU µs database µs      p50      p99')
  const echoes = await measureAll(startEcho, echoLines, teller('echo'))
  const deliveries = await measureAll(startRelay, relayLines, teller('relay'))
  console.log('')
  for (const [index, delivery] of deliveries.entries()) {
    const ratio = delivery.cpu / (echoes[index]?.cpu ?? 0)
    console.log(
      `${delivery.sockets} sockets: ${ratio.toFixed(2)} times the CPU of an echo (at most ${targets.cpuRatio}: ${verdict(ratio <= targets.cpuRatio)}), p99 ${delivery.p99.toFixed(1)} ms (under ${targets.p99}: ${verdict(delivery.p99 < targets.p99)})`,
    )
  }
  const { empty, full } = await measureIdle()
  const each = ((full - empty) / idleSockets / 1000).toFixed(1)
  const isMet = full < targets.idleMegabytes * 1e6
  console.log(
    `${idleSockets} idle sockets: ${megabytes(full)} MB, ${each} kB each above ${megabytes(empty)} MB (under ${targets.idleMegabytes} MB: ${verdict(isMet)})`,
  )
}

await main()
