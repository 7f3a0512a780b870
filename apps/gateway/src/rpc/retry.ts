/** How long to wait before another round (S8-33). */
import { limits } from '@latchkey/spec/limits'

/**
 * The delay doubles with each round. Upstreams that asked for a longer pause get it: the shortest of their wishes,
 * since one of them is enough.
 */
export function delayBefore(round: number, wishes: readonly (string | undefined)[], now: number): number {
  const usual = limits.httpRetryDelay * 2 ** round
  const pauses = wishes.map((wish) => Math.max(usual, readRetryAfter(wish, now) ?? usual))
  return pauses.length > 0 ? Math.min(...pauses) : usual
}

/** `Retry-After` in milliseconds from now, from its form in seconds or as a date; undefined when it is neither. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
