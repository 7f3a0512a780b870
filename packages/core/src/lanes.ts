/** One question at a time per wallet: requests to the same wallet wait for each other. */
export interface Lanes {
  /** Runs `task` after every earlier task of `key` has ended; a task whose signal aborted while waiting never starts. */
  run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>
  /** Tasks running or waiting, for all keys. */
  readonly size: number
}

export function createLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>()
  let size = 0
  return {
    get size() {
      return size
    },
    run(key, signal, task) {
      size += 1
      const before = tails.get(key) ?? Promise.resolve()
      const job = before.then(() => {
        signal.throwIfAborted()
        return task()
      })
      const tail = job.then(done, done)
      function done() {
        size -= 1
        if (tails.get(key) === tail) tails.delete(key)
      }
      tails.set(key, tail)
      return job
    },
  }
}
