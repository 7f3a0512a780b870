/**
 * What is written to one connection: whole frames, and no more than its reader takes. What one turn of the event loop
 * brings for it goes out at once: to hand something to the system costs more than to make it.
 */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../ports/clock.js'
import { mostBuffered } from './socketBounds.js'
import { plainFrame, textFrame } from './textFrame.js'

/** Calls `flush` of everybody who asked for it when the turn is over. */
export type FlushSoon = (outgoing: Outgoing) => void

export function createFlushing(): FlushSoon {
  let waiting: Outgoing[] = []
  function flushAll(): void {
    const all = waiting
    waiting = []
    for (const outgoing of all) outgoing.flush()
  }
  return (outgoing) => {
    if (waiting.length === 0) process.nextTick(flushAll)
    waiting.push(outgoing)
  }
}

interface OutgoingInput {
  readonly socket: WebSocket
  readonly wire: Duplex
  readonly clock: Clock
  readonly flushSoon: FlushSoon
}

export class Outgoing {
  readonly #input: OutgoingInput
  readonly #socket: WebSocket
  /** Frames of ASCII that wait for the end of the turn. */
  #gathered = ''
  #stuckSince: number | undefined
  #onRoom: (() => void)[] | undefined

  constructor(input: OutgoingInput) {
    this.#input = input
    this.#socket = input.socket
  }

  canTake(): boolean {
    return this.#socket.bufferedAmount + this.#gathered.length < mostBuffered
  }

  /** Since when the reader has not kept up; undefined while it does. */
  get stuckSince(): number | undefined {
    return this.#stuckSince
  }

  write(text: string): void {
    this.flush()
    this.#put(textFrame(text))
  }

  /** Of ASCII only. */
  writePlain(text: string): void {
    const frame = plainFrame(text)
    if (typeof frame !== 'string') return this.write(text)
    if (this.#gathered === '') this.#input.flushSoon(this)
    this.#gathered += frame
  }

  flush(): void {
    if (this.#gathered === '') return
    const frames = this.#gathered
    this.#gathered = ''
    this.#put(frames)
  }

  /** Behind everything that was written. */
  close(code: number, reason: string): void {
    this.flush()
    this.#socket.close(code, reason)
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
  #put(frames: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#input.wire.write(frames, 'latin1')
    if (this.canTake()) return
    this.#stuckSince ??= this.#input.clock.now()
    this.#socket.pause()
  }
}
