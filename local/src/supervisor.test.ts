/** The supervisor with small real children: order, crashes, stubborn parts, and nothing left behind. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readWarning } from './partProcess.js'
import {
  createSupervisor,
  type Part,
  StartFailed,
  type Supervisor,
  type SupervisorEvent,
  type Timing,
} from './supervisor.js'

let folder: string
let supervisor: Supervisor | undefined
const events: SupervisorEvent[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-supervisor-'))
  mkdirSync(join(folder, 'logs'))
  events.length = 0
})
afterEach(async () => {
  supervisor?.kill()
  await supervisor?.stop()
  supervisor = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Children take their time on a busy machine; a test that waits for one must not guess how long. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

const diary = () => readFileSync(join(folder, 'diary'), 'utf8').trim().split('\n')

let lastPort = 21_000 + (process.pid % 900) * 10
/** Below those that the system gives away by itself: nobody gets it before the child has it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = ++lastPort
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) =>
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    )
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/** A child that answers on its port, writes its comings and goings into a diary, and does as `manner` says. */
async function part(name: string, after: string[] = [], manner = ''): Promise<Part & { port: number }> {
  const port = await freePort()
  const script = join(folder, `${name}.mjs`)
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'diary'))}, '${name} ' + what + '\\n')
note('starts ' + process.pid)
let isDeaf = false, isSick = false
const server = createServer((request, response) => {
  if (request.url === '/look') note('is looked at')
  if (request.url === '/crash') process.exit(7)
  if (request.url === '/deaf') isDeaf = true
  if (request.url === '/sick') isSick = true
  if (isDeaf) return
  if (isSick) response.statusCode = 503
  response.end('ok')
})
process.on('SIGTERM', () => { note('stops'); server.close(() => process.exit(0)); server.closeAllConnections() })
${manner}
server.listen(${port}, '127.0.0.1')
`,
  )
  return { name, script, env: { ...process.env }, after, health: [`http://127.0.0.1:${port}/`], port }
}

function create(parts: readonly Part[], timing: Partial<Timing> = {}): Supervisor {
  supervisor = createSupervisor({
    parts,
    logFolder: join(folder, 'logs'),
    report: (event) => events.push(event),
    timing: { healthInterval: 10, firstBackoff: 10, longestBackoff: 40, ...timing },
  })
  return supervisor
}

/** A killed orphan stays in the process table until somebody reaps it; it is dead all the same. */
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return error instanceof Error && 'syscall' in error && error.syscall === 'open'
  }
}
const pids = () =>
  diary()
    .filter((line) => line.includes('starts'))
    .map((line) => Number(line.split(' ')[2]))

test('parts start after those they need and stop before them', async () => {
  const parts = [await part('sites', ['gateway']), await part('gateway', ['chain']), await part('chain')]
  const world = create(parts)
  await world.start()
  expect(events.map((event) => [event.type, event.part])).toEqual([
    ['up', 'chain'],
    ['up', 'gateway'],
    ['up', 'sites'],
  ])
  await world.stop()
  const happened = diary().map((line) => line.replace(/ \d+$/, ''))
  expect(happened).toEqual([
    'chain starts',
    'gateway starts',
    'sites starts',
    'sites stops',
    'gateway stops',
    'chain stops',
  ])
  expect(pids().filter(isAlive)).toEqual([])
})

test('parts that do not need each other start at the same time', async () => {
  // Each becomes healthy only when the other has started: one after the other would never come up.
  const wait = (other: string) => `
import { readFileSync } from 'node:fs'
while (!readFileSync(${JSON.stringify(join(folder, 'diary'))}, 'utf8').includes('${other} starts')) await new Promise((resolve) => setTimeout(resolve, 5))`
  const world = create([await part('left', [], wait('right')), await part('right', [], wait('left'))])
  await world.start()
  expect(events).toHaveLength(2)
})

describe('a part that crashes', () => {
  test('is started again after a pause that doubles, with a word about it', async () => {
    const chain = await part('chain')
    const world = create([chain])
    await world.start()
    for (const round of [1, 2, 3]) {
      await fetch(`http://127.0.0.1:${chain.port}/crash`).catch(() => {})
      await eventually(() => expect(events.filter(({ type }) => type === 'restarted')).toHaveLength(round))
    }
    const crashes = events.filter((event) => event.type === 'crashed')
    expect(crashes.map(({ retryIn }) => retryIn)).toEqual([10, 20, 40])
    expect(crashes[0]).toMatchObject({ part: 'chain', reason: 'it ended with exit code 7' })
    expect((await fetch(`http://127.0.0.1:${chain.port}/`)).status).toBe(200)
    await world.stop()
    expect(pids().filter(isAlive)).toEqual([])
  })

  test('is not started again once everything is being stopped', async () => {
    const chain = await part('chain')
    const world = create([chain], { firstBackoff: 60_000, longestBackoff: 60_000 })
    await world.start()
    await fetch(`http://127.0.0.1:${chain.port}/crash`).catch(() => {})
    await eventually(() => expect(events.some(({ type }) => type === 'crashed')).toBe(true))
    await world.stop()
    expect(pids()).toHaveLength(1)
  })

  test('during the start ends the start, and everything else with it', async () => {
    const broken = await part('gateway', ['chain'], `console.error('the disk is full'); process.exit(3)`)
    const failure = await create([await part('chain'), broken])
      .start()
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartFailed)
    expect(failure).toMatchObject({
      part: 'gateway',
      reason: 'it ended with exit code 3',
      tail: ['the disk is full'],
    })
    expect(pids().filter(isAlive)).toEqual([])
  })
})

describe('a part that lives', () => {
  const quick = { lookInterval: 5, lookTimeout: 200 }
  const looked = () => diary().filter((line) => line.includes('is looked at')).length

  test('and gives no answer several times in a row is ended and started again', async () => {
    const chain = await part('chain')
    const world = create([chain], quick)
    await world.start()
    void fetch(`http://127.0.0.1:${chain.port}/deaf`).catch(() => {})
    await eventually(() => expect(events.some(({ type }) => type === 'restarted')).toBe(true))
    expect(events).toContainEqual({
      type: 'crashed',
      part: 'chain',
      reason: 'it gave no answer 5 times in a row',
      retryIn: 10,
    })
    expect((await fetch(`http://127.0.0.1:${chain.port}/`)).status).toBe(200)
    await world.stop()
    expect(pids().filter(isAlive)).toEqual([])
  })

  test('and answers that it is not well is left alone', async () => {
    const gateway = await part('gateway')
    const alive = [`http://127.0.0.1:${gateway.port}/look`]
    const world = create([{ ...gateway, alive }], { ...quick, lookTimeout: 30_000 })
    await world.start()
    await fetch(`http://127.0.0.1:${gateway.port}/sick`)
    const before = looked()
    await eventually(() => expect(looked()).toBeGreaterThan(before + 10))
    await world.stop()
    expect(events.map(({ type }) => type)).toEqual(['up'])
  })

  test('and misses a few looks only is left alone', async () => {
    // Three of four looks stay without an answer; the fourth begins the count anew.
    const manner = `
let round = 0
server.prependListener('request', (request) => { if (request.url === '/look') isDeaf = ++round % 4 !== 0 })`
    const chain = await part('chain', [], manner)
    const alive = [`http://127.0.0.1:${chain.port}/look`]
    const world = create([{ ...chain, alive }], { ...quick, lookTimeout: 1000 })
    await world.start()
    await eventually(() => expect(looked()).toBeGreaterThan(8))
    await world.stop()
    expect(events.map(({ type }) => type)).toEqual(['up'])
  })
})

test('a part that never becomes healthy fails the start at its deadline', async () => {
  const mute = await part('gateway', [], 'server.removeAllListeners("request")')
  const failure = await create([mute], { start: 3000 })
    .start()
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ part: 'gateway', reason: 'no healthy answer within 3 s' })
  expect(pids().filter(isAlive)).toEqual([])
})

test('a part that refuses to stop is killed after its deadline, with what it started', async () => {
  const manner = `
import { spawn } from 'node:child_process'
note('starts ' + spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid)
process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => note('refuses'))`
  const world = create([await part('mule', [], manner)], { stop: 3_000 })
  await world.start()
  await world.stop()
  expect(events.at(-1)).toEqual({ type: 'killed', part: 'mule' })
  expect(diary()).toContain('mule refuses')
  expect(pids()).toHaveLength(2)
  await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
})

test('what a crashed part had started is ended before it starts again', async () => {
  const manner = `
import { spawn } from 'node:child_process'
note('starts ' + spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid)`
  const parent = await part('gateway', [], manner)
  const world = create([parent])
  await world.start()
  const first = pids()
  await fetch(`http://127.0.0.1:${parent.port}/crash`).catch(() => {})
  await eventually(() => expect(events.some(({ type }) => type === 'restarted')).toBe(true))
  await eventually(() => expect(first.filter(isAlive)).toEqual([]))
})

test('a stop during the start leaves nothing', async () => {
  const slow = await part('gateway', ['chain'], 'await new Promise(() => setInterval(() => {}, 1000))')
  const world = create([await part('chain'), slow])
  const start = world.start().catch((error: unknown) => error)
  await eventually(() => expect(pids().length).toBe(2))
  await world.stop()
  expect(await start).toBeInstanceOf(StartFailed)
  expect(pids().filter(isAlive)).toEqual([])
})

test('kill ends everything at once', async () => {
  const world = create([
    await part('mule', [], `process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => {})`),
  ])
  await world.start()
  world.kill()
  await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
})

test('everything a part says is in its log, and its warnings are passed on', async () => {
  const manner = `console.log('calm'); console.log('{"level":40,"msg":"careful"}'); console.error('loud')`
  const world = create([await part('chain', [], manner)])
  await world.start()
  await world.stop()
  expect(readFileSync(join(folder, 'logs/chain.log'), 'utf8').trim().split('\n').sort()).toEqual(
    ['calm', '{"level":40,"msg":"careful"}', 'loud'].sort(),
  )
  const warnings = events.filter((event) => event.type === 'warned').map(({ line }) => line)
  expect(warnings.sort()).toEqual(['careful', 'loud'])
})

test.each([
  ['{"level":"warn","msg":"a"}', 'stdout', 'a'],
  ['{"level":30,"msg":"a"}', 'stderr', undefined],
  ['{"level":"info","msg":"a"}', 'stdout', undefined],
  ['plain', 'stdout', undefined],
  ['plain', 'stderr', 'plain'],
  ['{broken', 'stderr', '{broken'],
  ['  ', 'stderr', undefined],
] as const)('of the line %s on %s the terminal shows %s', (line, stream, shown) => {
  expect(readWarning(line, stream)).toBe(shown)
})

test('a child with the tether ends when the supervisor is killed', async () => {
  const chain = await part('chain')
  const program = join(folder, 'supervisor.mjs')
  // The tether has no type annotations, so that Node runs it as it is.
  writeFileSync(join(folder, 'tether.mjs'), readFileSync(new URL('./tether.ts', import.meta.url), 'utf8'))
  writeFileSync(
    program,
    `import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
spawn(process.execPath, ['--import', pathToFileURL(${JSON.stringify(join(folder, 'tether.mjs'))}).href, ${JSON.stringify(chain.script)}],
  { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
setInterval(() => {}, 1000)`,
  )
  const boss = spawn(process.execPath, [program], { stdio: 'ignore' })
  await eventually(async () =>
    expect(
      await fetch(chain.health[0] ?? '').then(
        ({ ok }) => ok,
        () => false,
      ),
    ).toBe(true),
  )
  boss.kill('SIGKILL')
  await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
  expect(diary()).toContain('chain stops')
})
