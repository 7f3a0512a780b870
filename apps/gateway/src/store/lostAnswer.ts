/** Answers that died with the gateway before this one: whoever waited for one could not ask again any sooner. */
import { minutes } from '@latchkey/spec/limits'

/** From the last thing that a gateway did to the start of the next one. What is older was answered, or given up. */
export const longestRestart = minutes(2)

interface Moments {
  readonly usedAt: Date
  /** Of this gateway, in milliseconds since 1970. */
  readonly startedAt: number
}

/** Whether the answer to what was used then may have been lost at a restart. */
export function mayBeLost({ usedAt, startedAt }: Moments): boolean {
  const before = startedAt - usedAt.getTime()
  return before >= 0 && before <= longestRestart
}
