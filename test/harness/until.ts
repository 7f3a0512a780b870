/** Waits for a condition, never for a time: tries again until it holds, and says what was last seen when it does not. */
import { setTimeout as pause } from 'node:timers/promises'

export interface UntilOptions {
  /** Completes "gave up waiting until …". */
  what: string
  within?: number
  every?: number
}

type Truthy<Answer> = Exclude<Answer, false | null | undefined | '' | 0>

/** Resolves with the first truthy answer of `probe`; an error thrown by `probe` counts as "not yet". */
export async function until<Answer>(
  probe: () => Answer,
  { what, within = 15_000, every = 50 }: UntilOptions,
): Promise<Truthy<Awaited<Answer>>> {
  const deadline = performance.now() + within
  let lastSeen: unknown
  do {
    try {
      const answer = await probe()
      // The compiler does not narrow a type parameter by truthiness.
      if (answer) return answer as Truthy<Awaited<Answer>>
      lastSeen = answer
    } catch (error) {
      lastSeen = error
    }
    await pause(every)
  } while (performance.now() < deadline)
  throw new Error(`gave up waiting until ${what} (${within} ms)`, { cause: lastSeen })
}
