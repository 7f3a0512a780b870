/** The servers under load, each a process of its own, and what they have used. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { audience } from './sockets.mjs'

/**
 * @typedef {{ cpu: number, database: number, memory: number }} Usage microseconds of the server and of its database, bytes
 * @typedef {{ port: number, usage: () => Promise<Usage>, stop: () => Promise<void> }} Server
 */

const gateway = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url))
const echo = fileURLToPath(new URL('./echoServer.mjs', import.meta.url))
const hostile = fileURLToPath(new URL('./hostileClients.mjs', import.meta.url))
const startWithin = 60_000
/** Clock ticks of Linux, in microseconds. */
const tick = 10_000

/** @returns {Promise<Server>} */
export async function startEcho() {
  const port = await freePort()
  const child = run(echo, { PORT: String(port) })
  const origin = `http://127.0.0.1:${port}`
  await answers(origin, child)
  return {
    port,
    async usage() {
      return { database: 0, ...(await (await fetch(origin)).json()) }
    },
    stop: () => end(child),
  }
}

/**
 * Clients that mean harm, once their process is there: what it costs to start one is nothing that a relay could bound.
 * Nor is what they do on their own machine, so theirs is what the others leave of this one.
 *
 * @param {number} port of the relay
 */
export async function startHostile(port) {
  const child = run(hostile, { PORT: String(port) }, ['ipc'])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  return { stop: () => end(child) }
}

/**
 * Without limits on what a client may ask, or as it runs by default and knowing its own name.
 *
 * @param {{ isLimited?: boolean }} [options]
 * @returns {Promise<Server>}
 */
export async function startRelay({ isLimited = false } = {}) {
  const [port, postgresPort] = [await freePort(), await freePort()]
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  // PostgreSQL does not run as root, and its own user must be able to pass.
  chmodSync(data, 0o755)
  const child = run(gateway, {
    LATCHKEY_DATA: data,
    LATCHKEY_GATEWAY_PORT: String(port),
    LATCHKEY_POSTGRES_PORT: String(postgresPort),
    LATCHKEY_ROLES: 'relay',
    LATCHKEY_LOCAL: '1',
    LATCHKEY_LOG_LEVEL: 'warn',
    ...(isLimited
      ? { LATCHKEY_RELAY_AUDIENCES: audience }
      : {
          LATCHKEY_RELAY_RATE: '0',
          LATCHKEY_RELAY_SOCKETS_PER_ADDRESS: '0',
          // What comes within minutes at the most that it takes is more than it keeps by default.
          LATCHKEY_RELAY_MAILBOX_MEGABYTES: '0',
        }),
  })
  const origin = `http://127.0.0.1:${port}`
  await answers(`${origin}/readyz`, child)
  return {
    port,
    async usage() {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const read = (/** @type {string} */ name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
      return {
        cpu: read('process_cpu_seconds_total') * 1e6,
        memory: read('process_resident_memory_bytes'),
        database: cpuBelow(data),
      }
    },
    async stop() {
      await end(child)
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/**
 * @param {string} program
 * @param {Record<string, string>} env
 * @param {'ipc'[]} [channels]
 */
function run(program, env, channels = []) {
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', ...channels],
  })
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 */
async function answers(url, child) {
  const deadline = performance.now() + startWithin
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`)
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await pause(100)
  }
  child.kill()
  throw new Error(`nothing answers at ${url}`)
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * What all processes that work in a folder have used, those that have ended included; 0 where the system does not say.
 *
 * @param {string} folder
 */
function cpuBelow(folder) {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + cpuOf(pid, folder), 0)
}

/**
 * @param {string} pid
 * @param {string} folder
 */
function cpuOf(pid, folder) {
  try {
    if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return 0
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, , , , , , , , , , , user = 0, system = 0, children = 0, childrenSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return (user + system + children + childrenSystem) * tick
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
