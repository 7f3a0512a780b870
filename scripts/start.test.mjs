/** `npm start` on small clones: old Node, stale and broken builds, and a signal in the middle. */
import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from './install.mjs'
import { makeHouse } from './testing.mjs'

/** @param {string} script */
const room = (script) => ({ scripts: { build: script } })
const buildWorld = 'mkdir -p dist && cp src/main.js dist/main.js'

/**
 * A clone with the real scripts, a local world that says a word, and whatever else is asked for.
 *
 * @param {Record<string, string | object>} [files]
 */
function makeClone(files = {}) {
  const clone = makeHouse({
    'package.json': { name: 'clone', type: 'module', workspaces: ['local', 'docs', 'apps/*'] },
    'package-lock.json': { packages: {} },
    'node_modules/.package-lock.json': { packages: {} },
    'local/package.json': { name: '@latchkey/local', ...room(buildWorld) },
    'local/src/main.js': "console.log('the world is up')",
    ...files,
  })
  for (const name of readdirSync(join(root, 'scripts')))
    if (name.endsWith('.mjs') && !name.endsWith('.test.mjs'))
      cpSync(join(root, 'scripts', name), join(clone, 'scripts', name))
  return clone
}

/** A world that stays until it is told to stop, and writes down that it was. */
const patientWorld = `
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit() })
setTimeout(() => process.exit(), 50_000)
writeFileSync('up', String(process.pid))`

/**
 * Starts the clone under a shell that is killed once the world is up.
 *
 * @param {string} clone
 * @param {NodeJS.ProcessEnv} env
 */
async function orphan(clone, env) {
  const command = `"${process.execPath}" scripts/start.mjs; true`
  const shell = spawn('sh', ['-c', command], { cwd: clone, env: { ...process.env, ...env }, stdio: 'ignore' })
  const up = join(clone, 'up')
  await vi.waitFor(() => expect(readFileSync(up, 'utf8')).toMatch(/^\d+$/), { timeout: 30_000 })
  const ended = new Promise((resolve) => shell.once('close', resolve))
  shell.kill('SIGKILL')
  await ended
}

/**
 * @param {string} clone
 * @param {readonly string[]} [options] of Node
 */
function start(clone, options = []) {
  const child = spawn(process.execPath, [...options, 'scripts/start.mjs'], { cwd: clone })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  /** @param {string} text */
  const said = (text) => vi.waitFor(() => expect(output).toContain(text), { timeout: 30_000, interval: 20 })
  return { child, ended, said }
}

test('an old Node is told which one is needed, before anything else is read', async () => {
  const clone = makeClone({ 'scripts/run.mjs': 'throw new Error("was read")' })
  writeFileSync(join(clone, 'scripts/run.mjs'), 'throw new Error("was read")')
  const disguise =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })"
  const { code, output } = await start(clone, ['--import', `data:text/javascript,${disguise}`]).ended
  expect(code).toBe(1)
  expect(output).toContain('Latchkey needs Node 20.19 or newer; this is 18.20.4.')
  expect(output).not.toContain('was read')
})

test('builds what is stale, then starts the world; the second time there is nothing to build', async () => {
  const clone = makeClone()
  const first = await start(clone).ended
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('✓ @latchkey/local') })
  expect(first.output).toMatch(/the world is up\n$/)
  const second = await start(clone).ended
  expect(second.output).not.toContain('✓')
  expect(second.output).toMatch(/the world is up\n$/)
})

test('a room that does not build stops the start, with its reason and its name', async () => {
  const script = room('echo the gateway is broken >&2; exit 4')
  const clone = makeClone({ 'apps/gateway/package.json': { name: '@latchkey/gateway', ...script } })
  const { code, output } = await start(clone).ended
  expect(code).toBe(1)
  expect(output).toContain('the gateway is broken')
  expect(output).toContain('Latchkey cannot start: @latchkey/gateway did not build.')
  expect(output).not.toContain('the world is up')
})

test('without the documentation or the phone the world starts all the same, and says so', async () => {
  const clone = makeClone({ 'docs/package.json': { name: '@latchkey/docs', ...room('exit 1') } })
  const { code, output } = await start(clone).ended
  expect(code).toBe(0)
  expect(output).toContain('going on without @latchkey/docs')
  expect(output).toContain('the world is up')
})

test('a signal during the build ends the build and starts nothing', async () => {
  const script = room('echo $$ > ../../pid; exec sleep 600')
  const clone = makeClone({ 'apps/wallet/package.json': { name: '@latchkey/wallet', ...script } })
  const { child, ended, said } = start(clone)
  await said('✓ @latchkey/local')
  await vi.waitFor(() => expect(readdirSync(clone)).toContain('pid'), { timeout: 30_000 })
  child.kill('SIGINT')
  const { code, output } = await ended
  expect(code).toBe(130)
  expect(output).not.toContain('the world is up')
  expect(output).not.toContain('cannot start')
})

test('the world stops when the npm that started it is gone', async () => {
  const clone = makeClone({ 'local/src/main.js': patientWorld })
  await orphan(clone, { npm_lifecycle_event: 'start' })
  await vi.waitFor(() => expect(readdirSync(clone)).toContain('stopped'), { timeout: 30_000 })
})
