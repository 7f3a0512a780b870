/** One child process of the supervisor: a group of its own, its output in a log file, its warnings passed on. */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface PartProcess {
  readonly startedAt: number
  /** Set once the process has ended. */
  readonly exit: Exit | undefined
  readonly exited: Promise<Exit>
  /** Ended, and its log written. */
  readonly closed: Promise<void>
  /** SIGKILL goes to the whole group, so that nothing the process started is left. */
  signal(signal: NodeJS.Signals): void
  /** The last lines it wrote. */
  tail(): readonly string[]
}

const tailLength = 20
const lastWords = 1000

export function spawnPart(
  part: { name: string; script: string; env: NodeJS.ProcessEnv },
  options: { logFolder: string; preload?: string; onWarning: (line: string) => void },
): PartProcess {
  const preload = options.preload ? ['--import', pathToFileURL(options.preload).href] : []
  const child = spawn(process.execPath, [...preload, part.script], {
    env: part.env,
    // A session of its own: Ctrl-C in the terminal reaches the supervisor alone, which then stops all in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = createWriteStream(join(options.logFolder, `${part.name}.log`), { flags: 'a', mode: 0o600 })
  // A full disk must not end the supervisor.
  log.on('error', () => {})
  const lines: string[] = []
  const hear = (stream: 'stdout' | 'stderr') => {
    const source = child[stream]
    // With `stdio` above both are pipes.
    if (!source) return
    createInterface({ input: source }).on('line', (line) => {
      log.write(`${line}\n`)
      lines.push(line)
      if (lines.length > tailLength) lines.shift()
      const warning = readWarning(line, stream)
      if (warning !== undefined) options.onWarning(warning)
    })
  }
  hear('stdout')
  hear('stderr')

  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nobody is left in the group.
    }
  }
  let exit: Exit | undefined
  const exited = new Promise<Exit>((resolve) => {
    const finish = (how: Exit) => {
      if (exit) return
      exit = how
      // What the child started and did not end would hold ports and folders.
      killGroup()
      resolve(how)
    }
    child.once('exit', (code, signal) => finish({ code, signal }))
    child.once('error', (error) => {
      lines.push(String(error))
      finish({ code: 127, signal: null })
    })
  })
  const closed = new Promise<void>((resolve) => {
    const finish = () => log.end(() => resolve())
    child.once('close', finish)
    child.once('error', finish)
    // A process in a session of its own may hold the pipes open; its words are not worth waiting for.
    child.once('exit', () => setTimeout(finish, lastWords).unref())
  })
  return {
    startedAt: performance.now(),
    get exit() {
      return exit
    },
    exited,
    closed,
    signal(signal) {
      if (exit) return
      if (signal === 'SIGKILL') killGroup()
      else child.kill(signal)
    },
    tail: () => [...lines],
  }
}

/** pino's number for `warn`. */
const warnLevel = 40
const loudLevels = new Set(['warn', 'error', 'fatal'])

/** What of a line the person at the terminal should see: structured warnings, and plain text on stderr. */
export function readWarning(line: string, stream: 'stdout' | 'stderr'): string | undefined {
  if (line.trim() === '') return undefined
  const entry = readEntry(line)
  if (!entry) return stream === 'stderr' ? line : undefined
  const { level, msg } = entry
  const isLoud = typeof level === 'number' ? level >= warnLevel : loudLevels.has(String(level))
  if (!isLoud) return undefined
  return typeof msg === 'string' ? msg : line
}

function readEntry(line: string): { level?: unknown; msg?: unknown } | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
