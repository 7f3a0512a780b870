import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { createRecordedLog, silentLog } from '../testing/log.js'
import { run } from '../testing/statement.js'
import { findAccount } from './account.js'
import { findInstalled, prepareBinaries } from './binaries.js'
import { explain } from './explain.js'
import { freePort, type OwnPostgres, startOwnPostgres } from './ownPostgres.js'
import { findPlace, openDataFolder } from './place.js'
import { processStart } from './processes.js'

const isRoot = process.getuid?.() === 0
let root = ''
let data = ''
let running: OwnPostgres[] = []

/** A database made once; most tests begin with a copy, because making one takes a second or more. */
let template = ''
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'latchkey-own-template-'))
  chmodSync(template, 0o755)
  await (
    await startOwnPostgres({ data: join(template, 'data'), port: 0, clock: systemClock, log: silentLog })
  ).stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

/** With the owners of the files, which `cpSync` does not keep. */
const useTemplate = () => void execFileSync('cp', ['-a', join(template, 'data'), data])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-own-'))
  chmodSync(root, 0o755)
  data = join(root, 'data')
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()))
  rmSync(root, { recursive: true, force: true })
})

async function start(
  input: { port?: number; log?: typeof silentLog; folder?: string } = {},
): Promise<OwnPostgres> {
  const { port = 0, log = silentLog, folder = data } = input
  const postgres = await startOwnPostgres({ data: folder, port, clock: systemClock, log })
  running.push(postgres)
  return postgres
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => processStart(pid), { timeout: 20_000 }).toBeUndefined()
}

test('[D-40] an empty folder becomes a database that keeps its content over a restart', async () => {
  const first = await start()
  await run(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(processStart(first.pid)).toBeUndefined()
  const second = await start()
  expect(await run(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(readdirSync(data)).toContain('gateway.lock')
  await second.stop()
  expect(readdirSync(data).sort()).toEqual(['postgres', 'postgres.json'])
})

test('its log comes in small files, and no more often is everything written out', async () => {
  const { url } = await start()
  const settings = await run<{ name: string; size: string }>(
    url,
    `select name, pg_size_bytes(current_setting(name)) / 1024 / 1024 as size
     from unnest(array['wal_segment_size', 'min_wal_size', 'max_wal_size']) as name`,
  )
  expect(Object.fromEntries(settings.map(({ name, size }) => [name, Number(size)]))).toEqual({
    wal_segment_size: 1,
    min_wal_size: 80,
    max_wal_size: 1024,
  })
})

test('what an earlier gateway made as the superuser belongs to the role of the gateway from then on', async () => {
  const first = await start()
  await run(first.adminUrl, 'create table kept (id bigserial primary key)')
  await expect(run(first.url, 'alter table kept add column more text')).rejects.toThrow('must be owner')
  await first.stop()
  const second = await start()
  expect(second.role.password).not.toBe(first.role.password)
  await run(second.url, 'alter table kept add column more text')
  await run(second.url, 'drop table kept')
  await second.stop()
})

test('commits are on the disk before they are answered', async () => {
  useTemplate()
  const { url } = await start()
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await run(url, `show ${name}`)).toEqual([{ [name]: 'on' }])
})

test('the password is random, needed, and readable by the gateway alone', async () => {
  useTemplate()
  const { adminUrl: url } = await start()
  expect(statSync(join(data, 'postgres.json')).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(data, 'postgres.json'), 'utf8')).password).toBe(new URL(url).password)
  const guess = new URL(url)
  guess.password = 'guess'
  await expect(run(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a second gateway on the same folder is refused, and the first goes on', async () => {
  useTemplate()
  const { url } = await start()
  await expect(start()).rejects.toThrow(
    /is in use by another gateway \(process \d+\).*LATCHKEY_DATA.*DATABASE_URL/,
  )
  expect(await run(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a taken port is told by the name of its setting, and nothing is left running', async () => {
  useTemplate()
  const blocker = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
  await expect(start({ port })).rejects.toThrow(
    `Port ${port} is taken: set LATCHKEY_POSTGRES_PORT to a free one.`,
  )
  await new Promise((resolve) => blocker.close(resolve))
  await start({ port })
})

/** A gateway's database whose gateway, and whose watchdog too, were killed. */
async function orphan(): Promise<{ pid: number; url: string }> {
  useTemplate()
  const { pid, url } = await start()
  const watchdog = running[0]?.watchdogPid
  if (watchdog) process.kill(watchdog, 'SIGKILL')
  running = []
  rmSync(join(data, 'gateway.lock'))
  return { pid, url }
}

test('a server left by a gateway that was killed is stopped and started anew, and loses nothing', async () => {
  const left = await orphan()
  await run(left.url, 'create table kept as select 42 as answer')
  const { log, lines } = createRecordedLog()
  const { pid, url } = await start({ log })
  expect(pid).not.toBe(left.pid)
  expect(processStart(left.pid)).toBeUndefined()
  expect(lines().map(({ msg }) => msg)).toContain('a PostgreSQL left by a gateway that was killed is stopped')
  expect(await run(url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that was itself killed recovers what was committed', async () => {
  const left = await orphan()
  await run(left.url, 'create table kept as select 42 as answer')
  const children = childrenOf(left.pid)
  process.kill(left.pid, 'SIGKILL')
  // Those that it leaves hold its memory until they have seen that it is gone.
  for (const pid of [left.pid, ...children]) await gone(pid)
  const { url } = await start()
  expect(await run(url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a lock file that names a stranger’s process does not block the start', async () => {
  useTemplate()
  await (await start()).stop()
  const stranger = spawn('sleep', ['60'])
  const lockFile = join(data, 'postgres/cluster-18/postmaster.pid')
  writeFileSync(lockFile, `${stranger.pid}\n${dirname(lockFile)}\n1700000000\n1\n\n127.0.0.1\n\nready\n`)
  try {
    const { url } = await start()
    expect(await run(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill()
  }
})

test('the server ends by itself when its gateway is killed, so that nothing is left running', async () => {
  useTemplate()
  const postgres = await start()
  // What the system does with the pipes of a process that is killed.
  postgres.abandon()
  await gone(postgres.pid)
  running = []
})

test('the gateway hears of a server that ends unasked', async () => {
  useTemplate()
  const postgres = await start()
  const lost = new Promise<void>((resolve) => postgres.onLost(resolve))
  process.kill(postgres.pid, 'SIGINT')
  await lost
})

test('it hears of one that is killed while a child of it holds on to its output, and of one that was gone before it listened', async () => {
  useTemplate()
  const postgres = await start()
  const [child = 0] = childrenOf(postgres.pid)
  process.kill(child, 'SIGSTOP')
  try {
    const lost = new Promise<void>((resolve) => postgres.onLost(resolve))
    process.kill(postgres.pid, 'SIGKILL')
    await lost
    await new Promise<void>((resolve) => postgres.onLost(resolve))
  } finally {
    process.kill(child, 'SIGKILL')
  }
  running = []
})

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

test('a start that was interrupted while the database was made is made up for', async () => {
  const folder = openDataFolder(data)
  const draft = join(
    findPlace({ data: folder, account: findAccount(), log: silentLog }).folder,
    'cluster-18.new',
  )
  mkdirSync(draft)
  writeFileSync(join(draft, 'half'), '')
  await start()
  expect(readdirSync(dirname(draft))).toEqual(['cluster-18'])
})

test('a damaged identity is told, and nothing is overwritten', async () => {
  openDataFolder(data)
  writeFileSync(join(data, 'postgres.json'), '{"id":1}')
  await expect(start()).rejects.toThrow(/postgres\.json is damaged/)
  expect(readFileSync(join(data, 'postgres.json'), 'utf8')).toBe('{"id":1}')
})

test('a data folder that cannot be made is told by the name of its setting', async () => {
  writeFileSync(join(root, 'file'), '')
  await expect(start({ folder: join(root, 'file/data') })).rejects.toThrow(
    /^LATCHKEY_DATA .*file\/data cannot be made/,
  )
})

test('a full disk, a missing library and an old format are said in plain words', () => {
  const told = (line: string) => explain('It failed', [line], { folder: '/d', port: 1 }).message
  expect(told('FATAL: could not write: No space left on device')).toContain('The disk of /d is full')
  expect(told('initdb: error while loading shared libraries: libpq.so.5')).toContain('set DATABASE_URL')
  expect(told('FATAL: database files are incompatible with server')).toContain(
    'another version of PostgreSQL',
  )
  expect(told('something else')).toBe('It failed. Last words: something else')
})

describe.skipIf(!isRoot)('as root, PostgreSQL runs as another user', () => {
  test('a data folder that only root may enter is opened for passing through', async () => {
    useTemplate()
    chmodSync(data, 0o700)
    await start()
    expect(statSync(data).mode & 0o777).toBe(0o711)
  })

  test('below a home that only root may enter the database is put elsewhere, and a reset leaves no old one', () => {
    const home = join(root, 'home')
    const elsewhere = join(root, 'elsewhere')
    writeFileSync(join(root, 'file'), '')
    mkdirSync(home, { mode: 0o700 })
    const { log, lines } = createRecordedLog()
    const find = () => {
      const folder = openDataFolder(join(home, 'clone/.latchkey'))
      return findPlace({
        data: folder,
        account: findAccount(),
        log,
        roots: [join(root, 'file/below'), elsewhere],
      })
    }
    const first = find()
    expect(dirname(first.folder)).toBe(elsewhere)
    expect(statSync(first.folder).uid).toBe(findAccount()?.uid)
    expect(find()).toEqual(first)
    expect(lines().map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/lies outside of the data folder/),
    )
    expect(readFileSync(join(home, 'clone/.latchkey/postgres-is-elsewhere.txt'), 'utf8')).toBe(
      `${first.folder}\n`,
    )
    expect(statSync(home).mode & 0o777).toBe(0o700)
    rmSync(join(home, 'clone/.latchkey'), { recursive: true })
    const second = find()
    expect(second.folder).not.toBe(first.folder)
    expect(readdirSync(elsewhere)).not.toContain(first.folder.split('/').pop())
  })

  test('a root that is a link, or that others may write, is passed over', () => {
    const home = join(root, 'home')
    const [target, link, shared] = ['target', 'link', 'shared'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ] // three names, three paths
    mkdirSync(home, { mode: 0o700 })
    mkdirSync(target, { mode: 0o755 })
    symlinkSync(target, link)
    mkdirSync(shared)
    chmodSync(shared, 0o777)
    const input = { data: openDataFolder(join(home, 'data')), account: findAccount(), log: silentLog }
    expect(() => findPlace({ ...input, roots: [link, shared] })).toThrow(/can enter neither/)
    expect(readdirSync(target)).toEqual([])
    expect(dirname(findPlace({ ...input, roots: [link, shared, target] }).folder)).toBe(target)
  })

  test('where no folder will do, the message names the ways out', () => {
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    const folder = openDataFolder(join(home, 'data'))
    expect(() => findPlace({ data: folder, account: findAccount(), log: silentLog, roots: [] })).toThrow(
      /LATCHKEY_DATA.*ordinary user.*DATABASE_URL/,
    )
  })

  test('programs in a folder that only root may enter are copied once, with their links, and run', () => {
    const installed = findInstalled()
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    const hidden = { native: join(home, 'pkg/native'), version: '18.4.0-test' }
    // As npm unpacks it: without the links that the install script makes.
    cpSync(installed.native, hidden.native, {
      recursive: true,
      filter: (path) =>
        !path.endsWith('.a') &&
        !/\.so(\.\d+)?$/.test(path.replace(/lib(crypto|ssl|xml2|xslt|z|lzma|ossp-uuid)\.so\.[\d.]+$/, '')),
    })
    const account = findAccount()
    const prepare = () =>
      prepareBinaries({ account, copies: join(root, 'copies'), log: silentLog, installed: hidden })
    const { postgres } = prepare()
    expect(postgres.startsWith(join(root, 'copies'))).toBe(true)
    expect(prepare().postgres).toBe(postgres)
    const { stdout, stderr } = spawnSync(postgres, ['--version'], { ...account, encoding: 'utf8' })
    expect(stderr + stdout).toContain('PostgreSQL) 18')
    expect(readdirSync(join(root, 'copies'))).toHaveLength(1)
  })
})
