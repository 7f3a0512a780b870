/** Gathers items while a write is under way and writes them together: one commit for many. */

export interface Groups<item> {
  add(item: item): void
  /** Resolves when everything added so far has been written, or has failed. */
  settled(): Promise<void>
  readonly size: number
}

/** `write` never runs twice at once and never rejects: it tells each item its own outcome. */
export function createGroups<item>({
  write,
  most,
}: {
  write: (items: readonly item[]) => Promise<void>
  /** Items of one write. */
  most: number
}): Groups<item> {
  let waiting: item[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    // What the same turn of the event loop brings goes into the same write.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting.length <= most ? waiting : waiting.slice(0, most)
      waiting = waiting.length <= most ? [] : waiting.slice(most)
      await write(group)
    }
    running = undefined
  }

  return {
    add(item) {
      waiting.push(item)
      running ??= run()
    },
    async settled() {
      await running
    },
    get size() {
      return waiting.length
    },
  }
}
