/** Time, so that a test can move it. Code of the gateway never calls `Date.now` or `setTimeout` itself. */
import type { StopSignal } from './stop.js'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns a function that cancels. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
export function wait(clock: Clock, ms: number, signal?: StopSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The promise, or a rejection with `late()` when it takes longer than `ms`. The timer never outlives the promise. */
export async function within<value>(
  clock: Clock,
  ms: number,
  promise: Promise<value>,
  late: () => Error,
): Promise<value> {
  let cancel = () => {}
  const deadline = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(late()))
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    cancel()
  }
}
