/**
 * The message of one connection that has begun and not ended yet. Its bytes are held in memory until it does, so they are
 * paid for as they come, and nobody waits for the rest without end.
 */
import { relayBounds } from '@latchkey/spec/relay'
import { bytesPerRequest } from './socketBounds.js'

/** Bytes of a client's frame around what a ping or a pong says: two, and the key. */
const controlHead = 6

export class Unfinished {
  #bytes = 0
  #paid = 0
  #since: number | undefined

  /** Bytes have come that may belong to it. Returns how many requests they cost. */
  add(bytes: number, now: number): number {
    this.#since ??= now
    this.#bytes += bytes
    const cost = Math.max(0, Math.floor(this.#bytes / bytesPerRequest) - this.#paid)
    this.#paid += cost
    return cost
  }

  /** Some of the bytes were a ping or a pong of so many, which comes between the parts of a message. */
  drop(control: number): void {
    this.#bytes = Math.max(0, this.#bytes - control - controlHead)
    if (this.#bytes === 0) this.#since = undefined
  }

  /** A message is whole. Returns how many requests were paid for it. */
  end(): number {
    const paid = this.#paid
    this.#bytes = 0
    this.#paid = 0
    this.#since = undefined
    return paid
  }

  /** Whoever needs so long for one message is holding the memory, not sending. */
  isLate(now: number): boolean {
    return this.#since !== undefined && now - this.#since >= relayBounds.pingInterval
  }
}
