/** Runs a program of the house and keeps what it printed, so that a failed wait can show it. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Running {
  readonly process: ChildProcess
  /** Everything printed so far, both streams, in order of arrival. */
  output(): string
  /** Settles when the program has ended and its output is read to the end. */
  readonly exited: Promise<Exit>
  hasExited(): boolean
}

export interface RunOptions {
  cwd: string
  env?: Record<string, string>
}

export function run(command: string, args: readonly string[], { cwd, env = {} }: RunOptions): Running {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a terminal's Ctrl-C goes to the whole group, and tests send it the same way.
    detached: true,
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => chunks.push(chunk))
  }
  let isOver = false
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      isOver = true
      resolve({ code, signal })
    })
  })
  // A rejection is for whoever awaits `exited`; nobody may be waiting yet.
  exited.catch(() => undefined)
  return { process: child, output: () => chunks.join(''), exited, hasExited: () => isOver }
}

/** Sends a signal as a terminal does: to the program and everything in its group. */
export function signalGroup(running: Running, signal: NodeJS.Signals): void {
  const { pid } = running.process
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // The group is already empty.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
