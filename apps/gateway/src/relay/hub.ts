/** Who listens to what, in this process: brings each stored message to the receivers of its topic. */
import type { Mailbox, MailboxListener } from './mailbox/mailbox.js'
import type { Outbox } from './outbox.js'

export interface Hub {
  /** False where the topic, the address or the process has as many as it may. Resolves once later messages will be heard. */
  subscribe(outbox: Outbox, topics: readonly string[]): Promise<boolean>
  unsubscribe(outbox: Outbox, topics: readonly string[]): void
  /** The receiver is gone. */
  remove(outbox: Outbox): void
  readonly topics: number
}

export interface HubInput {
  readonly mailbox: Mailbox
  /** Receivers of one topic. */
  readonly most: number
  /** Subscriptions of all receivers, and of those of one address; 0: without end. */
  readonly mostInAll: number
  readonly mostPerHolder: number
  /** Topics have their first receiver here, this client; or have lost their last. */
  readonly onUse?: ((topics: readonly string[], client: string) => void) | undefined
  readonly onDisuse?: ((topics: readonly string[]) => void) | undefined
  /** Hears from the mailbox what the receivers hear. */
  readonly also?: MailboxListener | undefined
}

export function createHub(input: HubInput): Hub {
  const { mailbox, most, mostInAll, mostPerHolder, onUse, onDisuse, also } = input
  /** A single receiver is kept without a set around it: most topics have one. */
  const receivers = new Map<string, Outbox | Set<Outbox>>()
  let subscriptions = 0

  mailbox.listen({
    onLetter(letter) {
      const found = receivers.get(letter.topic)
      if (found instanceof Set) for (const outbox of found) outbox.offer(letter)
      else found?.offer(letter)
      also?.onLetter(letter)
    },
    onGap(topic) {
      const all = new Set<Outbox>()
      for (const found of topic === undefined ? receivers.values() : [receivers.get(topic)]) {
        if (found instanceof Set) for (const outbox of found) all.add(outbox)
        else if (found) all.add(found)
      }
      for (const outbox of all) outbox.reread()
      also?.onGap(topic)
    },
  })

  function hasPlace(outbox: Outbox, topic: string): boolean {
    const found = receivers.get(topic)
    return !(found instanceof Set) || found.size < most || found.has(outbox)
  }

  function hasRoom({ holder }: Outbox, more: number): boolean {
    const isWithin = (held: number, limit: number) => limit === 0 || held + more <= limit
    return isWithin(subscriptions, mostInAll) && isWithin(holder?.topics ?? 0, mostPerHolder)
  }

  function note({ holder }: Outbox, more: number): void {
    subscriptions += more
    if (holder) holder.topics += more
  }

  /** True where it is the first of its topic. */
  function put(outbox: Outbox, topic: string): boolean {
    const found = receivers.get(topic)
    if (found instanceof Set) found.add(outbox)
    else if (found === undefined) receivers.set(topic, outbox)
    else if (found !== outbox) receivers.set(topic, new Set([found, outbox]))
    return found === undefined
  }

  function take(outbox: Outbox, topic: string): boolean {
    const found = receivers.get(topic)
    if (found instanceof Set) found.delete(outbox)
    const isLast = found === outbox || (found instanceof Set && found.size === 0)
    if (isLast) receivers.delete(topic)
    return isLast
  }

  function leave(outbox: Outbox, topics: Iterable<string>): void {
    const unused = [...topics].filter((topic) => take(outbox, topic))
    if (unused.length === 0) return
    mailbox.unwatch(unused)
    onDisuse?.(unused)
  }

  return {
    async subscribe(outbox, topics) {
      const fresh = new Set(topics.filter((topic) => !outbox.has(topic))).size
      if (!hasRoom(outbox, fresh) || !topics.every((topic) => hasPlace(outbox, topic))) return false
      note(outbox, fresh)
      const first = topics.filter((topic) => put(outbox, topic))
      for (const topic of topics) outbox.add(topic)
      if (first.length > 0) onUse?.(first, outbox.client)
      // Also where it is not the first: the one before may still be waiting to be heard.
      await mailbox.watch(topics)
      return true
    },
    unsubscribe(outbox, topics) {
      const held = [...new Set(topics)].filter((topic) => outbox.has(topic))
      for (const topic of held) outbox.remove(topic)
      note(outbox, -held.length)
      leave(outbox, held)
    },
    remove(outbox) {
      note(outbox, -outbox.size)
      leave(outbox, outbox.topics)
      outbox.close()
    },
    get topics() {
      return receivers.size
    },
  }
}
