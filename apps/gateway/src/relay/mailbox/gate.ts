/** Lets so many do something at once; the others wait, in the order in which they came and as long as it takes. */

export type Gate = <result>(run: () => Promise<result>) => Promise<result>

export function createGate(atOnce: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0

  return async (run) => {
    if (running < atOnce) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      // The place goes to the next in line.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
