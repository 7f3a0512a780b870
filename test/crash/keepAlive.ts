/** A program that is started again whenever it ends, as an init system does; and that can be killed. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Running, run, signalGroup } from '../harness/run.js'

export interface Kept {
  /** SIGKILL to the program itself, as a machine that runs out of memory sends it; resolves when it is gone. */
  kill(): Promise<void>
  /** What the one that runs now, and the one before it, have printed. */
  output(): string
  /** How often it was started. */
  starts(): number
  stop(): Promise<void>
}

export interface KeepInput {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Record<string, string>
}

/** Between the end and the next start; a program that cannot start yet must not fill the machine with attempts. */
const restartAfter = 100

export function keepAlive({ command, args, cwd, env = {} }: KeepInput): Kept {
  let isStopping = false
  let starts = 0
  let before = ''
  let current = start()

  function start(): Running {
    starts += 1
    const running = run(command, args, { cwd, env })
    void running.exited.then(async () => {
      if (isStopping) return
      before = running.output()
      await pause(restartAfter)
      if (!isStopping) current = start()
    })
    return running
  }

  return {
    async kill() {
      const running = current
      const { pid } = running.process
      if (pid !== undefined && !running.hasExited()) process.kill(pid, 'SIGKILL')
      await running.exited
    },
    output: () => `${before}\n${current.output()}`,
    starts: () => starts,
    async stop() {
      isStopping = true
      signalGroup(current, 'SIGTERM')
      await current.exited
    },
  }
}
