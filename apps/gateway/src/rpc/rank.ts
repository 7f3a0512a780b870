/** In which order upstreams are tried: by stability and latency of their last samples, with the weights of S9-09. */
import { limits } from '@latchkey/spec/limits'

export interface Ranked {
  readonly stability: number
  /** Undefined: never measured. */
  readonly latency: number | undefined
}

/** From 0 to 1. One that was never measured counts as fast, so that it gets its chance. */
export function score({ stability, latency = 0 }: Ranked, slowest: number): number {
  const { rankWeights: weights } = limits
  const speed = slowest > 0 ? 1 - latency / slowest : 1
  return weights.stability * stability + weights.latency * speed
}

/** A better score must be better by this much to change the order: a swap for a millisecond would only cool caches. */
const margin = 0.1

/** Best first; about equals stay in the order that they have. */
export function rank<item>(items: readonly item[], factsOf: (item: item) => Ranked): item[] {
  const slowest = Math.max(0, ...items.map((item) => factsOf(item).latency ?? 0))
  const graded = items.map((item) => ({ item, grade: score(factsOf(item), slowest) }))
  // Insertion: `sort` wants an order, and "better by a margin" is none.
  const sorted: typeof graded = []
  for (const entry of graded) {
    let place = sorted.length
    while (place > 0 && entry.grade > (sorted[place - 1]?.grade ?? 0) + margin) place--
    sorted.splice(place, 0, entry)
  }
  return sorted.map(({ item }) => item)
}
