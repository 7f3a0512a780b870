/** What a run is told by: times of requests, those that failed and why, and memory as it went. */

/** Times of one kind of request. Ten minutes are some hundred thousand of them, which are few enough to be kept. */
export class Figures {
  /** @type {number[]} */
  #times = []
  /** @type {Map<string, number>} */
  #failures = new Map()

  /** @param {number} ms */
  done(ms) {
    this.#times.push(ms)
  }

  /** @param {string} reason */
  failed(reason) {
    this.#failures.set(reason, (this.#failures.get(reason) ?? 0) + 1)
  }

  get failures() {
    return [...this.#failures.values()].reduce((sum, count) => sum + count, 0)
  }

  summary() {
    const times = this.#times.sort((one, other) => one - other)
    const at = (/** @type {number} */ share) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
    const reasons = [...this.#failures].map(([reason, count]) => `${count} × ${reason}`)
    return {
      count: times.length,
      failures: this.failures,
      reasons,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
    }
  }
}

/**
 * How much more memory there is in the last quarter of a run than in the second: the first is for what is made once.
 *
 * @param {readonly number[]} samples
 */
export function growthOf(samples) {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return Number.NaN
  const mean = (/** @type {readonly number[]} */ some) =>
    some.reduce((sum, one) => sum + one, 0) / some.length
  return mean(samples.slice(-quarter)) / mean(samples.slice(quarter, 2 * quarter)) - 1
}
