/** The local world as a whole, with small stand-ins for its parts: what it hands them, and how its command behaves. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addresses } from '../evm/addresses.js'
import { requireFree } from '../portCheck.js'
import type { LocalJson } from './localJson.js'
import { startWorld, type WorldEvent } from './startWorld.js'

const room = fileURLToPath(new URL('../..', import.meta.url))
let base: number
let clone: string
let data: string

/** Answers on every port it is given and writes down with what it was started and when it was stopped. */
const standIn = (name: string, portsOf: string) => `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const note = (what) => process.env.PATH && appendFileSync(new URL('../../../diary', import.meta.url), what + '\\n')
const settings = Object.fromEntries(Object.entries(process.env).filter(([key]) => /^(LATCHKEY_|DATABASE_URL|REDIS_URL)/.test(key)))
note(JSON.stringify({ name: '${name}', pid: process.pid, settings }))
const ports = ${portsOf}
const servers = ports.map((port) => createServer((_, response) => response.end('${name}')).listen(Number(port), '127.0.0.1'))
process.on('SIGTERM', () => {
  if (process.env.LATCHKEY_LOG_LEVEL === 'stubborn') return
  note(JSON.stringify({ name: '${name}', stopped: true }))
  for (const server of servers) { server.close(); server.closeAllConnections() }
  process.exit(0)
})
`

interface Entry {
  name: string
  pid?: number
  settings?: Record<string, string>
  stopped?: true
}
const diary = (): Entry[] =>
  existsSync(join(clone, 'diary'))
    ? readFileSync(join(clone, 'diary'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
const started = (name: string) => diary().find((entry) => entry.name === name && entry.pid)?.settings

function put(file: string, content: string) {
  const path = join(clone, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** The first ten ports in a row that nobody has, so that two runs of the tests do not meet. */
async function freeBase(): Promise<number> {
  for (let first = 4400 + 10 * Math.floor(Math.random() * 8); first < 4500; first += 10) {
    const wanted = Array.from({ length: 10 }, (_, index) => ({ port: first + index, part: 'test' }))
    if (
      await requireFree(wanted, first).then(
        () => true,
        () => false,
      )
    )
      return first
  }
  throw new Error('no ten ports in a row are free from 4400 to 4499')
}

beforeAll(async () => {
  base = await freeBase()
  clone = mkdtempSync(join(tmpdir(), 'latchkey-clone-'))
  symlinkSync(join(room, '../node_modules'), join(clone, 'node_modules'))
  put('package.json', '{"type":"module"}')
  put(
    'local/dist/evm.js',
    standIn('evm', '[process.env.LATCHKEY_EVM_PORT]').replace('../../../diary', '../../diary'),
  )
  put(
    'local/dist/static.js',
    standIn('sites', 'JSON.parse(process.env.LATCHKEY_SITES).map(({ port }) => port)').replace(
      '../../../diary',
      '../../diary',
    ),
  )
  put(
    'apps/gateway/dist/main.js',
    standIn('gateway', '[process.env.LATCHKEY_GATEWAY_PORT, process.env.LATCHKEY_WALLET_PORT]'),
  )
  for (const page of ['apps/wallet', 'apps/playground', 'docs']) put(`${page}/dist/index.html`, page)
  const outDir = join(clone, 'bundle')
  const entry = { main: join(room, 'src/main.ts'), tether: join(room, 'src/tether.ts') }
  await build({
    config: false,
    cwd: room,
    entry,
    outDir,
    format: 'esm',
    platform: 'node',
    dts: false,
    fixedExtension: false,
    logLevel: 'error',
  })
  // main.js looks for its parts from its own place, as it does in a real clone.
  for (const name of readdirSync(outDir)) copyFileSync(join(outDir, name), join(clone, 'local/dist', name))
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
  rmSync(join(clone, 'diary'), { force: true })
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

describe('startWorld', () => {
  test('starts every part with its ports and folders, and stops the chain last', async () => {
    const events: WorldEvent[] = []
    const world = await startWorld({ base, data, root: clone, report: (event) => events.push(event) })
    expect(world.ports.gateway).toBe(base + 1)
    expect(started('evm')).toEqual({ LATCHKEY_EVM_PORT: String(base + 4) })
    expect(started('gateway')).toEqual({
      LATCHKEY_LOCAL: '1',
      LATCHKEY_DATA: data,
      LATCHKEY_GATEWAY_PORT: String(base + 1),
      LATCHKEY_WALLET_PORT: String(base + 2),
      LATCHKEY_WALLET_DIR: join(clone, 'apps/wallet/dist'),
      LATCHKEY_POSTGRES_PORT: String(base + 9),
      LATCHKEY_UPSTREAMS: `{"eip155:31337":["http://127.0.0.1:${base + 4}","ws://127.0.0.1:${base + 4}"]}`,
    })
    const sites = JSON.parse(started('sites')?.LATCHKEY_SITES ?? '')
    expect(sites).toMatchObject([
      {
        name: 'playground',
        port: base,
        gatewayPort: base + 1,
        walletOrigin: `http://localhost:${base + 2}`,
        localFile: join(data, 'local.json'),
      },
      { name: 'docs', port: base + 8 },
    ])
    expect(events[0]).toMatchObject({ type: 'left-out', part: 'phone' })
    expect(world.rows.find(({ name }) => name === 'phone')?.address).toBe('not built')
    expect(world.rows.filter(({ address }) => address === 'later').map(({ name }) => name)).toEqual([
      'solana',
      'bitcoin',
    ])
    await world.stop()
    const stops = diary()
      .filter(({ stopped }) => stopped)
      .map(({ name }) => name)
    expect(stops.indexOf('evm')).toBeGreaterThan(stops.indexOf('gateway'))
    expect(stops).toHaveLength(3)
    expect(existsSync(join(data, 'world.lock'))).toBe(false)
  })

  test('writes the facts of the world where pages and tests find them', async () => {
    const world = await startWorld({ base, data, root: clone })
    const facts = JSON.parse(readFileSync(join(data, 'local.json'), 'utf8')) as LocalJson
    expect(facts.urls.playground).toBe(`http://localhost:${base}`)
    expect(facts.networks['eip155:31337']).toMatchObject({
      chainId: 31337,
      rpcUrl: `http://127.0.0.1:${base + 4}`,
      contracts: addresses,
    })
    expect(facts.accounts.addresses[0]).toEqual({
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      name: 'alice.eth',
    })
    await world.stop()
  })

  test('keeps the settings of somebody’s real services away from its parts', async () => {
    const before = { ...process.env }
    Object.assign(process.env, {
      DATABASE_URL: 'postgres://real',
      REDIS_URL: 'redis://real',
      LATCHKEY_PROJECTS: '[]',
    })
    try {
      const world = await startWorld({ base, data, root: clone })
      await world.stop()
      expect(Object.keys(started('gateway') ?? {})).not.toContain('DATABASE_URL')
      expect(Object.keys(started('gateway') ?? {})).not.toContain('REDIS_URL')
      expect(Object.keys(started('gateway') ?? {})).not.toContain('LATCHKEY_PROJECTS')
    } finally {
      process.env = before
    }
  })

  test('refuses before anything starts: a missing build, a taken port, a folder in use', async () => {
    const wallet = join(clone, 'apps/wallet/dist/index.html')
    rmSync(wallet)
    await expect(startWorld({ base, data, root: clone })).rejects.toThrow(
      'wallet: apps/wallet/dist/index.html is missing',
    )
    writeFileSync(wallet, 'apps/wallet')

    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(base + 9, '127.0.0.1', resolve))
    await expect(startWorld({ base, data, root: clone })).rejects.toThrow(
      `port ${base + 9}, wanted by the database of the gateway`,
    )
    await new Promise((resolve) => squatter.close(resolve))

    expect(diary()).toEqual([])
    const world = await startWorld({ base, data, root: clone })
    await expect(startWorld({ base: base + 20, data, root: clone })).rejects.toThrow(`process ${process.pid}`)
    await world.stop()
  })

  test('after a failed start the folder is free for the next', async () => {
    const script = join(clone, 'apps/gateway/dist/main.js')
    const good = readFileSync(script, 'utf8')
    writeFileSync(script, 'process.exit(3)')
    await expect(startWorld({ base, data, root: clone })).rejects.toThrow(
      'gateway did not start: it ended with exit code 3',
    )
    writeFileSync(script, good)
    await (await startWorld({ base, data, root: clone })).stop()
  })
})

describe('the command', () => {
  let command: ChildProcess | undefined
  afterEach(() => void command?.kill('SIGKILL'))

  function run(env: Record<string, string> = {}) {
    const settings = { LATCHKEY_PORT_BASE: String(base), LATCHKEY_DATA: data, ...env }
    const child = spawn(process.execPath, [join(clone, 'local/dist/main.js')], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    command = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const said = (text: string) =>
      vi.waitFor(() => expect(output).toContain(text), { timeout: 30_000, interval: 20 })
    return { child, ended, said, output: () => output }
  }

  test('prints one aligned table and stops on a signal, leaving nothing', async () => {
    const { child, ended, said, output } = run()
    await said('Ctrl-C stops it')
    expect(output()).toContain(`  playground   http://localhost:${base}  the demo dApp\n`)
    expect(output()).toContain(
      `  solana       later                  will be on ${base + 5} and ${base + 6}\n`,
    )
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toMatch(/Stopping …\nStopped.\n$/)
    expect(diary().filter(({ stopped }) => stopped)).toHaveLength(3)
    expect(existsSync(join(data, 'world.lock'))).toBe(false)
  })

  test('takes a key press that arrives twice, from the terminal and from npm, as one', async () => {
    const { child, ended, said, output } = run()
    await said('Ctrl-C stops it')
    child.kill('SIGINT')
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output().match(/Stopping/g)).toHaveLength(1)
    expect(output()).not.toContain('Killing')
  })

  test('kills at once when asked a second time', async () => {
    const { child, ended, said } = run({ LATCHKEY_LOG_LEVEL: 'stubborn' })
    await said('Ctrl-C stops it')
    child.kill('SIGINT')
    await said('Stopping')
    const again = setInterval(() => child.kill('SIGINT'), 100)
    expect(await ended).toBe(1)
    clearInterval(again)
    for (const { pid } of diary())
      if (pid) await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })

  test('a signal during the start stops what has started', async () => {
    const { child, ended, said } = run()
    await said('up in')
    child.kill('SIGHUP')
    expect(await ended).toBe(0)
    for (const { pid } of diary())
      if (pid) await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })

  test('says in plain words what is wrong with the port base', async () => {
    const { ended, output } = run({ LATCHKEY_PORT_BASE: '70000' })
    expect(await ended).toBe(1)
    expect(output().trim().split('\n').at(-1)).toBe(
      'LATCHKEY_PORT_BASE must be a whole number from 1 to 65526, got 70000',
    )
  })
})

/** A zombie has ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return error instanceof Error && 'syscall' in error && error.syscall === 'open'
  }
}
