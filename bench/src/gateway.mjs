/**
 * Report: what the gateway's chain proxy costs, beside a bare Node reverse proxy before the same node in the same run:
 * requests a second and p50, p99 for reads that reach the node and for reads that are kept, from 1 to 64 clients, and
 * the memory of the gateway. The three take turns in short rounds, and the middle of the rounds counts, so that a busy
 * machine falls on all. `npm run bench:gateway` fails where several clients at once get less than 70 % of the bare proxy's
 * throughput uncached, or less than all of it for kept reads. What one client gets, who waits for every answer before the
 * next question, is how long an answer takes: it is told and not judged.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median, medianRatio } from './median.mjs'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
const base = Number(process.env.LATCHKEY_PORT_BASE ?? 5600)
const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
const rounds = 5
const clients = [1, 8, 64]
const targets = { uncached: 0.7, kept: 1 }
const ports = {
  node: base + 10,
  proxy: base + 11,
  gateway: base + 12,
  wallet: base + 13,
  postgres: base + 14,
}

/** @typedef {{ rps: number, p50: number, p99: number, failed: number, cpu: number }} Measure `cpu`: microseconds a request */

/** @param {string[]} args */
async function startPart(args) {
  const child = fork(join(root, 'bench/src/gateway/parts.mjs'), args, { stdio: 'inherit' })
  await new Promise((done) => child.once('message', done))
  return child
}

async function startGateway() {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const env = {
    ...process.env,
    LATCHKEY_DATA: data,
    LATCHKEY_GATEWAY_PORT: String(ports.gateway),
    LATCHKEY_WALLET_PORT: String(ports.wallet),
    LATCHKEY_POSTGRES_PORT: String(ports.postgres),
    LATCHKEY_LOCAL: '1',
    LATCHKEY_ROLES: 'api,rpc',
    LATCHKEY_RATE_LIMIT: '0',
    LATCHKEY_RPC_CACHE: '1000',
    LATCHKEY_LOG_LEVEL: 'warn',
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [`http://127.0.0.1:${ports.node}`] }),
  }
  const child = fork(join(root, 'apps/gateway/dist/main.js'), [], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`http://127.0.0.1:${ports.gateway}/readyz`).catch(() => undefined)
    if (answer?.ok) return { child, stop }
    if (child.exitCode !== null) break
    await pause(500)
  }
  await stop()
  throw new Error('the gateway did not become ready')
}

/**
 * @param {Agent} agent @param {number} port @param {string} body
 * @returns {Promise<boolean>} whether the answer was good
 */
function ask(agent, port, body) {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const path = '/v1?chainId=eip155:31337&projectId=local'
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.once('end', () => done(answer.statusCode === 200 && text.includes('"result"')))
    })
    sent.once('error', () => done(false))
    sent.end(body)
  })
}

/** Processor time of a process so far, in microseconds; Linux only. @param {number | undefined} pid */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    // Hundredths of a second, as Linux counts them.
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN
  }
}

/**
 * @param {{ port: number, pid: number | undefined }} target @param {number} count @param {() => string} nextBody
 * @returns {Promise<Measure>}
 */
async function load({ port, pid }, count, nextBody) {
  const cpuBefore = cpuOf(pid)
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  /** @type {number[]} */
  const times = []
  let failed = 0
  const end = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now()
      if (!(await ask(agent, port, nextBody()))) failed++
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) => times[Math.floor((times.length - 1) * share)] ?? 0
  const cpu = (cpuOf(pid) - cpuBefore) / times.length
  return { rps: times.length / seconds, p50: at(0.5), p99: at(0.99), failed, cpu }
}

let serial = 0
const fresh = () => {
  const address = `0x${(++serial).toString(16).padStart(40, '0')}`
  return JSON.stringify({ jsonrpc: '2.0', id: serial, method: 'eth_getBalance', params: [address, 'latest'] })
}
const same = () => '{"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}'

/** @param {number | undefined} pid in MB; Linux only */
function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** @param {readonly Measure[]} measures @param {(measure: Measure) => number} read */
const middle = (measures, read) => median(measures.map(read))
/** @param {readonly Measure[]} measures @param {readonly Measure[]} against @param {(measure: Measure) => number} read */
const ratio = (measures, against, read) => medianRatio(measures.map(read), against.map(read))
const rps = (/** @type {Measure} */ measure) => measure.rps
const cpu = (/** @type {Measure} */ measure) => measure.cpu
const failures = (/** @type {readonly Measure[]} */ measures) =>
  measures.reduce((sum, { failed }) => sum + failed, 0)

/** @param {string} name @param {number} count @param {readonly Measure[]} measures @param {readonly Measure[]} [against] */
function tell(name, count, measures, against) {
  const times = `p50 ${middle(measures, ({ p50 }) => p50).toFixed(2)} ms  p99 ${middle(measures, ({ p99 }) => p99).toFixed(2)} ms`
  const figures = `${middle(measures, rps).toFixed(0).padStart(7)}/s  ${times}  ${middle(measures, cpu).toFixed(0)} us of processor`
  const compared = against
    ? `  ${ratio(measures, against, rps).toFixed(2)} of the bare proxy, ${ratio(measures, against, cpu).toFixed(2)} times its processor`
    : ''
  const failed = failures(measures)
  console.log(
    `${name.padEnd(16)} ${String(count).padStart(3)} clients ${figures}${compared}${failed > 0 ? `  ${failed} FAILED` : ''}`,
  )
}

const node = await startPart(['node', String(ports.node)])
const proxy = await startPart(['proxy', String(ports.proxy), String(ports.node)])
const gateway = await startGateway()
const problems = []
const bareProxy = { port: ports.proxy, pid: proxy.pid }
const ours = { port: ports.gateway, pid: gateway.child.pid }
const warmingUp = /** @type {const} */ ([
  [bareProxy, fresh],
  [ours, fresh],
  [ours, same],
])
try {
  const before = memoryOf(gateway.child.pid)
  for (const count of clients) {
    /** @type {Record<'bare' | 'uncached' | 'kept', Measure[]>} */
    const { bare, uncached, kept } = { bare: [], uncached: [], kept: [] }
    // Nobody is measured while their code is compiled: servers run for days.
    for (const [target, body] of warmingUp) for (const many of [64, count]) await load(target, many, body)
    for (let round = 0; round < rounds; round++) {
      bare.push(await load(bareProxy, count, fresh))
      uncached.push(await load(ours, count, fresh))
      kept.push(await load(ours, count, same))
    }
    tell('bare proxy', count, bare)
    tell('gateway', count, uncached, bare)
    tell('gateway, kept', count, kept, bare)
    const failed = failures(uncached) + failures(kept)
    if (failed > 0) problems.push(`${failed} requests failed with ${count} clients`)
    if (count === 1) continue
    if (ratio(uncached, bare, rps) < targets.uncached)
      problems.push(`uncached below ${targets.uncached} with ${count} clients`)
    if (ratio(kept, bare, rps) < targets.kept)
      problems.push(`kept below ${targets.kept} with ${count} clients`)
  }
  console.log(
    `memory of the gateway: ${before.toFixed(0)} MB before, ${memoryOf(gateway.child.pid).toFixed(0)} MB after`,
  )
} finally {
  await gateway.stop()
  proxy.disconnect()
  node.disconnect()
}
for (const problem of problems) console.error(`✗ ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
