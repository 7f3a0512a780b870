/** Ends sessions when their time is over, also on a page that stays open for days. */
import { days } from '@latchkey/spec/limits'
import type { Clock } from '../clock.js'
import type { Vault } from './vault.js'

export interface Expiry {
  /** Looks again when the next session ends. */
  watch(): void
  stop(): void
}

/** Timers of browsers count no further than about 24 days. */
const longestWait = days(7)

export function createExpiry({
  clock,
  vault,
  onExpired,
}: {
  readonly clock: Clock
  readonly vault: Vault
  readonly onExpired: (topic: string) => void
}): Expiry {
  let cancel = () => {}
  let watched: readonly string[] = []

  function watch() {
    cancel()
    cancel = () => {}
    const sessions = vault.sessions()
    const alive = sessions.map(({ topic }) => topic)
    const gone = watched.filter((topic) => !alive.includes(topic))
    watched = alive
    for (const topic of gone) onExpired(topic)
    if (sessions.length === 0) return
    const next = Math.min(...sessions.map(({ expiry }) => expiry * 1000 - clock.now()))
    cancel = clock.after(Math.min(longestWait, Math.max(0, next)), watch)
  }

  return { watch, stop: () => cancel() }
}
