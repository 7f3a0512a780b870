/** The gateways under load: one as it comes, or two on one PostgreSQL and one Redis; each a process of its own. */
import { fork, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {object} Gateway
 * @property {number} port
 * @property {boolean} isIn whether new requests may go there, as a load balancer would know
 * @property {number} asked requests that are under way there
 * @property {() => Promise<number>} memory bytes
 * @property {() => Promise<void>} restart takes it out, lets it end what it has, stops it and starts it again
 *
 * @typedef {{ gateways: readonly Gateway[], stop: () => Promise<void> }} World
 */

const program = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url))
const parts = fileURLToPath(new URL('../gateway/parts.mjs', import.meta.url))
const startWithin = 120_000
/** Seconds in which a gateway that stops sends its connections elsewhere. */
const shutdownSeconds = 20

/** @param {{ base: number, isDouble: boolean }} options ports from `base` on are used */
export async function startWorld({ base, isDouble }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-load-'))
  // PostgreSQL does not run as root, and its own user must be able to pass.
  chmodSync(folder, 0o755)
  /** @type {(() => Promise<void>)[]} */
  const stops = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const run of stops.reverse()) await run()
  }
  try {
    const node = fork(parts, ['node', String(base)], { stdio: 'inherit' })
    await new Promise((done) => node.once('message', done))
    stops.push(async () => node.disconnect())
    const common = {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_LOG_LEVEL: 'error',
      LATCHKEY_ROLES: 'api,rpc,relay,jobs',
      // Everybody comes from this machine; who they are is told as a load balancer tells it.
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [`http://127.0.0.1:${base}`] }),
      LATCHKEY_SHUTDOWN_SECONDS: String(shutdownSeconds),
    }
    const shared = isDouble ? await startShared({ base, folder, stops }) : {}
    const ports = isDouble ? [base + 10, base + 12] : [base + 10]
    const gateways = ports.map((port) =>
      createGateway(port, {
        ...common,
        ...shared,
        LATCHKEY_DATA: ownFolder(folder, String(port)),
        LATCHKEY_GATEWAY_PORT: String(port),
        LATCHKEY_WALLET_PORT: String(port + 1),
        LATCHKEY_POSTGRES_PORT: String(base + 5),
      }),
    )
    stops.push(async () => void (await Promise.all(gateways.map((gateway) => gateway.stop()))))
    await Promise.all(gateways.map((gateway) => gateway.start()))
    return { gateways, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** @param {string} parent @param {string} name */
function ownFolder(parent, name) {
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o755 })
  return folder
}

/**
 * A PostgreSQL, kept by a gateway that serves nobody else, and a Redis.
 *
 * @param {{ base: number, folder: string, stops: (() => Promise<void>)[] }} input
 */
async function startShared({ base, folder, stops }) {
  const data = ownFolder(folder, 'keeper')
  const [port, keeperPort, redisPort] = [base + 6, base + 7, base + 9]
  const keeper = run(process.execPath, [program], {
    LATCHKEY_DATA: data,
    LATCHKEY_POSTGRES_PORT: String(port),
    LATCHKEY_GATEWAY_PORT: String(keeperPort),
    LATCHKEY_WALLET_PORT: String(keeperPort + 1),
    LATCHKEY_ROLES: 'jobs',
    LATCHKEY_LOG_LEVEL: 'error',
  })
  stops.push(() => end(keeper))
  const where = ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', ownFolder(folder, 'redis')]
  const redis = run('redis-server', [...where, '--save', '', '--appendonly', 'yes'], {})
  stops.push(() => end(redis))
  await Promise.all([isReady(keeperPort, keeper), isListening(redisPort, redis)])
  const { password } = JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8'))
  return {
    DATABASE_URL: `postgres://latchkey:${password}@127.0.0.1:${port}/latchkey`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  }
}

/** @param {number} port @param {Record<string, string>} env */
function createGateway(port, env) {
  /** @type {ChildProcess | undefined} */
  let child
  const gateway = {
    port,
    isIn: false,
    asked: 0,
    async memory() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (.*)$/m.exec(text)?.[1])
    },
    async start() {
      child = run(process.execPath, [program], env)
      await isReady(port, child)
      gateway.isIn = true
    },
    async stop() {
      gateway.isIn = false
      if (child) await end(child)
    },
    async restart() {
      gateway.isIn = false
      while (gateway.asked > 0) await pause(10)
      await gateway.stop()
      await gateway.start()
    },
  }
  return gateway
}

/** @param {string} command @param {readonly string[]} args @param {Record<string, string>} env */
function run(command, args, env) {
  return spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** @param {ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** @param {number} port @param {ChildProcess} child */
function isReady(port, child) {
  const ask = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)
  return becomes(ask, child, `the gateway at ${port}`)
}

/** @param {number} port @param {ChildProcess} child */
function isListening(port, child) {
  const ask = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', reject)
    })
  return becomes(ask, child, `the server at ${port}`)
}

/** @param {() => Promise<unknown>} ask @param {ChildProcess} child @param {string} what */
async function becomes(ask, child, what) {
  const deadline = performance.now() + startWithin
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${what} ended with ${child.exitCode}`)
    if (await ask().catch(() => false)) return
    await pause(100)
  }
  throw new Error(`${what} did not become ready`)
}
