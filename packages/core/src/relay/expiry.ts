/** Ends sessions when their time is over, also on a page that stays open for days. */
import { days } from '@latchkey/spec/limits'
import { signBounds } from '@latchkey/spec/relay'
import type { Clock } from '../clock.js'
import type { Session } from './schemas.js'
import type { Vault } from './vault.js'

export interface Expiry {
  /** Looks again when the next session ends. */
  watch(): void
  /** Whether a session of this page came to an end by its age; of those the latest are remembered. */
  hasEnded(topic: string): boolean
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
  let watched: readonly Session[] = []
  let ended: readonly string[] = []

  const isOver = ({ expiry }: Session) => expiry * 1000 <= clock.now()

  function watch() {
    cancel()
    cancel = () => {}
    const sessions = vault.sessions()
    const gone = watched.filter(({ topic }) => !sessions.some((session) => session.topic === topic))
    watched = sessions
    ended = [...gone.filter(isOver).map(({ topic }) => topic), ...ended].slice(0, signBounds.sessions)
    if (sessions.length > 0) {
      const next = Math.min(...sessions.map(({ expiry }) => expiry * 1000 - clock.now()))
      cancel = clock.after(Math.min(longestWait, Math.max(0, next)), watch)
    }
    for (const { topic } of gone) onExpired(topic)
  }

  return {
    watch,
    // Its timer may be late, on a page that slept.
    hasEnded: (topic) =>
      ended.includes(topic) || watched.some((session) => session.topic === topic && isOver(session)),
    stop: () => cancel(),
  }
}
