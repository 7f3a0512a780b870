/** Work that comes round again: never twice at once, and not ended by a failure. */
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Work } from './work.js'

export interface Job {
  readonly name: string
  /** Milliseconds from the end of one round to the start of the next. */
  readonly every: number
  /** The signal fires when the gateway stops; what takes long should then end early. */
  run(signal: AbortSignal): Promise<void>
}

interface JobPorts {
  readonly clock: Clock
  readonly log: Log
  /** Told how each round ended. */
  readonly work?: Work | undefined
}

/** Runs at once, then again and again. The returned function stops it, and resolves when nothing of it runs any more. */
export function startJob(job: Job, { clock, log, work }: JobPorts): () => Promise<void> {
  const ending = new AbortController()
  let cancel = () => {}
  let running = round()

  async function round(): Promise<void> {
    try {
      await job.run(ending.signal)
      work?.ended(job.name, true)
    } catch (err) {
      work?.ended(job.name, false)
      log.error({ err, job: job.name }, 'a job failed; it is tried again')
    }
    if (ending.signal.aborted) return
    cancel = clock.after(job.every, () => {
      running = round()
    })
  }

  return async () => {
    ending.abort()
    cancel()
    await running
  }
}
