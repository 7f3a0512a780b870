/** Numbers that look random and are the same for the same seed, so that a run can be had again. */

export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<item>(items: readonly item[]): item
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mixes the 32 bits of a counter; good enough to choose a victim and a moment.
  const next = () => {
    state = (state + 0x9e37_79b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick(items) {
      const picked = items[between(0, items.length - 1)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
