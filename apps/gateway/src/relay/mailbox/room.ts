/** How much all topics hold together, and may hold: beyond it nothing is stored until something has expired. */

export interface Weight {
  /** Absent where nobody can say cheaply; what each costs is then in the bytes. */
  readonly messages?: number
  /** Of the texts of the messages, or of everything. */
  readonly bytes: number
}

export interface Room {
  /** Whether a message of so many bytes may still come. */
  has(bytes: number): boolean
  add(bytes: number): void
  /** The mailbox was asked what it holds. What came meanwhile may count twice, until it is asked again. */
  recount(weigh: () => Promise<Weight>): Promise<Weight>
}

/** What a message costs besides its text: its row, the entries of indexes, and receipts. */
const perMessage = 512

/** @param most bytes; 0: without end */
export function createRoom(most: number): Room {
  let messages = 0
  let bytes = 0
  return {
    has: (more) => most === 0 || bytes + more + (messages + 1) * perMessage <= most,
    add(more) {
      messages++
      bytes += more
    },
    async recount(weigh) {
      const before = { messages, bytes }
      const weight = await weigh()
      messages += (weight.messages ?? 0) - before.messages
      bytes += weight.bytes - before.bytes
      return weight
    },
  }
}
