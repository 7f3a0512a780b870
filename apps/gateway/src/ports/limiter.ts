/** Rate limits: token buckets, in this process or shared through Redis. */
import type { Clock } from './clock.js'
import { LastUsed } from './lastUsed.js'
import type { Soon } from './soon.js'

export interface Bucket {
  readonly key: string
  /** Tokens of a full bucket: how much may happen at once. */
  readonly capacity: number
  /** Tokens that come back a second. */
  readonly perSecond: number
  /** Tokens that this call takes; 1 when absent. A call that could never fit is always refused. */
  readonly cost?: number
}

export interface Verdict {
  readonly isAllowed: boolean
  /** Whole tokens left. */
  readonly remaining: number
  /** Milliseconds until the same call would be allowed; 0 when it was. */
  readonly retryAfter: number
}

export interface Limiter {
  take(bucket: Bucket): Soon<Verdict>
}

/** Tokens are fractions; sums of fractions that ought to be equal differ by less than this. */
export const grain = 1e-6

/** Buckets kept at once; the longest unused go first, and come back full. */
const bucketsKept = 100_000

export function createMemoryLimiter({ clock }: { clock: Clock }): Limiter {
  const buckets = new LastUsed<{ readonly tokens: number; readonly at: number }>()
  return {
    take({ key, capacity, perSecond, cost = 1 }) {
      const now = clock.now()
      const { tokens, at } = buckets.get(key) ?? { tokens: capacity, at: now }
      const refilled = Math.min(capacity, tokens + (Math.max(0, now - at) / 1000) * perSecond)
      const isAllowed = refilled >= cost - grain
      const left = isAllowed ? Math.max(0, refilled - cost) : refilled
      buckets.set(key, { tokens: left, at: Math.max(at, now) })
      if (buckets.size > bucketsKept && buckets.oldest) buckets.delete(buckets.oldest.key)
      return verdict({ isAllowed, left, cost, perSecond })
    },
  }
}

/** The same sum for both implementations. */
export function verdict(facts: {
  isAllowed: boolean
  left: number
  cost: number
  perSecond: number
}): Verdict {
  const { isAllowed, left, cost, perSecond } = facts
  const retryAfter = isAllowed ? 0 : Math.ceil(((cost - left - grain) / perSecond) * 1000)
  return { isAllowed, remaining: Math.floor(left + grain), retryAfter }
}
