/** Waiting for something in the database to change: woken at once by this process, and looking again now and then for the others. */
import { seconds } from '@latchkey/spec/limits'
import type { Clock } from '../ports/clock.js'

export interface Wakers {
  wake(id: string): void
  /** Looks until `look` answers something, or until `ms` have passed: then undefined. */
  until<value>(
    id: string,
    ms: number,
    look: () => Promise<value | undefined>,
    signal: AbortSignal,
  ): Promise<value | undefined>
}

/** How often what another gateway may have done is looked for. */
const lookEvery = seconds(1)

export function createWakers({ clock }: { clock: Clock }): Wakers {
  const sleepers = new Map<string, Set<() => void>>()

  function sleep(id: string, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const own = sleepers.get(id) ?? new Set()
      sleepers.set(id, own)
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        own.delete(end)
        if (own.size === 0) sleepers.delete(id)
        resolve()
      }
      const cancel = clock.after(ms, end)
      own.add(end)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    })
  }

  return {
    wake(id) {
      for (const end of [...(sleepers.get(id) ?? [])]) end()
    },
    async until(id, ms, look, signal) {
      const deadline = clock.now() + ms
      for (;;) {
        const found = await look()
        if (found !== undefined) return found
        const left = deadline - clock.now()
        if (left <= 0 || signal.aborted) return undefined
        await sleep(id, Math.min(left, lookEvery), signal)
      }
    },
  }
}
