/** One PostgreSQL data folder: made once, started, watched, stopped; and taken back from a gateway that died. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Clock, wait, within } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Account } from './account.js'
import type { Binaries } from './binaries.js'
import { explain } from './explain.js'
import { isServerOf } from './processes.js'

export interface ClusterInput {
  readonly folder: string
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly password: string
  readonly port: number
  readonly clock: Clock
  readonly log: Log
}

export interface RunningCluster {
  readonly pid: number
  readonly watchdogPid: number | undefined
  /** Lets go of the watchdog, as happens when the gateway is killed: the server then ends by itself. */
  abandon(): void
  /** Called when the server ends without having been asked to. */
  onLost(run: () => void): void
  stop(): Promise<void>
}

export const user = 'latchkey'

/** Recovery after a crash may take minutes on a slow disk; a server that does nothing for this long is stuck. */
const startDeadline = 300_000
/** For what a server says that has ended. */
const lastWords = 1_000
const stopDeadline = 20_000
/** A new file of the log is filled with zeros while every commit waits: a small one holds them up for a moment only. */
const logFileMegabytes = 1
const pollInterval = 50

/** Makes the cluster if it is not there. It is built beside its place, so that an interrupted start leaves nothing half made. */
async function ensureCluster(input: ClusterInput): Promise<string> {
  const { folder, binaries, account, password, log } = input
  const cluster = join(folder, `cluster-${binaries.major}`)
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster
  const draft = `${cluster}.new`
  const passwordFile = join(folder, 'password.new')
  rmSync(draft, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${user}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  log.info({ folder: cluster }, 'the database is created')
  try {
    const child = launch(
      binaries.initdb,
      [`--pgdata=${draft}`, '--no-instructions', `--wal-segsize=${logFileMegabytes}`, ...locale, ...access],
      input,
    )
    const lines = readLines(child)
    const { code, signal } = await ended(child)
    if (code !== 0)
      throw explain('The database could not be created', lines, { folder, code: code ?? signal })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, cluster)
  return cluster
}

export async function startCluster(input: ClusterInput): Promise<RunningCluster> {
  const cluster = await ensureCluster(input)
  await stopOrphan(cluster, input)
  const { binaries, clock, log, port } = input
  const child = launch(binaries.postgres, ['-D', cluster, ...serverSettings(port)], input)
  const lines: string[] = []
  let isReady = false
  let isStopping = false
  let lost = () => {}
  const end = ended(child)
  const ready = new Promise<void>((resolve, reject) => {
    readLines(child, lines, (line) => {
      log.debug({ line }, 'postgres')
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    const fail = (code: number | string | null) => {
      const why = { folder: input.folder, port, code }
      reject(explain('The own PostgreSQL ended while starting', lines, why))
    }
    end.then(
      ({ code, signal }) => fail(code ?? signal),
      (cause: unknown) => reject(cause),
    )
    // A child of it may hold its output for as long as it likes.
    child.once('exit', (code, signal) => {
      if (!isReady) clock.after(lastWords, () => fail(code ?? signal))
    })
  })
  try {
    await within(clock, startDeadline, ready, () =>
      explain('The own PostgreSQL did not get ready', lines, {}),
    )
  } catch (cause) {
    isStopping = true
    child.kill('SIGQUIT')
    throw cause
  }
  isReady = true
  const pid = child.pid as number // it has started, so it has an id
  const watchdog = startWatchdog(pid, input)
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  function leave(): void {
    // Once the server has ended, its process id may be given to a stranger.
    watchdog.kill('SIGKILL')
    if (!isStopping) lost()
  }
  // Not `close`: a child of a server that was killed may hold its output for as long as it likes.
  if (isGone()) leave()
  else child.once('exit', leave)
  return {
    pid,
    watchdogPid: watchdog.pid,
    abandon: () => void watchdog.stdin?.end(),
    onLost: (run) => {
      lost = run
      if (isGone() && !isStopping) run()
    },
    async stop() {
      isStopping = true
      if (!isGone()) await askToStop(pid, () => end, input)
    },
  }
}

/** No Unix socket: its path length is limited, and /tmp is not ours. Log texts must be the ones we read above. */
function serverSettings(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    lc_messages: 'C',
    log_line_prefix: '',
    max_connections: 50,
    // What PostgreSQL takes for files of 16 MiB; it would derive less from smaller ones, and write everything out more often.
    min_wal_size: '80MB',
    max_wal_size: '1GB',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Stops the server when the gateway dies without a chance to do it itself: the pipe then closes, and `read` returns.
 * Also in a session of its own, so that Ctrl-C in a terminal reaches only the gateway.
 */
function startWatchdog(pid: number, { account, log }: ClusterInput): ChildProcess {
  const script = 'read -r _; kill -INT "$0"'
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: [...stdio],
  })
  watchdog.on('error', (error) => log.warn({ error }, 'the own PostgreSQL is not watched'))
  watchdog.unref()
  return watchdog
}

/** A server that an earlier gateway left running, or a lock file that now names a stranger's process. */
async function stopOrphan(cluster: string, input: ClusterInput): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  if (!existsSync(lockFile)) return
  const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
  if (!isServerOf(pid, cluster)) {
    // PostgreSQL would refuse to start if any process had this id, for example after a restart of a container.
    input.log.warn({ process: pid }, 'a lock file of a PostgreSQL that is gone is removed')
    rmSync(lockFile, { force: true })
    return
  }
  input.log.warn({ process: pid }, 'a PostgreSQL left by a gateway that was killed is stopped')
  const gone = async () => {
    while (isServerOf(pid, cluster)) await wait(input.clock, pollInterval)
  }
  await askToStop(pid, gone, input)
}

/** Fast shutdown, then an immediate one, from which the next start recovers. Never SIGKILL: its children would live on. */
async function askToStop(
  pid: number,
  gone: () => Promise<unknown>,
  { clock, log }: ClusterInput,
): Promise<void> {
  const late = () => new Error(`PostgreSQL (process ${pid}) does not stop.`)
  const end = gone()
  signal(pid, 'SIGINT')
  try {
    await within(clock, stopDeadline, end, late)
  } catch {
    log.warn({ process: pid }, 'PostgreSQL is slow to stop and is stopped at once')
    signal(pid, 'SIGQUIT')
    await within(clock, stopDeadline, end, late)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

function launch(program: string, args: readonly string[], { account, folder }: ClusterInput): ChildProcess {
  return spawn(program, args, {
    ...account,
    cwd: folder,
    // Settings of a PostgreSQL client in the gateway's environment (PGPORT, PGDATA) must not reach the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const linesKept = 30

function readLines(
  child: ChildProcess,
  lines: string[] = [],
  onLine: (line: string) => void = () => {},
): string[] {
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > linesKept) lines.shift()
      onLine(line)
    })
  }
  return lines
}

function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}
