/** Figures of several short rounds: what a busy neighbour did in one of them does not count. */

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * How much more one is than the other, round by round.
 *
 * @param {readonly number[]} values
 * @param {readonly number[]} against those of the same rounds
 */
export function medianRatio(values, against) {
  return median(values.map((value, index) => value / (against[index] ?? Number.NaN)))
}
