/** One connection of a client: reads its requests, answers them, and sends it what is published for it. */
import type { Duplex } from 'node:stream'
import { answerText, closeCodes, type RelayErrorTag, relayBounds, relayMethod } from '@latchkey/spec/relay'
import type { WebSocket } from 'ws'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Allowance } from './allowance.js'
import type { Letter, Mailbox } from './mailbox/mailbox.js'
import { type Answering, isClientMethod } from './methods.js'
import { Outbox, type Receiver, type Subscription } from './outbox.js'
import { readQuickly } from './quickTexts.js'
import { errorBody, RelayRefusal } from './refusal.js'
import { costOf, faultOf, parse, tokenOf } from './requests.js'
import { count, type Tally } from './tally.js'
import { textFrame } from './textFrame.js'

/** What all connections of a relay share. */
export interface SocketContext {
  readonly mailbox: Mailbox
  readonly methods: Answering
  readonly clock: Clock
  readonly log: Log
  readonly tally: Tally
  /** A number that no push of this process had before. */
  nextPushId(): number
  /** A message as JSON. */
  write(letter: Letter): string
}

export interface SocketInput {
  readonly socket: WebSocket
  /** The connection below, for what the WebSocket does not tell. */
  readonly wire: Duplex
  readonly client: string
  readonly allowances: readonly Allowance[]
  readonly context: SocketContext
}

/** Requests that may be under way at once; the connection is not read further meanwhile. */
const mostPending = 64
/** Bytes that wait for a slow reader before nothing more is sent, and nothing more is read from it. */
const mostBuffered = 256 * 1024
/** What a frame costs that no client of the protocol sends, and how many of them one connection may send. */
const garbageCost = 10
const mostGarbage = 32
/** Who would have to wait longer than this is sent away: a connection that is not read looks dead to both sides. */
const longestPause = relayBounds.pingInterval
/** Bytes of a frame that cost as much as one request: most have fewer. */
const bytesPerRequest = 4096
/** Read in place of what is no text, and refused like it. */
const noText = Buffer.alloc(0)

export class RelaySocket implements Receiver {
  readonly client: string
  readonly outbox: Outbox
  readonly #socket: WebSocket
  readonly #wire: Duplex
  readonly #allowances: readonly Allowance[]
  readonly #context: SocketContext
  /** When the last sign of life came, and when the last ping went. */
  #heardAt: number
  #pingedAt: number
  #isBroken = false
  #pending = 0
  #garbage = 0
  #stuckSince: number | undefined
  #cancelPause: (() => void) | undefined
  #onIdle: (() => void) | undefined
  #onRoom: (() => void)[] | undefined

  constructor({ socket, wire, client, allowances, context }: SocketInput) {
    this.#socket = socket
    this.#wire = wire
    this.client = client
    this.#allowances = allowances
    this.#context = context
    this.#heardAt = context.clock.now()
    this.#pingedAt = this.#heardAt
    const { mailbox, clock, log } = context
    this.outbox = new Outbox({ receiver: this, mailbox, clock, log })
    // ws hands over one buffer per message unless told otherwise.
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? noText : (data as Buffer)))
    socket.on('pong', () => {
      this.#heardAt = context.clock.now()
    })
    // Each is answered by a pong, which a flood of them would not read.
    socket.on('ping', () => this.#charge(1))
    // A broken frame closes the connection by itself; without a listener it would end the process.
    socket.on('error', () => {
      this.#isBroken = true
    })
    wire.on('drain', () => this.#onDrain())
    readQuickly(wire, {
      onText: (text) => this.#hear(text),
      // What follows a broken frame means nothing; ws would not listen either.
      isOver: () => this.#isBroken,
    })
  }

  send(letter: Letter, { id }: Subscription): number {
    const { tally, write } = this.#context
    const name = this.#context.nextPushId()
    const params = `{"id":"${id}","data":${write(letter)}}`
    this.#write(`{"id":${name},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`)
    tally.delivered++
    return name
  }

  canTake(): boolean {
    return this.#socket.bufferedAmount < mostBuffered
  }

  /** Also resolves when the connection is over: nobody then reads what comes of it. */
  async hasRoom(): Promise<void> {
    if (this.canTake() || this.#socket.readyState !== this.#socket.OPEN) return
    await new Promise<void>((resolve) => (this.#onRoom ??= []).push(resolve))
  }

  /** Comes round every second: pings, and lets go of who does not answer or does not read. */
  look(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { clock, tally } = this.#context
    const now = clock.now()
    const { pingInterval } = relayBounds
    if (this.#stuckSince !== undefined && now - this.#stuckSince >= pingInterval) {
      count(tally.refused, 'slow')
      return this.#socket.close(4008, closeCodes[4008].name)
    }
    if (now - this.#pingedAt >= pingInterval) {
      if (this.#heardAt < this.#pingedAt) {
        count(tally.refused, 'stale')
        return this.#socket.close(4008, closeCodes[4008].name)
      }
      this.#pingedAt = now
      this.#socket.ping()
    }
    this.outbox.repeat()
  }

  /** Answers what has arrived, then closes. */
  async leave(code: number, reason: string): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.#socket.close(code, reason)
  }

  /** The connection is over: nothing may hold on to it. */
  forget(): void {
    this.#cancelPause?.()
    this.#onIdle?.()
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const goOn of this.#onRoom?.splice(0) ?? []) goOn()
  }

  #hear(bytes: Buffer): void {
    // What came after we said goodbye is nobody's.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#heardAt = this.#context.clock.now()
    this.#charge(Math.floor(bytes.length / bytesPerRequest))
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (bytes.length > relayBounds.payloadBytes) return this.#refuse(undefined, 'PayloadSizeExceeded')
    const text = bytes.toString()
    const frame = parse(text)
    if (!frame) return this.#refuse(undefined, 'Serialization')
    if (!('method' in frame)) return this.#hearReceipt(frame)
    const token = tokenOf(frame.id, text)
    const tag = faultOf(frame, token)
    if (tag) return this.#refuse(token, tag)
    // Both were checked by `faultOf`.
    void this.#answer(token as string, frame.method as string, frame.params)
  }

  #hearReceipt({ id, result }: Record<string, unknown>): void {
    const isKnown = typeof id === 'number' && result === true && this.outbox.receive(id)
    if (isKnown) this.#context.tally.received++
    else this.#charge(1)
  }

  async #answer(token: string, name: string, params: unknown): Promise<void> {
    const { methods, log } = this.#context
    this.#pending++
    this.#charge(costOf(params))
    try {
      const method = relayMethod(name)
      if (!method || !isClientMethod(method)) throw new RelayRefusal('InvalidMethod')
      const result = await methods.ask(method, params, this)
      this.#write(answerText(token, { result }))
      if (this.outbox.isBehind) void this.outbox.catchUp()
    } catch (cause) {
      if (!(cause instanceof RelayRefusal))
        log.error({ err: cause, method: name.slice(0, 64) }, 'a request of the relay failed')
      this.#sendError(token, cause instanceof RelayRefusal ? cause.tag : 'StorageError')
    } finally {
      this.#pending--
      this.#goOn()
      if (this.#pending === 0) this.#onIdle?.()
    }
  }

  #refuse(token: string | undefined, tag: RelayErrorTag): void {
    this.#garbage++
    if (this.#garbage > mostGarbage) return this.#sendAway()
    this.#charge(garbageCost)
    this.#sendError(token, tag)
  }

  #sendError(token: string | undefined, tag: RelayErrorTag): void {
    count(this.#context.tally.errors, tag)
    this.#write(answerText(token, { error: errorBody(tag) }))
  }

  #write(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#wire.write(textFrame(text))
    if (this.canTake()) return
    this.#stuckSince ??= this.#context.clock.now()
    this.#socket.pause()
  }

  #onDrain(): void {
    this.#stuckSince = undefined
    this.#makeRoom()
    this.#goOn()
    if (this.outbox.isBehind) void this.outbox.catchUp()
  }

  /** Too much is absorbed by not reading on: an error would only make clients try again. */
  #charge(cost: number): void {
    if (cost === 0) return
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { clock, tally } = this.#context
    if (this.#pending >= mostPending) this.#socket.pause()
    const now = clock.now()
    let pause = 0
    for (const allowance of this.#allowances) pause = Math.max(pause, allowance.take(cost, now))
    if (pause === 0) return
    count(tally.refused, 'paused')
    if (pause > longestPause) return this.#sendAway()
    this.#socket.pause()
    this.#cancelPause?.()
    this.#cancelPause = clock.after(pause, () => {
      this.#cancelPause = undefined
      this.#goOn()
    })
  }

  /** Whoever sends too much is not read any more, also while the close is under way. */
  #sendAway(): void {
    this.#socket.pause()
    this.#socket.close(1013, closeCodes[1013].name)
  }

  #goOn(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const isHeld = this.#cancelPause !== undefined || this.#stuckSince !== undefined
    if (!isHeld && this.#pending < mostPending && this.#socket.isPaused) this.#socket.resume()
  }
}
