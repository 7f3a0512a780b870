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
  let held = 0
  return {
    has: (bytes) => most === 0 || held + bytes + perMessage <= most,
    add(bytes) {
      held += bytes + perMessage
    },
    async recount(weigh) {
      const before = held
      const weight = await weigh()
      held += weight.bytes + (weight.messages ?? 0) * perMessage - before
      return weight
    },
  }
}
