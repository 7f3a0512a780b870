/** `npm start` after the build: what it prints, and how it takes signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { freeBase, makeClone, stubborn } from './world/fakeClone.js'

const room = fileURLToPath(new URL('..', import.meta.url))
const patience = { timeout: 30_000, interval: 20 }
const clone = makeClone()
let base: number
let data: string

beforeAll(async () => {
  base = await freeBase(4450, 4500)
  const outDir = join(clone.root, 'bundle')
  await build({
    config: false,
    cwd: room,
    entry: { main: join(room, 'src/main.ts'), tether: join(room, 'src/tether.ts') },
    outDir,
    format: 'esm',
    platform: 'node',
    dts: false,
    fixedExtension: false,
    logLevel: 'error',
  })
  // main.js looks for its parts from its own place, as it does in a real clone.
  for (const name of readdirSync(outDir))
    copyFileSync(join(outDir, name), join(clone.root, 'local/dist', name))
  symlinkSync(join(room, '../node_modules'), join(clone.root, 'node_modules'))
})
afterAll(clone.remove)
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'latchkey-data-'))
})
afterEach(() => {
  clone.forget()
  rmSync(data, { recursive: true, force: true })
})

describe('the command', () => {
  let command: ChildProcess | undefined
  afterEach(() => void command?.kill('SIGKILL'))

  function run(env: Record<string, string> = {}) {
    const settings = { LATCHKEY_PORT_BASE: String(base), LATCHKEY_DATA: data, ...env }
    const child = spawn(process.execPath, [join(clone.root, 'local/dist/main.js')], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    command = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const said = (text: string) => vi.waitFor(() => expect(output).toContain(text), patience)
    return { child, ended, said, output: () => output }
  }

  test('prints one aligned table and stops on a signal, leaving nothing', async () => {
    const { child, ended, said, output } = run()
    await said('Ctrl-C stops it')
    expect(output()).toContain(`  playground   http://localhost:${base}  the demo dApp\n`)
    expect(output()).toContain(
      `  solana       http://127.0.0.1:${base + 5}  solana:6PiZqmBYHtSwhoyez1DuTiE9j4thCgvv`,
    )
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toMatch(/Stopping …\nStopped.\n$/)
    expect(clone.stopped()).toHaveLength(6)
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
    const { child, ended, said } = run({ LATCHKEY_LOG_LEVEL: stubborn })
    await said('Ctrl-C stops it')
    child.kill('SIGINT')
    await said('Stopping')
    const again = setInterval(() => child.kill('SIGINT'), 100)
    expect(await ended).toBe(1)
    clearInterval(again)
    await vi.waitFor(() => expect(clone.alive()).toEqual([]), patience)
  })

  test('a signal during the start stops what has started', async () => {
    const { child, ended, said } = run()
    await said('up in')
    child.kill('SIGHUP')
    expect(await ended).toBe(0)
    await vi.waitFor(() => expect(clone.alive()).toEqual([]), patience)
  })

  test('says in plain words what is wrong with the port base', async () => {
    const { ended, output } = run({ LATCHKEY_PORT_BASE: '70000' })
    expect(await ended).toBe(1)
    expect(output().trim().split('\n').at(-1)).toBe(
      'LATCHKEY_PORT_BASE must be a whole number from 1 to 65524, got 70000',
    )
  })
})
