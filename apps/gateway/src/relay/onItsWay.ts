/**
 * The messages that were sent to one receiver and have no receipt yet, in the order in which they went, which is mostly
 * the order of their receipts.
 *
 * A list and no map: of a map that things come to and go from all the time, V8 keeps each table alive with the one
 * before, and with them every message of late.
 */
export interface Sent {
  /** The receiver's receipt says it. */
  readonly name: number
  readonly topic: string
  readonly digest: string
  readonly seq: number
  readonly bytes: number
  readonly sentAt: number
  /** Of the mailbox. */
  readonly memory: object | undefined
}

export class OnItsWay {
  /** Made when it is needed: most connections are idle. */
  #all: Sent[] | undefined
  #bytes = 0

  get size(): number {
    return this.#all?.length ?? 0
  }

  get bytes(): number {
    return this.#bytes
  }

  add(sent: Sent): void {
    this.#all ??= []
    this.#all.push(sent)
    this.#bytes += sent.bytes
  }

  take(name: number): Sent | undefined {
    const all = this.#all
    const place = all?.[0]?.name === name ? 0 : (all?.findIndex((sent) => sent.name === name) ?? -1)
    if (place < 0) return undefined
    const sent = place === 0 ? all?.shift() : all?.splice(place, 1)[0]
    this.#bytes -= sent?.bytes ?? 0
    return sent
  }

  has(topic: string): boolean {
    return this.#all?.some((sent) => sent.topic === topic) ?? false
  }

  /** Those that went by then. */
  *before(time: number): Iterable<Sent> {
    for (const sent of this.#all ?? []) {
      if (sent.sentAt > time) return
      yield sent
    }
  }

  forget(topic: string): void {
    this.#all = this.#all?.filter((sent) => {
      if (sent.topic !== topic) return true
      this.#bytes -= sent.bytes
      return false
    })
  }

  clear(): void {
    this.#all = undefined
    this.#bytes = 0
  }
}
