/** How much of a wait is left. */

/** A clock that was set back must not lock anybody out for longer than the wait itself. */
export function timeLeft(since: number | undefined, wait: number, now: number): number {
  return since === undefined ? 0 : Math.min(Math.max(since + wait - now, 0), wait)
}
