/** How many topics the bridge carries for each client, so that one client cannot use up what an upstream grants to all. */

export interface Shares {
  /** Counts the topic for this client; false where the client, or all together, have as many as they may. */
  take(topic: string, client: string): boolean
  release(topic: string): void
  readonly size: number
}

export function createShares({ perClient, all }: { perClient: number; all: number }): Shares {
  /** For whom each topic is carried: the client that brought it. */
  const owners = new Map<string, string>()
  const counts = new Map<string, number>()
  return {
    take(topic, client) {
      if (owners.has(topic)) return true
      const held = counts.get(client) ?? 0
      if (held >= perClient || owners.size >= all) return false
      owners.set(topic, client)
      counts.set(client, held + 1)
      return true
    },
    release(topic) {
      const client = owners.get(topic)
      if (client === undefined) return
      owners.delete(topic)
      const held = counts.get(client) ?? 0
      if (held > 1) counts.set(client, held - 1)
      else counts.delete(client)
    },
    get size() {
      return owners.size
    },
  }
}
