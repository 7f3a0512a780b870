/** How much one connection, and one network address with all its connections, may ask for: token buckets without promises. */

export interface Rate {
  /** Requests a second; 0: unlimited. */
  readonly perSecond: number
  readonly burst: number
  /** Requests that may be owed at most; absent: without end. */
  readonly debt?: number
}

export class Allowance {
  readonly #rate: Rate
  #tokens: number
  #at: number

  constructor(rate: Rate, now: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#at = now
  }

  /** Takes even what is not there, and returns the milliseconds until the debt is paid; 0 when there is none. */
  take(cost: number, now: number): number {
    const { perSecond, burst, debt = Number.POSITIVE_INFINITY } = this.#rate
    if (perSecond === 0) return 0
    const refill = (Math.max(0, now - this.#at) / 1000) * perSecond
    this.#tokens = Math.max(-debt, Math.min(burst, this.#tokens + refill) - cost)
    this.#at = Math.max(now, this.#at)
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / perSecond) * 1000)
  }
}
