/** Work that takes a person's time: begun once, answered "not yet" in time, and joined by whoever asks again with the same id (D-12). */

export interface LongWork {
  /** Rejects with `NotYet` after `within` milliseconds; the work itself goes on. */
  join<T>(id: string, within: number, start: () => Promise<T>): Promise<T>
}

/** Not a failure: the host asks again. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

export function createLongWork(after: (ms: number, run: () => void) => () => void): LongWork {
  const running = new Map<string, Promise<unknown>>()
  return {
    async join<T>(id: string, within: number, start: () => Promise<T>): Promise<T> {
      // What lies under an id was begun by the same question: the ledger lets no other one through.
      const work = (running.get(id) ?? start()) as Promise<T>
      running.set(id, work)
      let isDone = false
      const waiting = new Promise<never>((_, reject) => {
        const cancel = after(within, () => reject(new NotYet()))
        void work.then(cancel, cancel)
      })
      try {
        const result = await Promise.race([work, waiting])
        isDone = true
        return result
      } catch (error) {
        isDone = !(error instanceof NotYet)
        throw error
      } finally {
        if (isDone) running.delete(id)
      }
    },
  }
}
