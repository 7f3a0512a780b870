/**
 * What each topic holds, as far as is known without asking the database: never less than there is. What has expired
 * still counts here, so a topic that seems full is counted anew before anything is refused.
 */
import { relayBounds } from '@latchkey/spec/relay'

interface Shelf {
  messages: number
  bytes: number
  /** Room was looked for ahead, and little or nothing had been received. */
  isStale: boolean
}

/** So much has gone from the topic. */
export type Relief = (messages: number, bytes: number) => void

/** A topic that holds this share of what it may is nearly full; it is worth the work if this share of it goes. */
const nearly = 3 / 4
const worth = 1 / 8

export interface Shelves {
  /** Whether it is known what the topic holds. */
  has(topic: string): boolean
  /** Puts a message of so many bytes on its topic. `unknown`: the database must be asked what is there. */
  put(topic: string, bytes: number): 'fits' | 'full' | 'unknown'
  /**
   * Where the topic is nearly full, and it is worth looking for what may go: how to say what has gone. Nobody is asked
   * again while that is not said, nor where next to nothing had gone.
   */
  crowding(topic: string): Relief | undefined
  /** What was put there did not come. */
  take(topic: string, bytes: number): void
  /** The topic holds so much. */
  set(topic: string, messages: number, bytes: number): void
  forget(topic: string): void
}

/** @param most topics that are remembered, at least half of them those that were used last */
export function createShelves(most: number): Shelves {
  // Two generations instead of an order: a topic in use costs one look.
  let young = new Map<string, Shelf>()
  let old = new Map<string, Shelf>()

  function set(topic: string, shelf: Shelf): void {
    if (young.size >= most / 2) {
      old = young
      young = new Map()
    }
    young.set(topic, shelf)
  }

  function find(topic: string): Shelf | undefined {
    const known = young.get(topic)
    if (known) return known
    const aged = old.get(topic)
    if (aged) set(topic, aged)
    return aged
  }

  return {
    has: (topic) => find(topic) !== undefined,
    put(topic, bytes) {
      const shelf = find(topic)
      if (!shelf) return 'unknown'
      const isFull =
        shelf.messages >= relayBounds.mailboxMessages || shelf.bytes + bytes > relayBounds.mailboxBytes
      if (isFull) return 'full'
      shelf.messages++
      shelf.bytes += bytes
      return 'fits'
    },
    crowding(topic) {
      const shelf = find(topic)
      if (!shelf || shelf.isStale || !isNearlyFull(shelf)) return undefined
      shelf.isStale = true
      // A shelf that was counted anew meanwhile is another one.
      return (messages, bytes) => {
        shelf.messages -= messages
        shelf.bytes -= bytes
        shelf.isStale =
          messages < relayBounds.mailboxMessages * worth && bytes < relayBounds.mailboxBytes * worth
      }
    },
    take(topic, bytes) {
      const shelf = find(topic)
      if (!shelf) return
      shelf.messages--
      shelf.bytes -= bytes
    },
    set: (topic, messages, bytes) => set(topic, { messages, bytes, isStale: false }),
    forget(topic) {
      young.delete(topic)
      old.delete(topic)
    },
  }
}

const isNearlyFull = ({ messages, bytes }: Shelf) =>
  messages >= relayBounds.mailboxMessages * nearly || bytes >= relayBounds.mailboxBytes * nearly
