/**
 * Report: how long balances and pages of history take, cold and warm, from one to many callers at once, and as an
 * account grows from a thousand to a million transactions. `npm run bench:chain-data` needs the builds of the local
 * chain and fails where the pages of the largest account are slow, or much slower than those of the smallest.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = resolve(fileURLToPath(import.meta.url), '../../..')
const gatewayFolder = join(root, 'apps/gateway')
const chainPort = Number(process.env.LATCHKEY_EVM_PORT ?? 5790)
const sizes = [1_000, 10_000, 100_000, 1_000_000]
const callers = [1, 8, 64]
/** Milliseconds that 95 of 100 pages stay below, and how many times slower the largest account may be. */
const targets = { historyP95: 150, balanceWarmP95: 400, balanceColdP95: 1_500, growth: 3 }

/** The gateway's own modules, built into one folder from which its packages are found. */
async function loadGateway() {
  const folder = join(gatewayFolder, 'node_modules/.cache/bench')
  mkdirSync(folder, { recursive: true })
  const modules = {
    gateway: 'gateway',
    postgres: 'postgres/ownPostgres',
    config: 'config/config',
    cursor: 'indexer/cursor',
    secrets: 'store/secrets',
    log: 'ports/log',
    clock: 'ports/clock',
  }
  // One folder deeper than the source, so that the gateway finds its migrations and its data.
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(modules).map(([name, file]) => [name, join(gatewayFolder, `src/${file}.ts`)]),
    ),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@latchkey/'),
    resolve: { conditionNames: ['@latchkey/source', 'import', 'node', 'default'] },
    transform: {
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(gatewayFolder, 'src/paths.ts')).href) },
    },
  })
  await bundle.write({ dir: folder, format: 'esm' })
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.js`)).href)
  return {
    ...(await load('gateway')),
    ...(await load('postgres')),
    ...(await load('config')),
    ...(await load('cursor')),
    ...(await load('secrets')),
    ...(await load('log')),
    ...(await load('clock')),
  }
}

async function startChain() {
  const env = { ...process.env, LATCHKEY_EVM_PORT: String(chainPort) }
  const child = spawn(process.execPath, [join(root, 'local/dist/evm.js')], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${chainPort}`
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`the chain ended with ${child.exitCode}`)
    const isThere = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return { url, stop: () => child.kill() }
    await pause(100)
  }
  child.kill()
  throw new Error('the chain does not answer')
}

/** @param {number[]} times @param {number} share */
function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Times `count` questions, `atOnce` at a time. @param {() => Promise<unknown>} ask @param {number} count */
async function time(ask, count, atOnce = 1) {
  /** @type {number[]} */
  const times = []
  let left = count
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const from = performance.now()
        await ask()
        times.push(performance.now() - from)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    perSecond: count / seconds,
  }
}

const say = (
  /** @type {string} */ what,
  /** @type {Awaited<ReturnType<typeof time>>} */ { p50, p95, p99, perSecond },
) =>
  console.log(
    `${what.padEnd(44)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms   ${perSecond.toFixed(0).padStart(5)}/s`,
  )

const addressOf = (/** @type {number} */ number) => `0x${number.toString(16).padStart(40, '0')}`

async function main() {
  const { networkId, marketFacts, localAccounts } = await import(
    pathToFileURL(join(root, 'local/dist/index.js')).href
  )
  const gatewayCode = await loadGateway()
  const { startGateway, startOwnPostgres, readConfig, createCursors, sharedSecret, createLog, systemClock } =
    gatewayCode
  const data = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  // PostgreSQL does not run as root, and its own user must be able to pass.
  chmodSync(data, 0o755)
  const log = createLog({ level: 'error' })
  const chain = await startChain()
  const postgres = await startOwnPostgres({ data, port: 0, clock: systemClock, log })
  const config = readConfig({
    DATABASE_URL: postgres.url,
    LATCHKEY_GATEWAY_PORT: '0',
    LATCHKEY_LOCAL: '1',
    LATCHKEY_RATE_LIMIT: '0',
    LATCHKEY_ACCOUNT_RATE_LIMIT: '0',
    LATCHKEY_UPSTREAMS: JSON.stringify({ [networkId]: [chain.url] }),
    LATCHKEY_NETWORKS: JSON.stringify({ [networkId]: marketFacts }),
  })
  const gateway = await startGateway({ config, log })
  const get = async (/** @type {string} */ path) => {
    const answer = await fetch(`http://127.0.0.1:${gateway.apiPort}${path}`)
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body
  }
  const balance = (/** @type {string} */ address) =>
    get(`/v1/account/${address}/balance?currency=usd&chainId=${networkId}`)
  const history = (/** @type {string} */ address, cursor = '') =>
    get(`/v1/account/${address}/history?chainId=${networkId}${cursor && `&cursor=${cursor}`}`)

  try {
    const [alice] = localAccounts().people
    let nobody = 0x1000
    const coldBalance = await time(() => balance(addressOf(nobody++)), 40)
    say('balance, an account that nobody looked at', coldBalance)
    await balance(alice.address)
    const warmBalance = await time(() => balance(alice.address), 300)
    say('balance, known', warmBalance)
    say('history, an account that nobody looked at', await time(() => history(addressOf(nobody++)), 40))
    await history(alice.address)
    for (const atOnce of callers) {
      say(`balance, known, ${atOnce} callers`, await time(() => balance(alice.address), 300, atOnce))
      say(`history, first page, ${atOnce} callers`, await time(() => history(alice.address), 300, atOnce))
    }

    const cursors = createCursors(await sharedSecret(gateway.deps.db, 'history cursors'))
    /** @type {number[]} */
    const slowest = []
    for (const size of sizes) {
      const address = addressOf(size)
      await fill(gateway.deps.db, networkId, address, size)
      for (const [name, block] of /** @type {const} */ ([
        ['first', size + 1],
        ['middle', Math.floor(size / 2)],
        ['last', 40],
      ])) {
        const cursor = cursors.write(address, new Map([[networkId, { block, index: 0 }]]))
        const result = await time(() => history(address, cursor), 150)
        say(`history of ${size} transactions, ${name} page`, result)
        if (name === 'middle') slowest.push(result.p50)
        if (size === sizes.at(-1) && result.p95 > targets.historyP95) process.exitCode = 1
      }
    }
    const growth = (slowest.at(-1) ?? 0) / (slowest[0] ?? 1)
    console.log(`a page of a million is ${growth.toFixed(2)} times as slow as one of a thousand`)
    if (growth > targets.growth) process.exitCode = 1
    if (warmBalance.p95 > targets.balanceWarmP95 || coldBalance.p95 > targets.balanceColdP95)
      process.exitCode = 1
    console.log(process.exitCode ? 'a target is missed' : 'every target is met')
  } finally {
    await gateway.stop()
    await postgres.stop()
    chain.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Rows as the index writes them, with one transfer each, of an account that is known to its beginning. */
async function fill(
  /** @type {any} */ db,
  /** @type {string} */ networkId,
  /** @type {string} */ address,
  /** @type {number} */ size,
) {
  const other = addressOf(1)
  const transfer = JSON.stringify([
    { standard: 'native', token: null, amount: '1', from: other, to: address },
  ])
  const at = 100_000
  for (let from = 1; from <= size; from += at) {
    await db.query.execute(`
      insert into activity select '${networkId}', '${address}', n, 0, '0x' || lpad(to_hex(n), 64, '0'),
        to_timestamp(1700000000 + n), '${other}', '${address}', n, 'receive', true, false, null, '${transfer}'::jsonb
      from generate_series(${from}, ${Math.min(size, from + at - 1)}) n`)
  }
  await db.query.execute(
    `insert into watched_accounts values ('${networkId}', '${address}', 0, 0, true, now())`,
  )
  await db.query.execute('analyze activity')
}

await main()
