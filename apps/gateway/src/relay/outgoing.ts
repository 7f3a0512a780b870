/** What is written to one connection: whole frames, and no more than its reader takes. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../ports/clock.js'
import { mostBuffered } from './socketBounds.js'
import { plainFrame, textFrame } from './textFrame.js'

export class Outgoing {
  readonly #socket: WebSocket
  readonly #wire: Duplex
  readonly #clock: Clock
  #stuckSince: number | undefined
  #onRoom: (() => void)[] | undefined

  constructor(socket: WebSocket, wire: Duplex, clock: Clock) {
    this.#socket = socket
    this.#wire = wire
    this.#clock = clock
  }

  canTake(): boolean {
    return this.#socket.bufferedAmount < mostBuffered
  }

  /** Since when the reader has not kept up; undefined while it does. */
  get stuckSince(): number | undefined {
    return this.#stuckSince
  }

  write(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#wire.write(textFrame(text))
    this.#watch()
  }

  /** Of ASCII only. */
  writePlain(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#wire.write(plainFrame(text), 'latin1')
    this.#watch()
  }

  /** Also resolves when the connection is over: nobody then reads what comes of it. */
  async hasRoom(): Promise<void> {
    if (this.canTake() || this.#socket.readyState !== this.#socket.OPEN) return
    await new Promise<void>((resolve) => (this.#onRoom ??= []).push(resolve))
  }

  /** Everything that was written is out, or nothing will be any more. */
  release(): void {
    this.#stuckSince = undefined
    for (const goOn of this.#onRoom?.splice(0) ?? []) goOn()
  }

  /** Who does not read is not read. */
  #watch(): void {
    if (this.canTake()) return
    this.#stuckSince ??= this.#clock.now()
    this.#socket.pause()
  }
}
