/** Starts parts in the order they need each other, restarts what crashes, and stops all of them in reverse. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Exit, type PartProcess, spawnPart } from './partProcess.js'

export interface Part {
  readonly name: string
  /** A JavaScript file that plain Node runs. */
  readonly script: string
  readonly env: NodeJS.ProcessEnv
  /** Parts that must answer before this one starts, and that stop after it. */
  readonly after: readonly string[]
  /** The part is up when each of these answers with success. */
  readonly health: readonly string[]
  /** The part is stuck when one of these stays without any answer; `health` where nothing is said. */
  readonly alive?: readonly string[]
}

export type SupervisorEvent =
  | { type: 'up'; part: string; ms: number }
  | { type: 'warned'; part: string; line: string }
  | { type: 'crashed'; part: string; reason: string; retryIn: number }
  | { type: 'restarted'; part: string }
  | { type: 'killed'; part: string }

/** All in milliseconds. */
export interface Timing {
  /** From the start of a process to its first healthy answer. */
  readonly start: number
  /** From the request to stop to SIGKILL. */
  readonly stop: number
  readonly healthInterval: number
  readonly firstBackoff: number
  readonly longestBackoff: number
  /** A part that has lived this long is steady: its next crash counts as the first again. */
  readonly steady: number
  /** Between two looks at a part that is up. */
  readonly lookInterval: number
  /** How long one look waits for an answer. */
  readonly lookTimeout: number
}

const defaultTiming: Timing = {
  start: 60_000,
  stop: 15_000,
  healthInterval: 50,
  firstBackoff: 500,
  longestBackoff: 30_000,
  steady: 60_000,
  lookInterval: 15_000,
  lookTimeout: 15_000,
}
/** Looks in a row without an answer; with the times above a part may be busy for a minute and more. */
const looks = 5
const healthTimeout = 2000

/** A part did not come up; `tail` is the end of its log. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed'
  constructor(
    readonly part: string,
    readonly reason: string,
    readonly tail: readonly string[],
  ) {
    super(`${part} did not start: ${reason}`)
  }
}

export interface Supervisor {
  /** Resolves when every part is healthy; on the first failure everything is stopped and the failure thrown. */
  start(): Promise<void>
  /** Graceful, in reverse order, once; later calls join the first. */
  stop(): Promise<void>
  /** At once, without asking. */
  kill(): void
}

export interface SupervisorOptions {
  readonly parts: readonly Part[]
  readonly logFolder: string
  readonly report: (event: SupervisorEvent) => void
  readonly timing?: Partial<Timing>
  /** A module loaded into every child before its own. */
  readonly preload?: string
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { parts, report } = options
  const timing = { ...defaultTiming, ...options.timing }
  const processes = new Map<string, PartProcess>()
  const halt = new AbortController()
  let stopping: Promise<void> | undefined

  async function launch(part: Part): Promise<void> {
    const child = spawnPart(part, {
      logFolder: options.logFolder,
      ...(options.preload ? { preload: options.preload } : {}),
      onWarning: (line) => report({ type: 'warned', part: part.name, line }),
    })
    processes.set(part.name, child)
    const deadline = child.startedAt + timing.start
    while (!(await isHealthy(part.health, halt.signal, deadline - performance.now()))) {
      if (halt.signal.aborted) throw new StartFailed(part.name, 'it was told to stop', [])
      if (child.exit) throw new StartFailed(part.name, describeExit(child.exit), child.tail())
      if (performance.now() > deadline) {
        child.signal('SIGKILL')
        throw new StartFailed(part.name, `no healthy answer within ${timing.start / 1000} s`, child.tail())
      }
      await Promise.race([wait(timing.healthInterval), child.exited])
    }
    // Another program may answer on the port of a child that has just died.
    if (child.exit) throw new StartFailed(part.name, describeExit(child.exit), child.tail())
  }

  /** Looks at a part until it ends (false) or has left several looks in a row without an answer (true). */
  async function watch(part: Part, child: PartProcess): Promise<boolean> {
    const over = new AbortController()
    const end = () => over.abort()
    halt.signal.addEventListener('abort', end)
    void child.exited.then(end)
    try {
      for (let missed = 0; missed < looks; ) {
        await wait(timing.lookInterval, undefined, { signal: over.signal }).catch(() => {})
        if (halt.signal.aborted || over.signal.aborted) return false
        const answers = await isAnswering(part.alive ?? part.health, over.signal, timing.lookTimeout)
        if (over.signal.aborted) return false
        missed = answers ? 0 : missed + 1
      }
      return true
    } finally {
      halt.signal.removeEventListener('abort', end)
    }
  }

  /** Waits for a healthy part to end unasked, and brings it back until it stays. */
  async function guard(part: Part): Promise<void> {
    let crashes = 0
    for (;;) {
      const child = processes.get(part.name)
      if (!child) return
      const isStuck = await watch(part, child)
      // What is stuck may not hear a request to stop.
      if (isStuck) child.signal('SIGKILL')
      const exit = await child.exited
      if (halt.signal.aborted) return
      if (performance.now() - child.startedAt > timing.steady) crashes = 0
      let reason = isStuck ? `it gave no answer ${looks} times in a row` : describeExit(exit)
      for (;;) {
        const retryIn = Math.min(timing.firstBackoff * 2 ** crashes++, timing.longestBackoff)
        report({ type: 'crashed', part: part.name, reason, retryIn })
        await wait(retryIn, undefined, { signal: halt.signal }).catch(() => {})
        if (halt.signal.aborted) return
        try {
          await launch(part)
          report({ type: 'restarted', part: part.name })
          break
        } catch (error) {
          if (!(error instanceof StartFailed)) throw error
          if (halt.signal.aborted) return
          reason = error.reason
        }
      }
    }
  }

  async function end(name: string): Promise<void> {
    const child = processes.get(name)
    if (!child) return
    child.signal('SIGTERM')
    const timer = new AbortController()
    const late = wait(timing.stop, 'late' as const, { signal: timer.signal }).catch(() => undefined)
    if ((await Promise.race([child.exited, late])) === 'late') {
      report({ type: 'killed', part: name })
      child.signal('SIGKILL')
      await child.exited
    }
    timer.abort()
    await child.closed
  }

  return {
    async start() {
      const up = inOrder(parts, async (part) => {
        if (halt.signal.aborted) throw new StartFailed(part.name, 'it was told to stop', [])
        const began = performance.now()
        await launch(part)
        report({ type: 'up', part: part.name, ms: Math.round(performance.now() - began) })
      })
      try {
        await up
      } catch (error) {
        await this.stop()
        throw error
      }
      for (const part of parts) void guard(part)
    },
    stop() {
      halt.abort()
      stopping ??= inOrder(reversed(parts), ({ name }) => end(name))
      return stopping
    },
    kill() {
      halt.abort()
      for (const child of processes.values()) child.signal('SIGKILL')
    },
  }
}

interface Ordered {
  readonly name: string
  readonly after: readonly string[]
}

/** Runs `act` for every part as soon as it has been run for those it comes after; independent ones run together. */
async function inOrder<part extends Ordered>(parts: readonly part[], act: (part: part) => Promise<void>) {
  const done = new Map<string, Promise<void>>()
  const visit = (part: part): Promise<void> => {
    let result = done.get(part.name)
    if (!result) {
      const needs = parts.filter(({ name }) => part.after.includes(name))
      result = Promise.all(needs.map(visit)).then(() => act(part))
      done.set(part.name, result)
    }
    return result
  }
  await Promise.all(parts.map(visit))
}

/** The same parts with every arrow turned round. */
const reversed = (parts: readonly Part[]): Ordered[] =>
  parts.map(({ name }) => ({
    name,
    after: parts.filter(({ after }) => after.includes(name)).map((dependent) => dependent.name),
  }))

async function isHealthy(urls: readonly string[], halted: AbortSignal, left: number): Promise<boolean> {
  const patience = Math.max(1, Math.min(healthTimeout, Math.ceil(left)))
  const successes = await askAll(urls, halted, patience).catch(() => [false])
  return successes.every(Boolean)
}

/** Any answer will do: a part that says no is not stuck. */
const isAnswering = (urls: readonly string[], halted: AbortSignal, patience: number): Promise<boolean> =>
  askAll(urls, halted, patience).then(
    () => true,
    () => false,
  )

/** Whether each answered with success; rejects when one did not answer. */
async function askAll(urls: readonly string[], halted: AbortSignal, patience: number): Promise<boolean[]> {
  // A timer of our own: Node 20 may collect AbortSignal.timeout inside AbortSignal.any, which then never fires.
  const control = new AbortController()
  const abort = () => control.abort()
  const timer = setTimeout(abort, patience)
  halted.addEventListener('abort', abort)
  if (halted.aborted) abort()
  try {
    return await Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url, { signal: control.signal })
        await response.body?.cancel()
        return response.ok
      }),
    )
  } finally {
    clearTimeout(timer)
    halted.removeEventListener('abort', abort)
  }
}

const describeExit = ({ code, signal }: Exit) =>
  signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`
