/** One at a time, and always released: callers that come while a job runs get the same answer. */
export interface SingleFlight {
  join<T>(key: string, run: () => Promise<T>): Promise<T>
}

export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>()
  return {
    join<T>(key: string, run: () => Promise<T>) {
      const current = running.get(key)
      // A key is only ever used with one result type, by one action.
      if (current) return current as Promise<T>
      const job = (async () => run())().finally(() => running.delete(key))
      running.set(key, job)
      return job
    },
  }
}
