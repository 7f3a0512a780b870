/** What waits for a person. Taking a request back counts until its share is asked for; from then on it runs to its end (I13). */

export interface OpenRequest {
  /** Aborted when the page takes the request back in time. */
  readonly signal: AbortSignal
  /** The point of no return: false where it was taken back. */
  begin(): boolean
  end(): void
}

export interface Requests {
  open(): OpenRequest
  /** Shows a person something that nothing is signed for; it can be taken back as long as it runs. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** All that can still be taken back. */
  abort(): void
}

export function createRequests(): Requests {
  const waiting = new Set<AbortController>()
  const requests: Requests = {
    open() {
      const taking = new AbortController()
      waiting.add(taking)
      return {
        signal: taking.signal,
        begin() {
          waiting.delete(taking)
          return !taking.signal.aborted
        },
        end: () => void waiting.delete(taking),
      }
    },
    async run(work) {
      const { signal, end } = requests.open()
      try {
        return await work(signal)
      } finally {
        end()
      }
    },
    abort() {
      for (const taking of waiting) taking.abort()
      waiting.clear()
    },
  }
  return requests
}
