/** How long to wait before another round (S8-33). */
import { parseRetryAfter } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'

/**
 * The delay doubles with each round. Upstreams that asked for a longer pause get it: the shortest of their wishes,
 * since one of them is enough.
 */
export function delayBefore(round: number, wishes: readonly (string | undefined)[], now: number): number {
  const usual = limits.httpRetryDelay * 2 ** round
  const pauses = wishes.map((wish) => Math.max(usual, parseRetryAfter(wish, now) ?? usual))
  return pauses.length > 0 ? Math.min(...pauses) : usual
}
