/** What other tabs listen to through the connection of this one, until they are gone, however they end. */
import type { Locks } from './tabs.js'

export interface TabGuests {
  subscribe(tab: string, topic: string): void
  unsubscribe(tab: string, topic: string): void
  /** Whether any of them listens to it. */
  want(topic: string): boolean
  clear(): void
}

/** A tab holds a lock of its own for as long as it lives. */
export const tabLock = (name: string, tab: string) => `${name} ${tab}`

/** @param onGone is told of topics of a tab that is gone; others may still want them */
export function createTabGuests(name: string, locks: Locks, onGone: (topic: string) => void): TabGuests {
  const guests = new Map<string, Set<string>>()

  function topicsOf(tab: string): Set<string> {
    const known = guests.get(tab)
    if (known) return known
    const topics = new Set<string>()
    guests.set(tab, topics)
    const gone = async () => {
      if (guests.get(tab) !== topics) return
      guests.delete(tab)
      for (const topic of topics) onGone(topic)
    }
    // Where locks are refused, no other tab has got this far.
    locks.request(tabLock(name, tab), {}, gone).catch(() => {})
    return topics
  }

  return {
    subscribe: (tab, topic) => void topicsOf(tab).add(topic),
    unsubscribe: (tab, topic) => void topicsOf(tab).delete(topic),
    want: (topic) => [...guests.values()].some((topics) => topics.has(topic)),
    clear: () => guests.clear(),
  }
}
